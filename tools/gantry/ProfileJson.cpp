#include "ProfileJson.hpp"

#include <perf/analysis/ProfileLines.hpp>
#include <perf/model/Misuse.hpp>
#include <perf/model/Overhead.hpp>

#include <array>

#include "ProfileNotes.hpp"

namespace gantry::tools {

namespace {

Json statsJson(const perf::RankStats& stats) {
    return {{"mean", stats.mean}, {"deviation", stats.standardDeviation},
            {"min", stats.min},   {"minRank", stats.minRank},
            {"max", stats.max},   {"maxRank", stats.maxRank}};
}

Json perMetric(const perf::MetricValues& values, std::size_t metrics) {
    Json list = Json::array();
    for (std::size_t m = 0; m < metrics; ++m) {
        list.push_back(values[m]);
    }
    return list;
}

Json ranksJson(const perf::Profile& profile) {
    Json timers = Json::array();
    for (const perf::RankRecord& record : profile.ranks->timers) {
        Json timer{{"name", perf::fullName(record.info)},
                   {"component", record.info.group},
                   {"ranks", record.ranks},
                   {"calls", statsJson(record.calls)}};
        for (std::size_t metric = 0; metric < profile.metrics.size(); ++metric) {
            timer["inclusive"].push_back(statsJson(record.inclusive[metric]));
            timer["exclusive"].push_back(statsJson(record.exclusive[metric]));
        }
        timers.push_back(std::move(timer));
    }
    return timers;
}

}  // namespace

Json profileJson(const perf::Profile& profile) {
    Json metrics = Json::array();
    for (const perf::Metric& metric : profile.metrics) {
        metrics.push_back(
            {{"name", metric.name}, {"unit", metric.unit}, {"source", metric.source}});
    }
    Json timers = Json::array();
    for (const perf::ProfileLine& line : perf::profileLines(profile)) {
        timers.push_back({{"component", line.component},
                          {"class", line.type},
                          {"method", line.method},
                          {"calls", line.calls},
                          {"childCalls", line.childCalls},
                          {"inclusive", perMetric(line.inclusive, profile.metrics.size())},
                          {"exclusive", perMetric(line.exclusive, profile.metrics.size())},
                          {"running", line.running}});
    }
    Json misuse = Json::array();
    for (const perf::Misuse& record : profile.misuse) {
        misuse.push_back(perf::describe(record));
    }
    Json document{{"metrics", metrics},
                  {"threads", profile.threads.size()},
                  {"timers", timers},
                  {"misuse", misuse},
                  {"warnings", metricWarnings(profile)}};
    if (profile.probeOverhead) {
        const std::array<double, perf::kMaxMetrics> all =
            perf::overheadOf(profile, perf::allCalls(profile));
        for (std::size_t metric = 0; metric < profile.metrics.size(); ++metric) {
            document["overhead"]["pair"].push_back(jsonNumber(profile.probeOverhead->pair[metric]));
            document["overhead"]["all"].push_back(jsonNumber(all[metric]));
        }
    }
    if (profile.ranks) {
        document["overRanks"] = ranksJson(profile);
    }
    return document;
}

}  // namespace gantry::tools
