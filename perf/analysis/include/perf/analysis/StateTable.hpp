#pragma once

#include <perf/analysis/ReportTable.hpp>
#include <perf/model/Profile.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gantry::perf {

/// What a thread does: it computes, waits for others, or does what only the program's being
/// parallel makes necessary.
enum class State : std::uint8_t { Busy, Idle, Overhead };

/// Which state a timer stands for (docs/formats/states.md).
class StateRules final {
public:
    /// Reads rules, one a line. Throws std::invalid_argument, which names the line, for one that is
    /// none.
    explicit StateRules(std::string_view text);

    /// That of the first rule that fits; nothing where none does.
    [[nodiscard]] std::optional<State> of(std::string_view timer) const noexcept;

private:
    struct Rule {
        State state;
        std::string pattern;
    };

    std::vector<Rule> rules_;
};

/// The rules for MPI, with which nobody has to write any. Literal text, made by the build from
/// perf/analysis/states.txt.
std::string_view usualStates();

/// How long each rank was in which state, over its threads, and what share that is of what was
/// measured on it: first metric. One row for a program of one process. Time of a timer itself
/// counts; a timer without a rule has the state of the one it was called by. Needs a metric; the
/// shares of a row add up to 100 %.
ReportTable stateTable(const Profile& profile, const StateRules& rules);

/// "rank 0 71/25/4 %, rank 1 ..." of the first ranks; empty where all of them were only busy.
std::string stateText(const Profile& profile, const StateRules& rules);

}  // namespace gantry::perf
