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

}  // namespace

class Null final : public gov::cca::Component {
public:
    void setServices(const std::shared_ptr<gov::cca::Services>& services) override {
        services->addProvidesPort(std::make_shared<null::Measurement>(), "MeasurementPort",
                                  "performance.Measurement", nullptr);
        services->addProvidesPort(std::make_shared<null::Monitor>(), "MonitorPort",
                                  "performance.Monitor", nullptr);
        services->addProvidesPort(std::make_shared<NoRecords>(), "PerfParamPort",
                                  "performance.PerfParam", nullptr);
    }
};

}  // namespace performance

GANTRY_COMPONENT(performance::Null, performance::kDescription);
