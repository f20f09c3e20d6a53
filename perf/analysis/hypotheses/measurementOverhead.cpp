#include <base/text/NumberText.hpp>
#include <perf/analysis/findings/Finding.hpp>
#include <perf/model/Flat.hpp>
#include <perf/model/Overhead.hpp>

#include <algorithm>

namespace gantry::perf {

namespace {

// The timer that was called most often, whatever its path.
std::optional<TimerRecord> mostCalled(const Profile& profile) {
    const std::vector<TimerRecord> timers = flat(profile);
    const auto most = std::max_element(
        timers.begin(), timers.end(),
        [](const TimerRecord& a, const TimerRecord& b) { return a.calls < b.calls; });
    return most == timers.end() ? std::nullopt : std::optional(*most);
}

std::optional<Finding> testOverhead(const Evidence& evidence) {
    const Profile& profile = evidence.profile;
    const auto most = mostCalled(profile);
    if (!profile.probeOverhead || !most || profile.metrics.front().unit != "ns") {
        return std::nullopt;
    }
    const auto total = static_cast<double>(outermostTotal(profile));
    const double overhead = overheadOf(profile, allCalls(profile), allUntimed(profile))[0];
    const double all = isCompensated(profile) ? total + overhead : total;
    if (all <= 0) {
        return std::nullopt;
    }
    const double share = overhead / all;
    const double error = overheadErrorOfAll(profile)[0] / all;
    const bool isPort = !most->info.type.empty() && !most->info.name.starts_with("MPI_");
    const std::string name = fullName(most->info);
    const double mean =
        static_cast<double>(most->inclusive[0]) / std::max(1.0, static_cast<double>(most->calls));
    Finding finding;
    finding.title = isPort ? "A port is called so often that measuring it takes its time."
                           : "Calls are so short that measuring them takes their time.";
    finding.gain = share;
    finding.gainLow = std::max(0.0, share - error);
    finding.gainHigh = share + error;
    finding.gains = {finding.gainLow, finding.gain, finding.gainHigh};
    // The bounds hold with 99 %; on a busy machine they are wide.
    constexpr double kSure = 0.99;
    finding.confidence = finding.gainLow >= evidence.least ? kSure : 0;
    finding.where = name;
    finding.evidence = {"measurement overhead " + base::duration(overhead * 1e-9) + " of " +
                            base::duration(all * 1e-9) + " measured",
                        name + ": " + base::plural(most->calls, "call") + " of " +
                            base::duration(mean * 1e-9) + " each; a start and stop costs " +
                            base::duration(profile.probeOverhead->pair[0] * 1e-9)};
    finding.advice = isPort
                         ? "Let a call of the port do more, such as a whole array at once; or "
                           "measure less: allow sampling, or select all timers but " +
                               name + "."
                         : "Measure less: allow sampling, or select all timers but " + name + ".";
    finding.limit = "It is not included in the times shown, but the run took that much longer.";
    return finding;
}

}  // namespace

Hypothesis measurementOverhead() {
    return {"measurementOverhead", "Does measuring take a part of the run time?", testOverhead};
}

}  // namespace gantry::perf
