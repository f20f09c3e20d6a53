#pragma once

#include <base/files/TemporaryFolder.hpp>
#include <perf/analysis/gate/GateSamples.hpp>
#include <perf/analysis/gate/GateText.hpp>

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace gantry::perf {

/// How the runs of a gate are made. Commands are words, not a line for a shell.
struct GateCommands {
    std::vector<std::string> candidate;
    std::vector<std::string> baseline;             ///< empty: only stored runs
    std::optional<std::filesystem::path> archive;  ///< that the command writes itself
    std::optional<std::filesystem::path> keep;     ///< where archives are kept
    /// The words before a command that measure it into the file; not called with `archive`.
    std::function<std::vector<std::string>(const std::filesystem::path& file)> measuring;
};

/// Runs commands measured, one after the other, and keeps what they measured. Blocks while a
/// command runs. One thread.
class GateRuns final {
public:
    /// Throws base::FileError where the folder for archives cannot be made.
    GateRuns(GateCommands commands, GateMetric metric);

    /// Adds stored runs of the baseline; returns their values.
    std::vector<double> addStored(const std::vector<std::filesystem::path>& files);
    /// Runs one command to its end. Throws where it cannot be run, fails, or was not measured.
    /// Returns the value of the metric, in its unit, and keeps it in samples().
    double run(GateSide side);

    /// Valid as long as this object; grows with each run.
    [[nodiscard]] const GateSamples& samples() const { return samples_; }

private:
    [[nodiscard]] std::vector<std::string> measured(const std::vector<std::string>& words,
                                                    const std::filesystem::path& file) const;

    GateCommands commands_;
    std::optional<base::TemporaryFolder> temporary_;  ///< where archives are not kept
    std::filesystem::path folder_;
    std::size_t runs_ = 0;
    GateSamples samples_;
};

/// Runs the commands as a trial with the options of the report asks for, and fills in its outcome.
/// stored: values of the baseline that were measured before. No run begins once `budget` seconds
/// have passed; one that has begun is never cut off. Throws what GateRuns and GateTrial throw.
void runGate(GateRuns& runs, std::vector<double> stored, double budget, GateReport& report);

/// Adds to the report what weakens its verdict: a baseline that was not measured in turn, another
/// machine, which withdraws the verdict, and runs too short to judge. wholeRun: the metric is of
/// the whole run, not of a timer. After runGate().
void noteWeakness(const GateRuns& runs, bool wholeRun, GateReport& report);

/// What the history keeps, with the time of now; without the name of the gate and the revision.
GateRecord gateRecord(const GateRuns& runs, const GateReport& report);

}  // namespace gantry::perf
