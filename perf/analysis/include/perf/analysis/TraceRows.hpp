#pragma once

#include <perf/trace/TraceCursor.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace gantry::perf {

/// One line of a listed trace.
struct TraceRow {
    std::int64_t time = 0;  ///< in units since the measurement began
    std::uint32_t thread = 0;
    TraceKind kind = TraceKind::Start;
    std::uint32_t id = 0;
    std::size_t depth = 0;                 ///< calls around it, as far as they are in the trace
    std::optional<std::int64_t> duration;  ///< of a stop whose start is in the trace, in units
    std::optional<double> value;           ///< of an event
};

/// The records of all threads, or of one, together in the order of time.
class TraceRows final {
public:
    /// The trace must outlive this.
    TraceRows(const Trace& trace, std::optional<std::uint32_t> thread);

    /// The next row; false at the end. Throws TraceError.
    bool next(TraceRow& row);

private:
    struct Open {
        std::uint32_t timer;
        std::uint64_t since;
    };
    struct Thread {
        std::uint32_t number;
        TraceCursor cursor;
        TraceRecord record;
        bool there;
        std::vector<Open> open;
    };

    void describe(Thread& thread, TraceRow& row) const;

    TraceClock clock_;
    std::vector<Thread> threads_;
};

}  // namespace gantry::perf
