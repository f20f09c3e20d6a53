#pragma once

#include <gantry/SwitchedTimer.hpp>

#include <atomic>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "SharedTracepoints.hpp"

namespace performance::lttng {

/// How a timer is named, and its group, which `flags` points to. An immutable value once published.
struct Identity {
    std::string name;
    std::string type;
    std::string group;
    GroupFlags::Group* flags = nullptr;
};

/// A timer or phase whose starts and stops are tracepoints. Both are left out while its group is
/// off, so that switching during a call leaves half of it in the trace. start and stop take no lock
/// and do not allocate.
template <class Interface>
class TraceTimer final : public Interface, public gantry::SwitchedTimer {
public:
    /// Allocates. Throws std::bad_alloc.
    TraceTimer(std::shared_ptr<SharedTracepoints> shared, Identity identity)
        : shared_(std::move(shared)), number_(shared_->newNumber()) {
        publish(std::move(identity));
    }

    void start() noexcept override {
        const Identity& now = identity();
        if (now.flags->enabled.load(std::memory_order_relaxed)) {
            shared_->tracepoints.start(number_, now.name.c_str(), now.type.c_str(),
                                       now.flags->name.c_str());
        }
    }
    void stop() noexcept override {
        const Identity& now = identity();
        if (now.flags->enabled.load(std::memory_order_relaxed)) {
            shared_->tracepoints.stop(number_, now.name.c_str());
        }
    }
    /// Attaches a value to the running call of this thread. Recorded whatever the switch says.
    void setParam1L(std::int64_t value, const std::string& name) override {
        shared_->tracepoints.parameter(number_, name.c_str(), value);
    }

    void setName(const std::string& name) override { change(&Identity::name, name); }
    std::string getName() override { return identity().name; }
    void setType(const std::string& type) override { change(&Identity::type, type); }
    std::string getType() override { return identity().type; }
    void setGroupName(const std::string& group) override { change(&Identity::group, group); }
    std::string getGroupName() override { return identity().flags->name; }
    /// Throws gantry::Error for an id that no group has.
    void setGroupId(std::int64_t group) override {
        setGroupName(shared_->groups.group(group).name);
    }
    std::int64_t getGroupId() override { return identity().flags->number; }

    /// On while some session records gantry:start.
    gantry::TimerSwitch enabled() noexcept override {
        const int* const state = shared_->tracepoints.recordsStart;
        return {reinterpret_cast<const std::uint32_t&>(*state), ~0U};
    }

private:
    [[nodiscard]] const Identity& identity() const noexcept {
        return *identity_.load(std::memory_order_acquire);
    }
    void change(std::string Identity::*part, const std::string& text) {
        const std::lock_guard lock(mutex_);
        Identity changed = identity();
        changed.*part = text;
        publish(std::move(changed));
    }
    void publish(Identity next) {
        next.flags = &shared_->groups.group(next.group);
        all_.push_back(std::move(next));
        identity_.store(&all_.back(), std::memory_order_release);
    }

    std::shared_ptr<SharedTracepoints> shared_;
    const std::uint32_t number_;
    std::mutex mutex_;
    // Another thread may be starting under an earlier one.
    std::list<Identity> all_;
    std::atomic<const Identity*> identity_{nullptr};
};

}  // namespace performance::lttng
