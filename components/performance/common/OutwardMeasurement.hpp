#pragma once

#include <gantry/MeasurementBase.hpp>
#include <gantry/plugin.hpp>
#include <gov/cca/Component.hpp>
#include <gov/cca/Services.hpp>
#include <performance/Measurement.hpp>
#include <performance/Phase.hpp>
#include <performance/Timer.hpp>
#include <performance/null/MemoryHeadroomTracker.hpp>
#include <performance/null/MemoryTracker.hpp>
#include <performance/null/Query.hpp>

#include <array>
#include <memory>
#include <string>
#include <utility>

#include "performance/common/GroupControl.hpp"
#include "performance/common/NamedTimer.hpp"

namespace performance::common {

/// What a component with OutwardMeasurement provides.
inline constexpr std::array kMeasurementPort{
    gantry::PortDescription{"MeasurementPort", "performance.Measurement"}};

/// A component that passes all measurement to a tool outside. It keeps no values: queries and
/// memory trackers are those of performance.Null. `Outside` names the parts that know the tool:
/// - `Shared`, what all objects of one component share, with a member `groups` of type GroupFlags;
/// - `Timer<Interface>`, made of (std::shared_ptr<Shared>, Identity);
/// - `Event` and `ContextEvent`, made of (std::shared_ptr<Shared>, name).
/// Timers and events outlive the component: they hold its library and share `Shared`.
template <class Outside>
class OutwardMeasurement : public gantry::MeasurementBase, public gov::cca::Component {
public:
    void setServices(const std::shared_ptr<gov::cca::Services>& services) override {
        const gantry::PortDescription& port = kMeasurementPort.front();
        services->addProvidesPort(gantry::own<gov::cca::Port>(this), port.name, port.type, nullptr);
    }

    using Text = const std::string&;
    std::shared_ptr<Timer> createTimerWithNameTypeGroup(Text name, Text type, Text group) override {
        return make<OutsideTimer<Timer>>(shared_, Identity{name, type, group});
    }
    std::shared_ptr<Phase> createPhaseWithNameTypeGroup(Text name, Text type, Text group) override {
        return make<OutsideTimer<Phase>>(shared_, Identity{name, type, group});
    }
    std::shared_ptr<Query> createQuery() override { return make<null::Query>(); }
    std::shared_ptr<MemoryTracker> createMemoryTracker() override {
        return make<null::MemoryTracker>();
    }
    std::shared_ptr<MemoryHeadroomTracker> createMemoryHeadroomTracker() override {
        return make<null::MemoryHeadroomTracker>();
    }
    std::shared_ptr<Event> createEventWithName(Text name) override {
        return make<typename Outside::Event>(shared_, name);
    }
    std::shared_ptr<ContextEvent> createContextEventWithName(Text name) override {
        return make<typename Outside::ContextEvent>(shared_, name);
    }
    std::shared_ptr<Control> createControl() override {
        return make<GroupControl>(std::shared_ptr<GroupFlags>(shared_, &shared_->groups));
    }

protected:
    /// The arguments make `Outside::Shared`.
    template <class... Arguments>
    explicit OutwardMeasurement(std::shared_ptr<const gantry::Library> library,
                                Arguments&&... arguments)
        : library_(std::move(library)),
          shared_(gantry::makeHeld<typename Outside::Shared>(
              *library_, std::forward<Arguments>(arguments)...)) {}

private:
    template <class Interface>
    using OutsideTimer = typename Outside::template Timer<Interface>;

    template <class T, class... Arguments>
    std::shared_ptr<T> make(Arguments&&... arguments) {
        return gantry::makeHeld<T>(*library_, std::forward<Arguments>(arguments)...);
    }

    std::shared_ptr<const gantry::Library> library_;
    std::shared_ptr<typename Outside::Shared> shared_;
};

}  // namespace performance::common
