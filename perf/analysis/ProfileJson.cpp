// The profile of a run as a part of the JSON of `gantry run` and `gantry exec`. Values are as
// measured; those without the measurement overhead are next to them.

#include <perf/analysis/ProfileJson.hpp>
#include <perf/analysis/ProfileLines.hpp>
#include <perf/analysis/ProfileNotes.hpp>
#include <perf/model/Misuse.hpp>
#include <perf/model/Overhead.hpp>

#include <array>
#include <map>
#include <string>
#include <tuple>
#include <utility>

namespace gantry::perf {

namespace {

Json statsJson(const RankStats& stats) {
    return {{"mean", stats.mean}, {"deviation", stats.standardDeviation},
            {"min", stats.min},   {"minRank", stats.minRank},
            {"max", stats.max},   {"maxRank", stats.maxRank}};
}

Json perMetric(const MetricValues& values, std::size_t metrics) {
    Json list = Json::array();
    for (std::size_t m = 0; m < metrics; ++m) {
        list.push_back(values[m]);
    }
    return list;
}

// Only of a timer that is concerned, so that the rest stays as it is.
void addSampling(Json& timer, const ProfileLine& line, std::size_t metrics) {
    if (line.untimed > 0) {
        timer["untimed"] = line.untimed;
        timer["inclusiveError"] = perMetric(line.inclusiveError, metrics);
    }
    if (line.exclusiveError != MetricValues{}) {
        timer["exclusiveError"] = perMetric(line.exclusiveError, metrics);
    }
}

using LineKey = std::tuple<std::string, std::string, std::string>;

LineKey keyOf(const ProfileLine& line) {
    return {line.component, line.type, line.method};
}

// The values of each timer without what measuring added, and by how much they may be off; nothing
// where that is not known.
std::map<LineKey, Json> compensatedValues(const Profile& profile) {
    std::map<LineKey, Json> values;
    if (!profile.probeOverhead || isCompensated(profile)) {
        return values;
    }
    const std::size_t metrics = profile.metrics.size();
    for (const ProfileLine& line : profileLines(compensated(profile))) {
        values[keyOf(line)] = {{"inclusive", perMetric(line.inclusive, metrics)},
                               {"exclusive", perMetric(line.exclusive, metrics)},
                               {"inclusiveError", perMetric(line.inclusiveError, metrics)},
                               {"exclusiveError", perMetric(line.exclusiveError, metrics)}};
    }
    return values;
}

Json ranksJson(const Profile& profile) {
    Json timers = Json::array();
    for (const RankRecord& record : profile.ranks->timers) {
        Json timer{{"name", fullName(record.info)},
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

Json profileJson(const Profile& profile) {
    Json metrics = Json::array();
    for (const Metric& metric : profile.metrics) {
        metrics.push_back(
            {{"name", metric.name}, {"unit", metric.unit}, {"source", metric.source}});
    }
    const std::map<LineKey, Json> net = compensatedValues(profile);
    Json timers = Json::array();
    for (const ProfileLine& line : profileLines(profile)) {
        Json timer{{"component", line.component},
                   {"class", line.type},
                   {"method", line.method},
                   {"calls", line.calls},
                   {"childCalls", line.childCalls},
                   {"inclusive", perMetric(line.inclusive, profile.metrics.size())},
                   {"exclusive", perMetric(line.exclusive, profile.metrics.size())},
                   {"running", line.running}};
        addSampling(timer, line, profile.metrics.size());
        if (const auto found = net.find(keyOf(line)); found != net.end()) {
            timer["compensated"] = found->second;
        }
        timers.push_back(std::move(timer));
    }
    Json misuse = Json::array();
    for (const Misuse& record : profile.misuse) {
        misuse.push_back(describe(record));
    }
    Json document{{"metrics", metrics},
                  {"threads", profile.threads.size()},
                  {"timers", timers},
                  {"misuse", misuse},
                  {"warnings", metricWarnings(profile)}};
    if (profile.probeOverhead) {
        const std::uint64_t untimed = allUntimed(profile);
        const std::array<double, kMaxMetrics> all = overheadOf(profile, allCalls(profile), untimed);
        for (std::size_t metric = 0; metric < profile.metrics.size(); ++metric) {
            document["overhead"]["pair"].push_back(jsonNumber(profile.probeOverhead->pair[metric]));
            document["overhead"]["all"].push_back(jsonNumber(all[metric]));
            if (untimed > 0) {
                document["overhead"]["untimed"].push_back(
                    jsonNumber(profile.probeOverhead->untimed[metric]));
            }
        }
    }
    if (profile.ranks) {
        document["overRanks"] = ranksJson(profile);
    }
    return document;
}

}  // namespace gantry::perf
