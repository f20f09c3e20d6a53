#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "SharedTracepoints.hpp"
#include "performance/common/NamedTimer.hpp"

namespace performance::lttng {

/// A timer or phase whose starts and stops are tracepoints. Both are left out while its group is
/// off, so that switching during a call leaves half of it in the trace. start and stop take no lock
/// and do not allocate.
template <class Interface>
class TraceTimer final : public common::NamedTimer<Interface> {
public:
    /// Allocates. Throws std::bad_alloc.
    TraceTimer(std::shared_ptr<SharedTracepoints> shared, common::Identity identity)
        : common::NamedTimer<Interface>(shared->groups),
          shared_(std::move(shared)),
          number_(shared_->newNumber()) {
        this->publish(std::move(identity));
    }

    void start() noexcept override {
        const common::Identity& now = this->identity();
        if (now.flags->enabled.load(std::memory_order_relaxed)) {
            shared_->tracepoints.start(number_, now.name.c_str(), now.type.c_str(),
                                       now.flags->name.c_str());
        }
    }
    void stop() noexcept override {
        const common::Identity& now = this->identity();
        if (now.flags->enabled.load(std::memory_order_relaxed)) {
            shared_->tracepoints.stop(number_, now.name.c_str());
        }
    }
    /// Attaches a value to the running call of this thread. Recorded whatever the switch says.
    void setParam1L(std::int64_t value, const std::string& name) override {
        shared_->tracepoints.parameter(number_, name.c_str(), value);
    }

    /// On while some session records gantry:start.
    gantry::TimerSwitch enabled() noexcept override {
        const int* const state = shared_->tracepoints.recordsStart;
        return {reinterpret_cast<const std::uint32_t&>(*state), ~0U};
    }

private:
    std::shared_ptr<SharedTracepoints> shared_;
    const std::uint32_t number_;
};

}  // namespace performance::lttng
