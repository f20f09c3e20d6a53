// Names and statistics of timers, as performance.Query writes them on request
// (docs/formats/timers.md). Written atomically, so that no reader sees a part of a file.

#include <base/files/AtomicFile.hpp>
#include <perf/document/TimerFile.hpp>

#include "JsonValue.hpp"

namespace gantry::perf {

namespace {

Json figuresJson(const TimerFigures& timer, std::size_t metrics) {
    const auto same = [](std::int64_t value) { return value; };
    return {{"name", text(timer.name)},
            {"calls", timer.calls},
            {"childCalls", timer.childCalls},
            {"running", timer.running},
            {"inclusive", perMetric(timer.inclusive, metrics, same)},
            {"exclusive", perMetric(timer.exclusive, metrics, same)}};
}

}  // namespace

std::string timerNamesToJson(const std::vector<std::string>& names) {
    const Json json{{"format", "gantry-timer-names"},
                    {"version", kTimerFileVersion},
                    {"timers", array(names, text)}};
    return json.dump(1) + '\n';
}

std::string timersToJson(const std::vector<Metric>& metrics,
                         const std::vector<TimerFigures>& timers) {
    const auto metricJson = [](const Metric& metric) {
        return Json{{"name", text(metric.name)}, {"unit", text(metric.unit)}};
    };
    const auto timerJson = [&](const TimerFigures& timer) {
        return figuresJson(timer, metrics.size());
    };
    const Json json{{"format", "gantry-timers"},
                    {"version", kTimerFileVersion},
                    {"metrics", array(metrics, metricJson)},
                    {"timers", array(timers, timerJson)}};
    return json.dump(1) + '\n';
}

void writeTimerNames(const std::filesystem::path& path, const std::vector<std::string>& names) {
    base::writeAtomically(path, timerNamesToJson(names));
}

void writeTimers(const std::filesystem::path& path, const std::vector<Metric>& metrics,
                 const std::vector<TimerFigures>& timers) {
    base::writeAtomically(path, timersToJson(metrics, timers));
}

}  // namespace gantry::perf
