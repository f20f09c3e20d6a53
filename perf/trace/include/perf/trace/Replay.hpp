#pragma once

#include <perf/model/Profile.hpp>
#include <perf/trace/Trace.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace gantry::perf {

/// Rebuilds the call paths of one thread from its trace records, as the engine does while it
/// measures. The records must come in the order they were made. Memory grows with the number of
/// call paths and with the depth of the calls, not with the number of records. For one thread.
///
///     Replay replay;  // one for each thread of the trace
///     TraceCursor cursor(trace, thread);
///     for (TraceRecord record{}; cursor.next(record);) { replay.add(record); }
///
/// A record that is missing makes the paths behind it wrong up to the end of the outermost call
/// that was open; missing() and unmatched() say that.
class Replay final {
public:
    /// The parent of a node at the root of its call path.
    static constexpr std::uint32_t kTop = 0xffffffffU;

    /// One call path: a timer below the call path that started it.
    struct Node {
        std::uint32_t timer = 0;      ///< number in the tables of the trace
        std::uint32_t parent = kTop;  ///< index in nodes(), or kTop
        /// Starts, finished or not.
        std::uint64_t calls = 0;
        std::uint64_t ticks = 0;  ///< of the finished calls
        bool running = false;
    };

    /// Applies the next record. A start opens a call below the innermost one, a stop ends the
    /// innermost call if it is of the same timer, and a Lost record adds to missing(). Values and
    /// other records change nothing. Costs one look-up in a map for each start.
    void add(const TraceRecord& record);

    /// The call paths in the order of their first start, so that parents come before children.
    [[nodiscard]] const std::vector<Node>& nodes() const noexcept { return nodes_; }
    /// The number of nested calls that are open after the last record.
    [[nodiscard]] std::size_t depth() const noexcept { return open_.size(); }
    /// The number of records that Lost records stand for.
    [[nodiscard]] std::uint64_t missing() const noexcept { return missing_; }
    /// Stops that do not match the innermost call: their starts are not in the trace. They are
    /// ignored otherwise.
    [[nodiscard]] std::uint64_t unmatched() const noexcept { return unmatched_; }

private:
    // node: index in nodes_; since: ticks of the start.
    struct Open {
        std::uint32_t node;
        std::uint64_t since;
    };

    std::vector<Node> nodes_;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> index_;
    std::vector<Open> open_;
    std::uint64_t missing_ = 0;
    std::uint64_t unmatched_ = 0;
    std::uint64_t inOther_ = 0;  // calls that run inside of an "(other)" call
};

/// The result of comparing the totals of a trace with those of a profile of the same run. A plain
/// value; why is one line for people.
struct TotalsCheck {
    /// Incomplete: neither side is wrong.
    enum class Verdict {
        Equal,
        Differ,
        Incomplete,  ///< records are missing, so that the totals cannot be compared
    };
    Verdict verdict = Verdict::Equal;
    std::uint64_t paths = 0;  ///< compared: one for each call path of each thread
    std::string why;          ///< the first difference, or what is missing
};

/// Compares the number of calls and the inclusive value of the first metric for every call path of
/// every thread in the profile. For a call path that is still running only the number of calls is
/// compared. A thread with missing records makes the verdict Incomplete; a difference in another
/// thread takes precedence. Reads the whole trace once, one chunk in memory at a time. Throws
/// TraceError where a chunk is damaged.
TotalsCheck compareTotals(const Trace& trace, const Profile& profile);

}  // namespace gantry::perf
