#pragma once

#include <perf/trace/TraceCursor.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace gantry::perf {

/// One line of a listed trace. Units are those of the first metric, mostly ns.
struct TraceRow {
    std::int64_t time = 0;  ///< in units since the measurement began
    /// As ThreadProfile::id.
    std::uint32_t thread = 0;
    TraceKind kind = TraceKind::Start;
    /// A timer or an event, by the kind; of Lost the number of records, of Thread the system's
    /// number.
    std::uint32_t id = 0;
    std::size_t depth = 0;                 ///< calls around it, as far as they are in the trace
    std::optional<std::int64_t> duration;  ///< of a stop whose start is in the trace, in units
    std::optional<double> value;           ///< of an event
};

/// The records of all threads, or of one, together in the order of time.
///
/// Merges the cursors of the threads: each row costs one comparison for each thread, and one chunk
/// of each thread is in memory. An event and its value are one row.
///
///     TraceRows rows(trace, std::nullopt);
///     for (TraceRow row; rows.next(row);) { print(row); }
class TraceRows final {
public:
    /// The trace must outlive this. Decodes the first chunk of each thread: throws TraceError.
    TraceRows(const Trace& trace, std::optional<std::uint32_t> thread);

    /// The next row; false at the end. Throws TraceError.
    bool next(TraceRow& row);

private:
    // Calls that are open on a thread, for depths and durations. since: in ticks of the first
    // metric.
    struct Open {
        std::uint32_t timer;
        std::uint64_t since;
    };
    struct Thread {
        std::uint32_t number;
        TraceCursor cursor;
        TraceRecord record;
        /// `record` is the next one of the thread; false behind the last.
        bool there;
        std::vector<Open> open;
    };

    static void toNextRow(Thread& thread);
    // Makes a row of the thread's record, and moves its cursor on.
    void describe(Thread& thread, TraceRow& row) const;

    TraceClock clock_;
    std::vector<Thread> threads_;
};

/// Which rows are wanted; what is absent selects nothing out. Times as TraceRow::time.
struct TraceSelection {
    std::optional<std::uint32_t> thread{};
    std::optional<std::int64_t> from{};
    std::optional<std::int64_t> to{};
    std::optional<std::string> timer{};   ///< pattern of names of timers and events, with * and ?
    std::optional<std::uint64_t> last{};  ///< only the last ones of these rows
};

/// Calls `each` with the selected rows, in the order of time. At most `last` rows are in memory.
/// Throws TraceError.
void forEachRow(const Trace& trace, const TraceSelection& selection,
                const std::function<void(const TraceRow&)>& each);

}  // namespace gantry::perf
