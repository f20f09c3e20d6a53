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

/// A gain with its confidence, from the replicas of a run.
struct ResampledGain {
    double gain = 0;
    double low = 0;
    double high = 0;
    double confidence = 0;
    std::vector<double> gains{};  ///< of the replicas, ascending
};

/// What one of several workers, ranks or threads, computed in a run.
struct WorkerShare {
    std::string name;  ///< "rank 3"
    double work = 0;   ///< as a part of the run time
    double error = 0;  ///< standard error of its work above the mean, by the steps of the run
};

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
    /// Why one run does not decide, and what to do about it; empty where it does.
    std::string repetition{};

    // What is kept to judge several runs together (RepeatedRuns.hpp).
    std::string subject{};        ///< what the gain belongs to, such as a lock; empty: the run
    std::vector<double> gains{};  ///< of the replicas, ascending
    /// Of unequal work: all workers. The gain is what the one with most has above the mean.
    std::vector<WorkerShare> workers{};
    double noise = 0;  ///< by which the work of each may be off, relative

    /// Limit and repetition, as they are shown.
    [[nodiscard]] std::string limits() const;
    /// Takes gain, quantiles, confidence and replicas.
    void setGain(ResampledGain resampled);
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
    const TraceAnalysis* trace = nullptr;  ///< null where there is none
    const MachineModel& machine;
    double least = 0.05;               ///< the smallest gain that is interesting
    const History* history = nullptr;  ///< decisions of tuners; null where the run has none
};

/// By how much times of equal work may differ in this run, relative: on cores that ranks share, CPU
/// times do.
double noiseOf(const Evidence& evidence);

/// The ranks of a traced run; the same as resampled() takes for as it was. Linear in its steps.
std::vector<WorkerShare> workersOf(const TraceAnalysis& trace);

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

/// Whether a finding is reported: see findingsOf().
bool isReported(const Finding& finding, double least);

/// Those of `tested` that are reported: see findingsOf().
std::vector<Finding> reportedOf(const std::vector<Finding>& tested, double least);

/// What was found, the largest expected gain first: gains of at least the smallest interesting one,
/// with a confidence of at least 0.8. Nothing where nothing is wrong.
std::vector<Finding> findingsOf(const Evidence& evidence);

/// "12.3 %"
std::string shareText(double share);

}  // namespace gantry::perf
