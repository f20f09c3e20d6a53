#include <sstream>

#include "JsonValues.hpp"
#include "ProfileJson.hpp"
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
    document["archiveFile"] =
        outcome.archiveFile ? Json(outcome.archiveFile->string()) : Json(nullptr);
    document["trace"] =
        outcome.trace
            ? Json{{"file", outcome.trace->file ? Json(*outcome.trace->file) : Json(nullptr)},
                   {"records", outcome.trace->records},
                   {"bytes", outcome.trace->bytes},
                   {"lost", outcome.trace->lost}}
            : Json(nullptr);
    document["dumps"] = outcome.dumps;
    document["records"] = recordsJson(outcome);
    return document.dump(2, ' ', true, Json::error_handler_t::replace) + '\n';
}

}  // namespace gantry::tools
