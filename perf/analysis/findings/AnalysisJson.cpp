#include <perf/analysis/findings/RunAnalysis.hpp>

#include <nlohmann/json.hpp>

namespace gantry::perf {

namespace {

using Json = nlohmann::ordered_json;

Json partJson(const EfficiencyPart& part) {
    const EfficiencyFactors& factors = part.factors;
    Json json{{"name", part.name},
              {"timeNs", factors.timeNs},
              {"parallel", factors.parallel},
              {"loadBalance", factors.loadBalance},
              {"communication", factors.communication},
              // What a profile does not tell apart is bounded.
              {"serialization", {factors.communication, 1.0}},
              {"transfer", {factors.communication, 1.0}}};
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

Json partsJson(const std::vector<EfficiencyPart>& parts) {
    Json json = Json::array();
    for (const EfficiencyPart& part : parts) {
        json.push_back(partJson(part));
    }
    return json;
}

Json runJson(const RunAnalysis& run) {
    const RunEfficiency& efficiency = run.efficiency;
    Json json{{"name", run.name},
              {"ranks", efficiency.ranks},
              {"cores", efficiency.cores},
              {"oversubscribed", efficiency.oversubscribed()},
              {"beginAndEndOfMpiNs", efficiency.beginAndEndNs}};
    if (run.computation) {
        json["computation"] = *run.computation;
        json["global"] = run.global();
    }
    json["whole"] = partJson(efficiency.whole);
    json["phases"] = partsJson(efficiency.phases);
    json["regions"] = partsJson(efficiency.regions);
    json["notes"] = efficiency.notes;
    return json;
}

}  // namespace

std::string analysisJson(const std::vector<RunAnalysis>& runs) {
    Json json{{"format", "gantry analysis"}, {"version", 1}};
    json["runs"] = Json::array();
    for (const RunAnalysis& run : runs) {
        json["runs"].push_back(runJson(run));
    }
    return json.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace gantry::perf
