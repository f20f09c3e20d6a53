#pragma once

#include <perf/exporters/Exporter.hpp>
#include <perf/trace/TraceCursor.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

namespace gantry::perf {

/// One thing that happened on one thread. A plain value; numbers of timers and events are those of
/// the trace.
struct TraceStep {
    /// Which of the members below mean something.
    enum class Kind : std::uint8_t {
        Enter,  ///< a call of the timer `id` began
        Leave,  ///< the innermost call ended, which is of the timer `id`
        Value,  ///< the event `id` had `value`
    };

    Kind kind = Kind::Enter;
    std::uint32_t id = 0;
    std::int64_t time = 0;      ///< in ns since the measurement began; never less than that before
    std::size_t depth = 0;      ///< of Enter and Leave: calls around this one
    std::int64_t duration = 0;  ///< of Leave: ns since its Enter
    double value = 0;
    bool cut = false;  ///< Enter or Leave: not the moment of the call, but an end of what is known
};

/// What one thread did inside a window, in the order of time, for formats whose readers want every
/// call to have a beginning and an end. Calls that began before the window begin with it, those
/// that end after it, or whose end is not known, end with it or with the last known moment before
/// records were lost. Ends whose beginning is not in the trace are left out. Memory grows with the
/// depth of the calls. For one thread.
///
/// So readers see balanced calls whatever the trace lacks: where records are lost, or at the end of
/// the window, open calls are closed, marked as cut.
///
///     TraceSteps steps(trace, thread, window);
///     for (TraceStep step; steps.next(step);) { write(step); }
class TraceSteps final {
public:
    /// The trace must outlive this. Throws ExportError if the trace has no clock in ns.
    TraceSteps(const Trace& trace, std::uint32_t thread, ExportWindow window);

    /// Sets the next step; false at the end. Throws TraceError. Times never go back, and each Leave
    /// has its Enter before it.
    bool next(TraceStep& step);

private:
    // A call that runs: its timer and when it began, or the window did.
    struct Open {
        std::uint32_t timer;
        std::int64_t since;
    };

    // Turns one record into steps, none or several, which wait in ready_.
    void take(const TraceRecord& record);
    void takeValue(const TraceRecord& record);
    void enter(std::uint32_t timer, std::int64_t time);
    void leave(std::int64_t time, bool cut);
    // Notes the time. With the first one that is not before the window, open calls get an Enter at
    // its begin, marked as cut.
    void advance(std::int64_t time);
    // Ends all calls, innermost first, as cut.
    void closeAll(std::int64_t time);

    TraceCursor cursor_;
    TraceClock clock_;
    ExportWindow window_;
    // A stop of an outer call, or a loss, becomes several steps.
    std::deque<TraceStep> ready_;
    std::vector<Open> open_;
    std::int64_t last_ = 0;    // the time of the last record
    std::uint32_t event_ = 0;  // of an Event record whose value comes next
    std::int64_t eventTime_ = 0;
    bool hasEvent_ = false;
    bool inside_ = false;  // the window has begun
    bool done_ = false;
};

/// The name of a thread in a trace; empty where it has none.
std::string threadName(const Trace& trace, std::uint32_t thread);

/// The group of a timer in a trace; "default" where it is not known.
std::string timerGroup(const Trace& trace, std::uint32_t timer);

}  // namespace gantry::perf
