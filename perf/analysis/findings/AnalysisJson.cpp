#include <perf/analysis/findings/RepeatedRuns.hpp>
#include <perf/analysis/findings/RunAnalysis.hpp>

#include <nlohmann/json.hpp>

namespace gantry::perf {

namespace {

using Json = nlohmann::ordered_json;

// The same number twice where it is known.
Json boundsOf(const EfficiencyFactors& factors, const double* known) {
    return known != nullptr ? Json{*known, *known} : Json{factors.communication, 1.0};
}

Json partJson(const EfficiencyPart& part, const PartReplay* replay) {
    const EfficiencyFactors& factors = part.factors;
    Json json{{"name", part.name},
              {"timeNs", factors.timeNs},
              {"parallel", factors.parallel},
              {"loadBalance", factors.loadBalance},
              {"communication", factors.communication},
              // What a profile does not tell apart is bounded.
              {"serialization", boundsOf(factors, replay ? &replay->serialization : nullptr)},
              {"transfer", boundsOf(factors, replay ? &replay->transfer : nullptr)}};
    if (factors.cpuLoadBalance) {
        json["cpuLoadBalance"] = *factors.cpuLoadBalance;
    }
    json["ranks"] = Json::array();
    for (const RankWork& work : part.ranks) {
        Json row{{"rank", work.rank},
                 {"usefulNs", work.useful},
                 {"communicationNs", work.communication}};
        if (factors.cpuLoadBalance) {
            row["cpuNs"] = work.cpu;
        }
        json["ranks"].push_back(std::move(row));
    }
    return json;
}

Json partsJson(const RunAnalysis& run, const std::vector<EfficiencyPart>& parts, bool arePhases) {
    Json json = Json::array();
    for (const EfficiencyPart& part : parts) {
        json.push_back(
            partJson(part, run.trace ? run.trace->partNamed(part.name, arePhases) : nullptr));
    }
    return json;
}

Json placesJson(const std::vector<PlaceRow>& rows) {
    Json json = Json::array();
    for (const PlaceRow& row : rows) {
        json.push_back({{"rank", row.rank}, {"path", row.path}, {"timeNs", row.timeNs}});
    }
    return json;
}

Json traceJson(const TraceAnalysis& trace) {
    Json json{{"lengthNs", trace.lengthNs},
              {"idealNs", trace.idealNs},
              {"modelNs", trace.modelNs},
              {"onCpuTime", trace.byCpu},
              {"waitsOfReplay", trace.replayedWaits},
              {"loadBalance", trace.loadBalance},
              {"serialization", trace.serialization},
              {"transfer", trace.transfer},
              {"records", trace.records}};
    json["waits"] = Json::array();
    for (const WaitRow& row : trace.waits) {
        json["waits"].push_back({{"kind", waitName(row.kind)},
                                 {"path", row.path},
                                 {"rank", row.rank},
                                 {"causeRank", row.cause},
                                 {"timeNs", row.timeNs},
                                 {"wrongOrderNs", row.wrongOrderNs},
                                 {"calls", row.count}});
    }
    json["delays"] = placesJson(trace.delays);
    json["delaysByOwnWaitsNs"] = trace.delaysByOwnWaitsNs;
    json["delaysUnexplainedNs"] = trace.delaysUnexplainedNs;
    json["criticalPathNs"] = trace.criticalNs;
    json["criticalPath"] = placesJson(trace.critical);
    json["notes"] = trace.notes;
    return json;
}

Json findingJson(const Finding& finding) {
    return {{"hypothesis", finding.hypothesis},
            {"title", finding.title},
            {"gain", finding.gain},
            {"gainLow", finding.gainLow},
            {"gainHigh", finding.gainHigh},
            {"confidence", finding.confidence},
            {"where", finding.where},
            {"evidence", finding.evidence},
            {"advice", finding.advice},
            {"limit", finding.limits()}};
}

Json runJson(const RunAnalysis& run) {
    const RunEfficiency& efficiency = run.efficiency;
    Json json{{"name", run.name},
              {"ranks", efficiency.ranks},
              {"cores", efficiency.cores},
              {"oversubscribed", efficiency.oversubscribed()},
              {"contended", efficiency.contended()},
              {"beginAndEndOfMpiNs", efficiency.beginAndEndNs}};
    if (run.computation) {
        json["computation"] = *run.computation;
        json["global"] = run.global();
    }
    PartReplay whole;
    if (run.trace) {
        whole.serialization = run.trace->serialization;
        whole.transfer = run.trace->transfer;
    }
    json["whole"] = partJson(efficiency.whole, run.trace ? &whole : nullptr);
    json["phases"] = partsJson(run, efficiency.phases, true);
    json["regions"] = partsJson(run, efficiency.regions, false);
    json["notes"] = efficiency.notes;
    if (run.trace) {
        json["trace"] = traceJson(*run.trace);
    }
    json["machine"] = run.machine;
    json["smallestGain"] = run.least;
    json["findings"] = Json::array();
    for (const Finding& finding : run.findings) {
        json["findings"].push_back(findingJson(finding));
    }
    json["tested"] = Json::array();
    for (const Finding& tested : run.tested) {
        json["tested"].push_back({{"hypothesis", tested.hypothesis},
                                  {"gain", tested.gain},
                                  {"confidence", tested.confidence}});
    }
    return json;
}

Json jointJson(const RepeatedRuns& together, const JointFinding& joint, Json json) {
    json["sampleRun"] = together.runs[joint.sample].name;
    json["gains"] = joint.gains;
    json["reported"] = joint.reported;
    if (!joint.workers.empty()) {
        json["workers"] = Json::array();
        for (const JointWorker& worker : joint.workers) {
            json["workers"].push_back({{"name", worker.name}, {"work", worker.work}});
        }
    }
    json["places"] = Json::array();
    for (const auto& [place, runs] : joint.places) {
        json["places"].push_back({{"place", place}, {"runs", runs}});
    }
    return json;
}

Json togetherJson(const RepeatedRuns& together) {
    Json json{{"program", together.program},
              {"runs", together.runs.size()},
              {"medianRun", together.runs[together.median].name},
              {"notes", together.notes}};
    json["findings"] = Json::array();
    for (const JointFinding& joint : together.findings) {
        json["findings"].push_back(jointJson(together, joint, findingJson(joint.finding)));
    }
    json["tested"] = Json::array();
    for (const JointFinding& joint : together.tested) {
        json["tested"].push_back(jointJson(together, joint,
                                           {{"hypothesis", joint.finding.hypothesis},
                                            {"subject", joint.finding.subject},
                                            {"gain", joint.finding.gain},
                                            {"confidence", joint.finding.confidence}}));
    }
    return json;
}

Json documentOf(const std::vector<RunAnalysis>& runs) {
    Json json{{"format", "gantry analysis"}, {"version", 1}};
    json["runs"] = Json::array();
    for (const RunAnalysis& run : runs) {
        json["runs"].push_back(runJson(run));
    }
    return json;
}

std::string textOf(const Json& json) {
    return json.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace

std::string analysisJson(const std::vector<RunAnalysis>& runs) {
    return textOf(documentOf(runs));
}

std::string repeatedRunsJson(const RepeatedRuns& together) {
    Json json = documentOf(together.runs);
    json["together"] = togetherJson(together);
    return textOf(json);
}

}  // namespace gantry::perf
