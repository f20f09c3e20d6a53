#include <perf/analysis/gate/GateSamples.hpp>

#include <algorithm>
#include <stdexcept>

namespace gantry::perf {

std::string gateMachine(const Machine& machine) {
    return machine.cpuModel + ", " + std::to_string(machine.cores) + " cores, " + machine.os;
}

double GateSamples::add(GateSide side, const std::string& name, const Profile& profile) {
    const bool isBaseline = side == GateSide::Baseline;
    if (!profile.partial.empty()) {
        throw std::runtime_error(name + ": is partial (" + profile.partial +
                                 "), so its values are too low to compare");
    }
    const std::string unit = metric_.unitOf(profile);
    if (!unit_.empty() && unit != unit_) {
        throw std::runtime_error(name + ": the metric is in '" + unit + "', before in '" + unit_ +
                                 "'");
    }
    unit_ = unit;
    const double value = metric_.valueOf(profile);
    (isBaseline ? baseline_ : candidate_).push_back(table_.add(name, profile));
    facts_.push_back(factsOf(profile));
    if (!isBaseline) {
        candidateValues_.push_back(value);
    }
    (isBaseline ? baselineMachine_ : candidateMachine_) = profile.machine;
    return value;
}

std::string GateSamples::otherMachine() const {
    if (baseline_.empty() || candidate_.empty() || baselineMachine_ == candidateMachine_) {
        return "";
    }
    const Machine& a = baselineMachine_;
    const Machine& b = candidateMachine_;
    return a.cpuModel != b.cpuModel || a.cores != b.cores
               ? a.cpuModel + " with " + std::to_string(a.cores) + " cores, and " + b.cpuModel +
                     " with " + std::to_string(b.cores)
           : a.host != b.host ? "hosts " + a.host + " and " + b.host
                              : "";
}

std::string GateSamples::contributions() const {
    // The table is of wall time: that may have shrunk where CPU time has grown.
    const bool isWall = metric_.metric == "elapsed" || metric_.metric == "wall";
    if (baseline_.empty() || candidate_.empty() || !isWall) {
        return "";
    }
    try {
        const Comparison comparison = compareRuns(table_, baseline_, candidate_, {}, facts_);
        const std::string text = comparisonText({table_, comparison, "baseline", "command", 10});
        const std::size_t begin = text.find("\nChanged");
        const std::size_t where = text.find("\nWhere ");
        const std::size_t first = std::min(begin, where);
        return first == std::string::npos ? "" : text.substr(first);
    } catch (const std::invalid_argument&) {
        // No call path is in both: then there is nothing to add.
        return "";
    }
}

}  // namespace gantry::perf
