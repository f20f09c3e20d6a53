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

#include "SharedTracepoints.hpp"
#include "TraceEvent.hpp"
#include "TraceTimer.hpp"
#include "performance/common/GroupControl.hpp"

namespace performance {
namespace {

constexpr std::array kProvides{
    gantry::PortDescription{"MeasurementPort", "performance.Measurement"}};
constexpr auto kDescription =
    gantry::describe({"performance.Lttng", "1.0",
                      "A performance backend that passes everything to the tracer LTTng-UST"},
                     kProvides, {});

}  // namespace

class Lttng final : public gantry::MeasurementBase, public gov::cca::Component {
public:
    explicit Lttng(std::shared_ptr<const gantry::Library> library)
        : library_(std::move(library)),
          shared_(gantry::makeHeld<lttng::SharedTracepoints>(*library_, lttng::loadTracepoints())) {
    }

    void setServices(const std::shared_ptr<gov::cca::Services>& services) override {
        services->addProvidesPort(gantry::own<gov::cca::Port>(this), "MeasurementPort",
                                  "performance.Measurement", nullptr);
    }

    using Text = const std::string&;
    std::shared_ptr<Timer> createTimerWithNameTypeGroup(Text name, Text type, Text group) override {
        return make<lttng::TraceTimer<Timer>>(shared_, common::Identity{name, type, group});
    }
    std::shared_ptr<Phase> createPhaseWithNameTypeGroup(Text name, Text type, Text group) override {
        return make<lttng::TraceTimer<Phase>>(shared_, common::Identity{name, type, group});
    }
    // Nothing is kept here: who reads the trace has it.
    std::shared_ptr<Query> createQuery() override { return make<null::Query>(); }
    std::shared_ptr<MemoryTracker> createMemoryTracker() override {
        return make<null::MemoryTracker>();
    }
    std::shared_ptr<MemoryHeadroomTracker> createMemoryHeadroomTracker() override {
        return make<null::MemoryHeadroomTracker>();
    }
    std::shared_ptr<Event> createEventWithName(Text name) override {
        return make<lttng::TraceEvent>(shared_, name);
    }
    std::shared_ptr<ContextEvent> createContextEventWithName(Text name) override {
        return make<lttng::TraceContextEvent>(shared_, name);
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

    // Timers and events outlive this component: they hold the library and share the tracepoints.
    std::shared_ptr<const gantry::Library> library_;
    std::shared_ptr<lttng::SharedTracepoints> shared_;
};

}  // namespace performance

GANTRY_COMPONENT(performance::Lttng, performance::kDescription);
