#include <base/text/Joined.hpp>
#include <base/text/NumberText.hpp>
#include <perf/analysis/findings/RepeatedRuns.hpp>

#include <algorithm>

namespace gantry::perf {

namespace {

std::string factOf(const Profile& profile, const char* key) {
    for (const auto& [name, value] : profile.context) {
        if (name == key && !value.empty()) {
            return value;
        }
    }
    return {};
}

// A copy has the same; another run has other times, in nanoseconds.
std::string identityOf(const Profile& profile, const RunEfficiency& efficiency) {
    std::string text = profile.created + ' ' + std::to_string(profile.timeNs) + ' ' +
                       profile.machine.host + ' ' + factOf(profile, "start") + ' ' +
                       programOf(profile);
    for (const RankWork& work : efficiency.whole.ranks) {
        for (const double time : {work.useful, work.communication, work.cpu}) {
            text += ' ' + base::exact(time);
        }
    }
    return text;
}

std::string refusal(const RunKind& next, const std::string& is, const RunKind& first,
                    const std::string& was) {
    return next.name + ": " + is + ", but " + first.name + ' ' + was;
}

}  // namespace

RunKind kindOf(const std::string& name, const Profile& profile, const RunEfficiency& efficiency) {
    RunKind kind;
    kind.name = name;
    kind.program = programOf(profile);
    kind.ranks = efficiency.ranks;
    for (const Metric& metric : profile.metrics) {
        kind.metrics.push_back(metric.name);
    }
    std::sort(kind.metrics.begin(), kind.metrics.end());
    kind.partial = profile.partial;
    kind.machine = profile.machine.host;
    if (!profile.machine.cpuModel.empty()) {
        kind.machine += " (" + profile.machine.cpuModel + ')';
    }
    kind.command = factOf(profile, "command");
    kind.identity = identityOf(profile, efficiency);
    return kind;
}

void requireSameKind(const RunKind& first, const RunKind& next) {
    if (!first.program.empty() && !next.program.empty() && first.program != next.program) {
        throw std::invalid_argument(
            refusal(next, "is a run of " + next.program, first, "of " + first.program) +
            "; analyze runs of one program together");
    }
    if (first.ranks != next.ranks) {
        throw NotRepetitionsError(refusal(next, "has " + base::plural(next.ranks, "rank"), first,
                                          std::to_string(first.ranks)) +
                                  "; only runs on the same number of ranks are judged together");
    }
    if (first.metrics != next.metrics) {
        throw NotRepetitionsError(refusal(next,
                                          "has the metrics " + base::joined(next.metrics, ", "),
                                          first, base::joined(first.metrics, ", ")) +
                                  "; only runs with the same metrics are judged together");
    }
}

}  // namespace gantry::perf
