#include <perf/engine/MetricPlugin.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace {

using namespace gantry::perf;

constexpr MetricPluginDescription kDescription{kMetricPluginAbi, "foreign-readings",
                                               "foreign-readings", "how often it was asked"};

// A metric that counts how often its thread has read it.
class Readings final : public MetricGroup {
public:
    const std::vector<Metric>& metrics() const noexcept override { return metrics_; }
    void read(std::uint64_t* values) noexcept override {
        thread_local std::uint64_t readings = 0;
        values[0] = ++readings;
    }
    bool readFor(pid_t /*thread*/, std::uint64_t* /*values*/) noexcept override { return false; }

private:
    std::vector<Metric> metrics_{{"foreign-readings", "readings", "a counter of its own"}};
};

std::unique_ptr<MetricGroup> openReadings(const std::vector<std::string>& /*names*/,
                                          std::vector<MetricRefusal>& /*refused*/) {
    return std::make_unique<Readings>();
}

}  // namespace

GANTRY_METRICS(openReadings, kDescription);
