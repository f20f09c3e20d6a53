#include <base/text/NumberText.hpp>
#include <perf/analysis/findings/Finding.hpp>

#include <algorithm>
#include <cmath>
#include <map>

namespace gantry::perf {

namespace {

/// A port that one candidate served although another one is known to cost less.
struct BetterCandidate {
    std::string port;
    std::string used;
    std::string better;
    double seconds = 0;  // of the calls that the used one served
    double saved = 0;
    double savedLow = 0;  // with the costs furthest in favour of the used one
};

const ArchivedEstimate* estimateOf(const ArchivedDecision& decision, const std::string& name) {
    for (const ArchivedEstimate& each : decision.estimates) {
        if (each.candidate == name && each.cost > 0) {
            return &each;
        }
    }
    return nullptr;
}

const ArchivedEstimate* cheapest(const ArchivedDecision& decision) {
    const ArchivedEstimate* best = nullptr;
    for (const ArchivedEstimate& each : decision.estimates) {
        if (each.cost > 0 && each.quarantine == 0 && (best == nullptr || each.cost < best->cost)) {
            best = &each;
        }
    }
    return best;
}

// Only where the intervals of both do not overlap, and the tuner was not trying.
void addDecision(std::map<std::string, BetterCandidate>& ports, const ArchivedDecision& decision) {
    const ArchivedEstimate* const used = estimateOf(decision, decision.candidate);
    const ArchivedEstimate* const best = cheapest(decision);
    if (used == nullptr || best == nullptr || used == best || best->high >= used->low ||
        !std::isfinite(decision.seconds)) {
        return;
    }
    BetterCandidate& port = ports[decision.port];
    port.port = decision.port;
    port.used = used->candidate;
    port.better = best->candidate;
    const double seconds = decision.seconds * static_cast<double>(decision.repeats);
    port.seconds += seconds;
    port.saved += seconds * (1 - best->cost / used->cost);
    port.savedLow += seconds * std::max(0.0, 1 - best->high / used->low);
}

std::optional<Finding> testCandidates(const Evidence& evidence) {
    const double length = evidence.efficiency.whole.factors.timeNs * 1e-9;
    if (evidence.history == nullptr || length <= 0) {
        return std::nullopt;
    }
    std::map<std::string, BetterCandidate> ports;
    for (const ArchivedDecision& decision : evidence.history->decisions) {
        // A tuner that tries a candidate knows that it may be slower; undecidedTuner judges that.
        if (decision.reason == "pinned" || decision.reason == "replayed") {
            addDecision(ports, decision);
        }
    }
    const auto most = std::max_element(ports.begin(), ports.end(), [](auto& a, auto& b) {
        return a.second.saved < b.second.saved;
    });
    if (most == ports.end()) {
        return std::nullopt;
    }
    const BetterCandidate& port = most->second;
    const double low = std::min(1.0, port.savedLow / length);
    const double high = std::min(1.0, port.saved / length);
    std::uniform_real_distribution<double> between(low, std::nextafter(high, 2.0));
    const ResampledGain gain =
        resampledGain(evidence, high, [&](std::mt19937_64& random) { return between(random); });
    Finding finding;
    finding.title = port.better + " is known to serve " + port.port + " in less time.";
    finding.setGain(gain);
    finding.where = port.port;
    finding.subject = port.port + ' ' + port.better;
    finding.evidence = {port.used + " served calls of " + base::duration(port.seconds) +
                        "; by the costs in the tuning store, " + port.better +
                        " would have needed " + base::duration(port.seconds - port.saved)};
    finding.advice = "Use " + port.better + ", or let the tuner choose (strategy thompson_capped).";
    return finding;
}

}  // namespace

Hypothesis betterCandidate() {
    return {"betterCandidate", "Is a better candidate than the fixed one known?", testCandidates};
}

}  // namespace gantry::perf
