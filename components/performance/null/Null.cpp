#include <gantry/MeasurementBase.hpp>
#include <gantry/SwitchedTimer.hpp>
#include <gantry/plugin.hpp>
#include <gov/cca/Component.hpp>
#include <gov/cca/Services.hpp>
#include <performance/PerfParam.hpp>
#include <performance/null/Measurement.hpp>
#include <performance/null/Monitor.hpp>

#include <array>
#include <memory>

namespace performance {
namespace {

constexpr std::array kProvides{
    gantry::PortDescription{"MeasurementPort", "performance.Measurement"},
    gantry::PortDescription{"MonitorPort", "performance.Monitor"},
    gantry::PortDescription{"PerfParamPort", "performance.PerfParam"}};
constexpr auto kDescription = gantry::describe(
    {"performance.Null", "1.0", "A performance backend that measures nothing"}, kProvides, {});

// The twin, and a switch that is always off.
class Timer final : public performance::Timer, public gantry::SwitchedTimer {
public:
    void start() noexcept override {}
    void stop() noexcept override {}
    void setParam1L(std::int64_t, const std::string&) override {}
    void setName(const std::string&) override {}
    std::string getName() override { return {}; }
    void setType(const std::string&) override {}
    std::string getType() override { return {}; }
    void setGroupName(const std::string&) override {}
    std::string getGroupName() override { return {}; }
    void setGroupId(std::int64_t) override {}
    std::int64_t getGroupId() override { return {}; }
    gantry::TimerSwitch enabled() noexcept override { return gantry::TimerSwitch::never(); }
};

// Knows no record. The twin would say that it has read one.
class NoRecords final : public PerfParam {
public:
    std::int32_t getPerformanceData(const std::string&, sidl::array<double, 2>& data,
                                    bool) override {
        data = {};
        return -1;
    }
    std::int32_t getCompMethNames(sidl::array<std::string>& cm_names) override {
        cm_names = {};
        return 0;
    }
    std::int32_t getPerformanceColumns(const std::string&,
                                       sidl::array<std::string>& names) override {
        names = {};
        return -1;
    }
    std::int64_t getNumDroppedCalls(const std::string&) override { return -1; }
};

// As the twin, but for the timers.
class NoMeasurement final : public gantry::MeasurementBase {
public:
    using Text = const std::string&;
    std::shared_ptr<performance::Timer> createTimerWithNameTypeGroup(Text, Text, Text) override {
        return std::make_shared<Timer>();
    }
    std::shared_ptr<Phase> createPhaseWithNameTypeGroup(Text, Text, Text) override {
        return twin_.createPhase();
    }
    std::shared_ptr<Query> createQuery() override { return twin_.createQuery(); }
    std::shared_ptr<MemoryTracker> createMemoryTracker() override {
        return twin_.createMemoryTracker();
    }
    std::shared_ptr<MemoryHeadroomTracker> createMemoryHeadroomTracker() override {
        return twin_.createMemoryHeadroomTracker();
    }
    std::shared_ptr<Event> createEventWithName(Text) override { return twin_.createEvent(); }
    std::shared_ptr<ContextEvent> createContextEventWithName(Text name) override {
        return twin_.createContextEventWithName(name);
    }
    std::shared_ptr<Control> createControl() override { return twin_.createControl(); }
    std::shared_ptr<Monitor> getMonitor() override { return monitor_; }
    std::shared_ptr<PerfParam> getPerfParam() override { return records_; }

private:
    null::Measurement twin_;
    const std::shared_ptr<Monitor> monitor_ = std::make_shared<null::Monitor>();
    const std::shared_ptr<PerfParam> records_ = std::make_shared<NoRecords>();
};

}  // namespace

class Null final : public gov::cca::Component {
public:
    void setServices(const std::shared_ptr<gov::cca::Services>& services) override {
        const auto measurement = std::make_shared<NoMeasurement>();
        services->addProvidesPort(measurement, "MeasurementPort", "performance.Measurement",
                                  nullptr);
        services->addProvidesPort(measurement->getMonitor(), "MonitorPort", "performance.Monitor",
                                  nullptr);
        services->addProvidesPort(measurement->getPerfParam(), "PerfParamPort",
                                  "performance.PerfParam", nullptr);
    }
};

}  // namespace performance

GANTRY_COMPONENT(performance::Null, performance::kDescription);
