#include <base/text/NumberText.hpp>
#include <perf/analysis/findings/Finding.hpp>

#include <algorithm>
#include <cmath>
#include <map>

namespace gantry::perf {

namespace {

/// What a tuned port tried in one run.
struct Tuning {
    double seconds = 0;  // of all its calls
    double lost = 0;     // of them: above the candidate that is now believed to be the best
    std::int64_t calls = 0;
    std::size_t contexts = 0;
    std::size_t undecided = 0;  // contexts whose best two candidates cannot be distinguished
};

const ArchivedEstimate* bestOf(const std::vector<ArchivedEstimate>& estimates) {
    const ArchivedEstimate* best = nullptr;
    for (const ArchivedEstimate& each : estimates) {
        if (each.cost > 0 && (best == nullptr || each.cost < best->cost)) {
            best = &each;
        }
    }
    return best;
}

bool isDecided(const std::vector<ArchivedEstimate>& estimates, const ArchivedEstimate& best) {
    return std::all_of(estimates.begin(), estimates.end(), [&best](const ArchivedEstimate& each) {
        const bool isOther = each.candidate != best.candidate && each.cost > 0;
        return !isOther || each.low >= best.high;
    });
}

// Decisions of one context, in the order of time: the last one knows most.
void addContext(Tuning& tuning, const std::vector<const ArchivedDecision*>& decisions) {
    const std::vector<ArchivedEstimate>& last = decisions.back()->estimates;
    const ArchivedEstimate* const best = bestOf(last);
    if (best == nullptr) {
        return;
    }
    ++tuning.contexts;
    tuning.undecided += isDecided(last, *best) ? 0 : 1;
    for (const ArchivedDecision* const each : decisions) {
        if (!std::isfinite(each->seconds) || !std::isfinite(each->cost) || each->cost <= 0) {
            continue;
        }
        const auto repeats = static_cast<double>(each->repeats);
        const double above = std::max(0.0, 1 - best->cost / each->cost);
        tuning.calls += each->repeats;
        tuning.seconds += each->seconds * repeats;
        tuning.lost += each->candidate == best->candidate ? 0 : each->seconds * above * repeats;
    }
}

std::map<std::string, Tuning> tuningsOf(const History& history) {
    std::map<std::string, std::map<std::string, std::vector<const ArchivedDecision*>>> contexts;
    for (const ArchivedDecision& decision : history.decisions) {
        // Where a candidate is given, no tuner decides.
        if (decision.reason == "pinned" || decision.reason == "replayed") {
            continue;
        }
        contexts[decision.port][decision.context].push_back(&decision);
    }
    std::map<std::string, Tuning> tunings;
    for (const auto& [port, ofPort] : contexts) {
        for (const auto& [context, decisions] : ofPort) {
            addContext(tunings[port], decisions);
        }
    }
    return tunings;
}

Finding undecidedAt(const std::string& port, const Tuning& tuning, const ResampledGain& gain) {
    Finding finding;
    finding.title = "The tuner of " + port + " spends time on candidates that it does not keep.";
    finding.setGain(gain);
    finding.where = port;
    finding.subject = port;
    finding.evidence = {base::plural(static_cast<std::size_t>(tuning.calls), "call") + " took " +
                            base::duration(tuning.seconds) + ", " + base::duration(tuning.lost) +
                            " more than the best candidate would have taken",
                        std::to_string(tuning.undecided) + " of " +
                            base::plural(tuning.contexts, "context") +
                            ": the best two candidates cannot be distinguished"};
    finding.advice = tuning.undecided > 0
                         ? "Tune by a metric with less noise (cost cpu), use fewer candidates, or "
                           "make a longer run; "
                           "the decision log lists what was tried."
                         : "Keep a store (parameter store of the tuner), so that the next run "
                           "starts with the costs that this one learned.";
    finding.limit = "Part of the trials is the price of finding the best candidate.";
    return finding;
}

std::optional<Finding> testTuners(const Evidence& evidence) {
    const double length = evidence.efficiency.whole.factors.timeNs * 1e-9;
    if (evidence.history == nullptr || length <= 0) {
        return std::nullopt;
    }
    const std::map<std::string, Tuning> tunings = tuningsOf(*evidence.history);
    const auto most = std::max_element(tunings.begin(), tunings.end(), [](auto& a, auto& b) {
        return a.second.lost < b.second.lost;
    });
    if (most == tunings.end() || most->second.lost <= 0) {
        return std::nullopt;
    }
    // The seconds lost are known up to the noise of single calls, which evens out over many.
    const double share = std::min(1.0, most->second.lost / length);
    const double noise =
        0.5 / std::sqrt(static_cast<double>(std::max<std::int64_t>(1, most->second.calls)));
    std::normal_distribution<double> normal;
    const ResampledGain gain = resampledGain(evidence, share, [&](std::mt19937_64& random) {
        return share * (1 + noise * normal(random));
    });
    return undecidedAt(most->first, most->second, gain);
}

}  // namespace

Hypothesis undecidedTuner() {
    return {"undecidedTuner", "Does a tuner lose time to candidates that it does not keep?",
            testTuners};
}

}  // namespace gantry::perf
