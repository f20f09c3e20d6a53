#pragma once

#include <performance/Event.hpp>
#include <performance/Measurement.hpp>
#include <performance/Monitor.hpp>
#include <performance/PerfParam.hpp>
#include <performance/Phase.hpp>
#include <performance/Timer.hpp>

#include <memory>
#include <string>

namespace gantry {

// Version 14 takes the base class behind the attribute for an expression.
// clang-format off

/// A backend that makes each kind of object in one way: names that are not given are empty. What
/// derives from it writes createTimerWithNameTypeGroup, createPhaseWithNameTypeGroup,
/// createEventWithName, and what else Measurement has.
///
/// The short forms are final, so that a backend cannot treat them differently. Objects live
/// independently of the backend: each must hold its library (gantry::makeHeld) and what it shares.
/// A component may be handed nullptr for a timer: gantry::Timed then measures nothing. Making one
/// may throw; its start and stop must not, as Timed stops in a destructor.
///
///     class Tool final : public gantry::MeasurementBase, public gov::cca::Component {
///     public:
///         std::shared_ptr<performance::Timer> createTimerWithNameTypeGroup(
///             const std::string& name, const std::string& type,
///             const std::string& group) override {
///             return gantry::makeHeld<ToolTimer>(*library_, name, type, group);
///         }
///         ...    phases, events, context events, queries, memory trackers, the control
///     };
///
/// What it need not know, it returns as objects of performance::null. One object per call: nothing
/// is shared between two timers of one name unless the backend does so. Any thread may call the
/// functions.
class [[gnu::visibility("default")]] MeasurementBase : public virtual performance::Measurement {
public:
    /// Each returns what the full form returns, null as well, and throws what that throws.
    std::shared_ptr<performance::Timer> createTimer() final {
        return createTimerWithNameTypeGroup("", "", "");
    }
    std::shared_ptr<performance::Timer> createTimerWithName(const std::string& name) final {
        return createTimerWithNameTypeGroup(name, "", "");
    }
    std::shared_ptr<performance::Timer> createTimerWithNameType(const std::string& name,
                                                                const std::string& type) final {
        return createTimerWithNameTypeGroup(name, type, "");
    }
    std::shared_ptr<performance::Phase> createPhase() final {
        return createPhaseWithNameTypeGroup("", "", "");
    }
    std::shared_ptr<performance::Phase> createPhaseWithName(const std::string& name) final {
        return createPhaseWithNameTypeGroup(name, "", "");
    }
    std::shared_ptr<performance::Phase> createPhaseWithNameType(const std::string& name,
                                                                const std::string& type) final {
        return createPhaseWithNameTypeGroup(name, type, "");
    }
    std::shared_ptr<performance::Event> createEvent() final { return createEventWithName(""); }
    // A tool keeps no records of calls unless it says otherwise.
    std::shared_ptr<performance::Monitor> getMonitor() override { return nullptr; }
    std::shared_ptr<performance::PerfParam> getPerfParam() override { return nullptr; }
};
// clang-format on

}  // namespace gantry
