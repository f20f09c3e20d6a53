#pragma once

#include <performance/ContextEvent.hpp>
#include <performance/Control.hpp>
#include <performance/Event.hpp>
#include <performance/Measurement.hpp>
#include <performance/Monitor.hpp>
#include <performance/PerfParam.hpp>
#include <performance/Phase.hpp>
#include <performance/Query.hpp>
#include <performance/Timer.hpp>
#include <performance/null/Phase.hpp>
#include <performance/null/Timer.hpp>

#include <memory>
#include <mutex>

#include "SlotTable.hpp"
#include "TimerRecord.hpp"

namespace performance::multiplexer {

/// One connected backend and what was made by it so far. It keeps the backend's component alive.
/// Any thread.
class Backend final {
public:
    explicit Backend(std::shared_ptr<Measurement> measurement)
        : measurement_(std::move(measurement)) {}

    [[nodiscard]] Measurement& measurement() const noexcept { return *measurement_; }

    /// Begins or ends a call of that timer on this thread; the first start makes the backend's
    /// timer. Where the backend has made none, or throws, the call is not measured by it.
    void start(TimerRecord& record) noexcept;
    void stop(const TimerRecord& record) noexcept;

    /// The same where the kind is known; two loads more than the backend's own timer.
    template <class T>
    void startOf(TimerRecord& record) noexcept {
        T* timer = table(static_cast<T*>(nullptr)).find(record.number());
        if (timer == nullptr) [[unlikely]] {
            timer = make<T>(record);
        }
        try {
            timer->start();
        } catch (...) {  // NOLINT(bugprone-empty-catch): measuring does not break what is measured
        }
    }
    template <class T>
    void stopOf(const TimerRecord& record) noexcept {
        if (T* const timer = table(static_cast<T*>(nullptr)).find(record.number())) [[likely]] {
            try {
                timer->stop();
            } catch (...) {  // NOLINT(bugprone-empty-catch): as above
            }
        }
    }
    /// Null where it has not made one.
    template <class T>
    [[nodiscard]] T* made(const TimerRecord& record) noexcept {
        return table(static_cast<T*>(nullptr)).find(record.number());
    }

    /// Counts the calls of the calling thread that began on an earlier backend.
    void countCarriedOver() noexcept;

    /// Made at the first use; null where the backend gives none.
    std::shared_ptr<Query> query();
    std::shared_ptr<Control> control();
    std::shared_ptr<Monitor> monitor();
    std::shared_ptr<PerfParam> perfParam();

    /// Events by the number of the event.
    SlotTable<Event>& events() { return events_; }
    SlotTable<ContextEvent>& contextEvents() { return contextEvents_; }

    /// Lets go of what it has for a timer that nobody can start any more.
    void drop(const TimerRecord& record) noexcept;

private:
    SlotTable<Timer>& table(Timer*) noexcept { return timers_; }
    SlotTable<Phase>& table(Phase*) noexcept { return phases_; }
    template <class T>
    T* make(TimerRecord& record) noexcept;

    const std::shared_ptr<Measurement> measurement_;
    null::Timer noTimer_;
    null::Phase noPhase_;
    SlotTable<Timer> timers_;
    SlotTable<Phase> phases_;
    SlotTable<Event> events_;
    SlotTable<ContextEvent> contextEvents_;
    std::mutex mutex_;
    std::shared_ptr<Query> query_;
    std::shared_ptr<Control> control_;
    std::shared_ptr<Monitor> monitor_;
    std::shared_ptr<PerfParam> perfParam_;
    std::shared_ptr<ContextEvent> carriedOver_;
};

}  // namespace performance::multiplexer
