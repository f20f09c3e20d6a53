#include <perf/analysis/ProfileJson.hpp>
#include <perf/document/JsonValues.hpp>

#include <TunerText.hpp>
#include <sstream>
#include <vector>

#include "RunReport.hpp"

namespace gantry::tools {

namespace {

perf::Json assemblyJson(const RunOutcome& outcome) {
    perf::Json instances = perf::Json::array();
    for (const framework::InstanceInfo& instance : outcome.instances) {
        instances.push_back({{"name", instance.name}, {"class", instance.className}});
    }
    perf::Json connections = perf::Json::array();
    for (const framework::ConnectionInfo& connection : outcome.connections) {
        connections.push_back({{"user", connection.user},
                               {"usesPort", connection.usesPort},
                               {"provider", connection.provider},
                               {"providesPort", connection.providesPort}});
    }
    return {{"instances", instances}, {"connections", connections}};
}

perf::Json tuningJson(const TuningOutcome& tuning) {
    perf::Json trials = perf::Json::array();
    for (const tuning::Trial& trial : tuning.trials) {
        trials.push_back({{"candidate", trial.candidate},
                          {"subject", trial.subject},
                          {"calls", trial.calls},
                          {"evaluations", trial.evaluations},
                          {"seconds", perf::jsonNumber(trial.seconds)},
                          {"spread", perf::jsonNumber(trial.spread)},
                          {"value", perf::jsonNumber(trial.value)},
                          {"error", perf::jsonNumber(trial.error)},
                          {"exact", trial.exact},
                          {"accurate", trial.accurate},
                          {"failure", trial.failure}});
    }
    perf::Json decisions = perf::Json::array();
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

perf::Json linesOf(const std::string& output) {
    perf::Json lines = perf::Json::array();
    std::istringstream stream(output);
    for (std::string line; std::getline(stream, line);) {
        lines.push_back(line);
    }
    return lines;
}

perf::Json recordsJson(const RunOutcome& outcome) {
    perf::Json records = perf::Json::array();
    for (const framework::RecordFile& file : outcome.recordFiles) {
        records.push_back({{"record", file.record},
                           {"file", file.path},
                           {"calls", file.calls},
                           {"dropped", file.dropped}});
    }
    return records;
}

perf::Json sourcesJson(const std::vector<perf::ArchivedSource>& sources) {
    perf::Json list = perf::Json::array();
    for (const perf::ArchivedSource& source : sources) {
        list.push_back(
            {{"path", source.path}, {"bytes", source.bytes}, {"leftOut", source.leftOut}});
    }
    return list;
}

}  // namespace

std::string runJson(const RunOutcome& outcome) {
    perf::Json document{{"format", "gantry-run"},           {"version", 1},
                        {"script", outcome.script},         {"status", outcome.status},
                        {"ranks", outcome.ranks},           {"backend", outcome.backend},
                        {"error", outcome.error},           {"output", linesOf(outcome.output)},
                        {"assembly", assemblyJson(outcome)}};
    document["tuning"] = outcome.tuning ? tuningJson(*outcome.tuning) : perf::Json(nullptr);
    std::vector<records::TunedPort> tuned;
    for (const TunerOutcome& tuner : outcome.tuners) {
        tuned.push_back({tuner.port, tuner.candidates, tuner.forecast, tuner.warnings});
    }
    document["tuners"] = perf::Json::parse(records::expectationJson(tuned));
    document["profile"] =
        outcome.profile ? perf::profileJson(*outcome.profile) : perf::Json(nullptr);
    document["profileFile"] =
        outcome.profileFile ? perf::Json(outcome.profileFile->string()) : perf::Json(nullptr);
    document["archiveFile"] =
        outcome.archiveFile ? perf::Json(outcome.archiveFile->string()) : perf::Json(nullptr);
    document["sources"] = sourcesJson(outcome.history.sources);
    document["trace"] =
        outcome.trace ? perf::Json{{"file", outcome.trace->file ? perf::Json(*outcome.trace->file)
                                                                : perf::Json(nullptr)},
                                   {"rankFiles", outcome.trace->rankFiles},
                                   {"records", outcome.trace->records},
                                   {"bytes", outcome.trace->bytes},
                                   {"lost", outcome.trace->lost}}
                      : perf::Json(nullptr);
    document["dumps"] = outcome.dumps;
    document["records"] = recordsJson(outcome);
    return document.dump(2, ' ', true, perf::Json::error_handler_t::replace) + '\n';
}

}  // namespace gantry::tools
