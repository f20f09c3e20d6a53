#pragma once

#include <performance/ContextEvent.hpp>
#include <performance/Event.hpp>

#include <atomic>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "SharedTracepoints.hpp"

namespace performance::lttng {

/// An event each of whose values is a tracepoint. trigger takes no lock and does not allocate; a
/// value is recorded only while a session of LTTng enables gantry:event. Any thread.
class TraceEvent final : public Event {
public:
    TraceEvent(std::shared_ptr<SharedTracepoints> shared, std::string name)
        : shared_(std::move(shared)),
          number_(shared_->newNumber()),
          all_{std::move(name)},
          name_(&all_.back()) {}

    /// The number stays: a reader of the trace joins records of both names by it. Earlier names
    /// stay in memory.
    void setName(const std::string& name) override {
        const std::lock_guard lock(mutex_);
        all_.push_back(name);
        name_.store(&all_.back(), std::memory_order_release);
    }
    void trigger(double data) noexcept override {
        shared_->tracepoints.event(number_, name_.load(std::memory_order_acquire)->c_str(), data);
    }

private:
    std::shared_ptr<SharedTracepoints> shared_;
    const std::uint32_t number_;
    std::mutex mutex_;
    // Another thread may be triggering under an earlier one.
    std::list<std::string> all_;
    std::atomic<const std::string*> name_;
};

/// The same: who reads the trace knows the call path, so that there is nothing to switch.
class TraceContextEvent final : public ContextEvent {
public:
    TraceContextEvent(std::shared_ptr<SharedTracepoints> shared, std::string name)
        : event_(std::move(shared), std::move(name)) {}

    void trigger(double data) noexcept override { event_.trigger(data); }
    void enable() override {}
    void disable() override {}

private:
    TraceEvent event_;
};

}  // namespace performance::lttng
