#pragma once

#include <perf/analysis/gate/GateSamples.hpp>

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace gantry::tools {

/// How the runs of a gate are made.
struct GateCommands {
    std::vector<std::string> candidate;
    std::vector<std::string> baseline;             ///< empty: only stored runs
    std::optional<std::filesystem::path> archive;  ///< that the command writes itself
    std::optional<std::filesystem::path> keep;     ///< where archives are kept
};

/// Runs commands measured, one after the other, and keeps what they measured.
class GateRuns final {
public:
    GateRuns(GateCommands commands, perf::GateMetric metric);
    ~GateRuns();
    GateRuns(const GateRuns&) = delete;
    GateRuns& operator=(const GateRuns&) = delete;

    /// Adds stored runs of the baseline; returns their values.
    std::vector<double> addStored(const std::vector<std::filesystem::path>& files);
    /// Runs one command to its end. Throws where it cannot be run, fails, or was not measured.
    double run(perf::GateSide side);

    [[nodiscard]] const perf::GateSamples& samples() const { return samples_; }

private:
    [[nodiscard]] std::vector<std::string> measured(const std::vector<std::string>& words,
                                                    const std::filesystem::path& file) const;

    GateCommands commands_;
    std::filesystem::path folder_;
    std::size_t runs_ = 0;
    perf::GateSamples samples_;
};

}  // namespace gantry::tools
