#pragma once

#include <perf/model/Profile.hpp>
#include <perf/trace/Trace.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace gantry::perf {

/// Adds up the calls of one thread from its records, in the order they were made, as the engine
/// does while it measures.
class Replay final {
public:
    static constexpr std::uint32_t kTop = 0xffffffffU;

    struct Node {
        std::uint32_t timer = 0;
        std::uint32_t parent = kTop;
        std::uint64_t calls = 0;
        std::uint64_t ticks = 0;  ///< of the finished calls
        bool running = false;
    };

    void add(const TraceRecord& record);

    /// Parents before children.
    [[nodiscard]] const std::vector<Node>& nodes() const noexcept { return nodes_; }
    /// How many calls run inside each other now.
    [[nodiscard]] std::size_t depth() const noexcept { return open_.size(); }
    /// Records that Lost records stand for.
    [[nodiscard]] std::uint64_t missing() const noexcept { return missing_; }
    /// Stops that did not fit the call that ran: their starts are not in the trace.
    [[nodiscard]] std::uint64_t unmatched() const noexcept { return unmatched_; }

private:
    struct Open {
        std::uint32_t node;
        std::uint64_t since;
    };

    std::vector<Node> nodes_;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> index_;
    std::vector<Open> open_;
    std::uint64_t missing_ = 0;
    std::uint64_t unmatched_ = 0;
};

/// Whether the totals of a trace are those of a profile of the same run.
struct TotalsCheck {
    enum class Verdict {
        Equal,
        Differ,
        Incomplete,  ///< records are missing, so that nothing can be said
    };
    Verdict verdict = Verdict::Equal;
    std::uint64_t paths = 0;  ///< compared: one for each call path of each thread
    std::string why;          ///< the first difference, or what is missing
};

/// Compares calls and the first metric of every call path of every thread; of calls that run, the
/// number of calls alone. Throws TraceError.
TotalsCheck compareTotals(const Trace& trace, const Profile& profile);

}  // namespace gantry::perf
