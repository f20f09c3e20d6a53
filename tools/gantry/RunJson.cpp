#include <perf/model/Misuse.hpp>
#include <perf/model/Overhead.hpp>

#include <array>
#include <sstream>

#include "JsonValues.hpp"
#include "ProfileLines.hpp"
#include "ProfileNotes.hpp"
#include "RunReport.hpp"

namespace gantry::tools {

namespace {

Json assemblyJson(const RunOutcome& outcome) {
    Json instances = Json::array();
    for (const framework::InstanceInfo& instance : outcome.instances) {
        instances.push_back({{"name", instance.name}, {"class", instance.className}});
    }
    Json connections = Json::array();
    for (const framework::ConnectionInfo& connection : outcome.connections) {
        connections.push_back({{"user", connection.user},
                               {"usesPort", connection.usesPort},
                               {"provider", connection.provider},
                               {"providesPort", connection.providesPort}});
    }
    return {{"instances", instances}, {"connections", connections}};
}

Json tuningJson(const TuningOutcome& tuning) {
    Json trials = Json::array();
    for (const tuning::Trial& trial : tuning.trials) {
        trials.push_back({{"candidate", trial.candidate},
                          {"subject", trial.subject},
                          {"calls", trial.calls},
                          {"evaluations", trial.evaluations},
                          {"seconds", jsonNumber(trial.seconds)},
                          {"spread", jsonNumber(trial.spread)},
                          {"value", jsonNumber(trial.value)},
                          {"error", jsonNumber(trial.error)},
                          {"exact", trial.exact},
                          {"accurate", trial.accurate},
                          {"failure", trial.failure}});
    }
    Json decisions = Json::array();
    for (const tuning::Decision& decision : tuning.decisions) {
        decisions.push_back({{"subject", decision.subject},
                             {"candidate", decision.candidate},
                             {"reason", decision.reason}});
    }
    return {{"optimizer", tuning.instance},
            {"accuracy", tuning.accuracy},
            {"trials", trials},
            {"decisions", decisions}};
}

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

Json profileJson(const perf::Profile& profile) {
    Json metrics = Json::array();
    for (const perf::Metric& metric : profile.metrics) {
        metrics.push_back(
            {{"name", metric.name}, {"unit", metric.unit}, {"source", metric.source}});
    }
    Json timers = Json::array();
    for (const ProfileLine& line : profileLines(profile)) {
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
    if (profile.pairCost) {
        const std::array<double, perf::kMaxMetrics> all =
            perf::overheadOf(profile, perf::allCalls(profile));
        for (std::size_t metric = 0; metric < profile.metrics.size(); ++metric) {
            document["overhead"]["pair"].push_back(jsonNumber(profile.pairCost->pair[metric]));
            document["overhead"]["all"].push_back(jsonNumber(all[metric]));
        }
    }
    if (profile.ranks) {
        document["overRanks"] = ranksJson(profile);
    }
    return document;
}

Json linesOf(const std::string& output) {
    Json lines = Json::array();
    std::istringstream stream(output);
    for (std::string line; std::getline(stream, line);) {
        lines.push_back(line);
    }
    return lines;
}

Json recordsJson(const RunOutcome& outcome) {
    Json records = Json::array();
    for (const RecordFile& file : outcome.recordFiles) {
        records.push_back({{"record", file.record},
                           {"file", file.path},
                           {"calls", file.calls},
                           {"dropped", file.dropped}});
    }
    return records;
}

}  // namespace

std::string runJson(const RunOutcome& outcome) {
    Json document{{"format", "gantry-run"},           {"version", 1},
                  {"script", outcome.script},         {"status", outcome.status},
                  {"ranks", outcome.ranks},           {"backend", outcome.backend},
                  {"error", outcome.error},           {"output", linesOf(outcome.output)},
                  {"assembly", assemblyJson(outcome)}};
    document["tuning"] = outcome.tuning ? tuningJson(*outcome.tuning) : Json(nullptr);
    document["profile"] = outcome.profile ? profileJson(*outcome.profile) : Json(nullptr);
    document["profileFile"] =
        outcome.profileFile ? Json(outcome.profileFile->string()) : Json(nullptr);
    document["trace"] =
        outcome.trace
            ? Json{{"file", outcome.trace->file ? Json(*outcome.trace->file) : Json(nullptr)},
                   {"records", outcome.trace->records},
                   {"bytes", outcome.trace->bytes},
                   {"lost", outcome.trace->lost}}
            : Json(nullptr);
    document["dumps"] = outcome.dumps;
    document["archiveFile"] =
        outcome.archiveFile ? Json(outcome.archiveFile->string()) : Json(nullptr);
    document["records"] = recordsJson(outcome);
    return document.dump(2, ' ', true, Json::error_handler_t::replace) + '\n';
}

}  // namespace gantry::tools
