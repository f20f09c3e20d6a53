#include <perf/engine/EngineError.hpp>
#include <perf/engine/MetricSources.hpp>
#include <perf/segment/CpuClock.hpp>

#include <algorithm>
#include <string>

namespace gantry::perf {

namespace {

class ThreadCpuClock final : public MetricSource {
public:
    const Metric& metric() const noexcept override { return metric_; }
    std::uint64_t read() noexcept override { return clockNs(CLOCK_THREAD_CPUTIME_ID); }
    bool readFor(pid_t thread, std::uint64_t& ticks) noexcept override {
        return threadCpuNs(thread, ticks);
    }
    std::uint64_t unitsPerTick() const noexcept override { return kTicksAreUnits; }
    bool processWide() const noexcept override { return false; }
    ClockKind clockKind() const noexcept override { return ClockKind::ThreadCpu; }
    bool isTimeStampCounter() const noexcept override { return false; }

private:
    Metric metric_{"cpu", "ns", "clock_gettime(CLOCK_THREAD_CPUTIME_ID)"};
};

std::shared_ptr<MetricSource> metricByName(std::string_view name) {
    if (name == "wall") {
        return wallClock();
    }
    if (name == "cpu") {
        return threadCpuClock();
    }
    throw EngineError("metrics: there is no metric '" + std::string(name) +
                      "'; available are: wall, cpu");
}

}  // namespace

std::shared_ptr<MetricSource> threadCpuClock() {
    return std::make_shared<ThreadCpuClock>();
}

std::vector<std::shared_ptr<MetricSource>> metricsByName(std::string_view names) {
    std::vector<std::string_view> wanted;
    for (std::size_t begin = 0; begin <= names.size();) {
        const std::size_t end = std::min(names.find(',', begin), names.size());
        const std::string_view name = names.substr(begin, end - begin);
        if (std::find(wanted.begin(), wanted.end(), name) != wanted.end()) {
            throw EngineError("metrics: '" + std::string(name) + "' stands twice in '" +
                              std::string(names) + "'; name each metric once");
        }
        wanted.push_back(name);
        begin = end + 1;
    }
    std::vector<std::shared_ptr<MetricSource>> sources;
    for (const std::string_view name : wanted) {
        sources.push_back(metricByName(name));
    }
    return sources;
}

}  // namespace gantry::perf
