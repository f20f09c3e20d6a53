#pragma once

#include <perf/analysis/findings/Efficiency.hpp>
#include <perf/analysis/findings/TraceAnalysis.hpp>
#include <perf/archive/History.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace gantry::perf {

/// Something that limits the program, and what to do about it. Shares are parts of the run time.
struct Finding {
    std::string hypothesis;  ///< its name, which is that of its file
    std::string title;       ///< one sentence
    double gain = 0;         ///< of the run time that would be saved, expected
    double gainLow = 0;      ///< 10 % and 90 % of what resampling gives
    double gainHigh = 0;
    double confidence = 0;  ///< probability that the gain is at least the smallest interesting one
    std::string where;      ///< rank and call path
    std::vector<std::string> evidence;  ///< sentences with numbers
    std::string advice;
    std::string limit;  ///< what cannot be gained, or would refute it; may be empty
};

/// A replica of a run: steps chosen anew, and costs of the machine drawn from their spread.
struct RunReplica {
    double lengthNs = 0;
    std::vector<double> useful;  ///< by thread
    std::array<double, kWaitKinds> waits{};
    double masterNs = 0;
    double costFactor = 1;  ///< of the machine's costs
    double referenceNs = 0;

    [[nodiscard]] double greatest() const;
    [[nodiscard]] double mean() const;
    [[nodiscard]] double waitSum() const;
    /// Lost to waits although no rank computes that long: length less the greatest useful time.
    [[nodiscard]] double serialNs() const;
};

/// All that hypotheses look at.
struct Evidence {
    const Profile& profile;
    const RunEfficiency& efficiency;
    const TraceAnalysis* trace;  ///< null where there is none
    const MachineModel& machine;
    double least = 0.05;  ///< the smallest gain that is interesting
    /// Of all runs of a repeated measurement; this one among them.
    std::vector<const RunEfficiency*> repetitions{};
    const History* history = nullptr;  ///< decisions of tuners; null where the run has none
};

/// A gain with its confidence, from the replicas of a run.
struct ResampledGain {
    double gain = 0;
    double low = 0;
    double high = 0;
    double confidence = 0;
};

/// Replicas of the traced run: its steps drawn with replacement; with few steps, useful times with
/// the noise of the machine. The same for the same evidence. Needs a trace.
ResampledGain resampled(const Evidence& evidence,
                        const std::function<double(const RunReplica&)>& gain);

/// The same without a trace: useful times of the profile with the noise of the machine.
ResampledGain resampledProfile(const Evidence& evidence,
                               const std::function<double(const std::vector<double>&)>& gain);

/// The same for any amounts of work that should be equal, in ns, such as those of threads: each
/// replica has the noise of the machine. Needs at least one amount.
ResampledGain resampledWork(const Evidence& evidence, const std::vector<double>& work,
                            const std::function<double(const std::vector<double>&)>& gain);

/// For gains whose uncertainty is that of a few numbers: replica() returns the gain for numbers
/// that it draws itself. `gain` is the expected one.
ResampledGain resampledGain(const Evidence& evidence, double gain,
                            const std::function<double(std::mt19937_64&)>& replica);

/// A supposition about what limits a program: one file in perf/analysis/hypotheses each.
struct Hypothesis {
    std::string name;
    std::string question;  ///< what it asks, for the list of all
    /// Nothing where it does not apply.
    std::function<std::optional<Finding>(const Evidence&)> test;
};

/// All of them, in the order of their names.
std::vector<Hypothesis> hypotheses();

/// A traced run of less than 5 ms of replayed time: its balance is noise, so nothing is found.
bool isTooShort(const Evidence& evidence);

/// What each hypothesis that applies says of the run, by their names, whether it is reported or
/// not. Nothing of a run that is too short.
std::vector<Finding> testedHypotheses(const Evidence& evidence);

/// Those of `tested` that are reported: see findingsOf().
std::vector<Finding> reportedOf(const std::vector<Finding>& tested, double least);

/// What was found, the largest expected gain first: gains of at least the smallest interesting one,
/// with a confidence of at least 0.8. Nothing where nothing is wrong.
std::vector<Finding> findingsOf(const Evidence& evidence);

/// "12.3 %"
std::string shareText(double share);

}  // namespace gantry::perf
