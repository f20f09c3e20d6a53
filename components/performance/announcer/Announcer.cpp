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

#include "Announced.hpp"
#include "performance/common/GroupControl.hpp"

namespace performance {
namespace {

constexpr std::array kProvides{
    gantry::PortDescription{"MeasurementPort", "performance.Measurement"}};
constexpr auto kDescription = gantry::describe(
    {"performance.Announcer", "1.0",
     "A performance backend that announces everything to a tool of PerfStubs, Kokkos or ITT"},
    kProvides, {});

}  // namespace

class Announcer final : public gantry::MeasurementBase, public gov::cca::Component {
public:
    explicit Announcer(std::shared_ptr<const gantry::Library> library)
        : library_(std::move(library)),
          shared_(gantry::makeHeld<announcer::Shared>(*library_, announcer::loadedTool())) {}

    void setServices(const std::shared_ptr<gov::cca::Services>& services) override {
        services->addProvidesPort(gantry::own<gov::cca::Port>(this), "MeasurementPort",
                                  "performance.Measurement", nullptr);
    }

    using Text = const std::string&;
    std::shared_ptr<Timer> createTimerWithNameTypeGroup(Text name, Text type, Text group) override {
        return make<announcer::AnnouncedTimer<Timer>>(shared_, common::Identity{name, type, group});
    }
    std::shared_ptr<Phase> createPhaseWithNameTypeGroup(Text name, Text type, Text group) override {
        return make<announcer::AnnouncedTimer<Phase>>(shared_, common::Identity{name, type, group});
    }
    // Nothing is kept here: the tool has it.
    std::shared_ptr<Query> createQuery() override { return make<null::Query>(); }
    std::shared_ptr<MemoryTracker> createMemoryTracker() override {
        return make<null::MemoryTracker>();
    }
    std::shared_ptr<MemoryHeadroomTracker> createMemoryHeadroomTracker() override {
        return make<null::MemoryHeadroomTracker>();
    }
    std::shared_ptr<Event> createEventWithName(Text name) override {
        return make<announcer::AnnouncedEvent>(shared_, name);
    }
    std::shared_ptr<ContextEvent> createContextEventWithName(Text name) override {
        return make<announcer::AnnouncedContextEvent>(shared_, name);
    }
    std::shared_ptr<Control> createControl() override {
        return make<common::GroupControl>(
            std::shared_ptr<common::GroupFlags>(shared_, &shared_->groups));
    }

private:
    template <class T, class... Arguments>
    std::shared_ptr<T> make(Arguments&&... arguments) {
        return gantry::makeHeld<T>(*library_, std::forward<Arguments>(arguments)...);
    }

    // Timers and events outlive this component: they hold the library and share the tool.
    std::shared_ptr<const gantry::Library> library_;
    std::shared_ptr<announcer::Shared> shared_;
};

}  // namespace performance

GANTRY_COMPONENT(performance::Announcer, performance::kDescription);
