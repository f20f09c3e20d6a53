#pragma once

#include <perf/analysis/compare/Comparison.hpp>
#include <perf/analysis/gate/GateTrial.hpp>
#include <perf/model/Profile.hpp>
#include <perf/recording/Supervisor.hpp>

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace gantry::tools {

/// What a gate compares: one number of each run.
struct GateMetric {
    std::string metric = "elapsed";  ///< elapsed, cpu, or the name of a metric
    std::string timer;               ///< pattern; empty: the whole run

    [[nodiscard]] std::string text() const;
    /// The value of a run, in unit(). Throws std::invalid_argument where the run does not have it.
    [[nodiscard]] double valueOf(const perf::Profile& run) const;
    [[nodiscard]] std::string unitOf(const perf::Profile& run) const;
};

/// How the runs of a gate are made.
struct GateCommands {
    std::vector<std::string> candidate;
    std::vector<std::string> baseline;             ///< empty: only stored runs
    std::optional<std::filesystem::path> archive;  ///< that the command writes itself
    std::optional<std::filesystem::path> keep;     ///< where archives are kept
};

/// Runs commands measured, one after the other, and keeps their profiles in a table.
class GateRuns final {
public:
    GateRuns(GateCommands commands, GateMetric metric);
    ~GateRuns();
    GateRuns(const GateRuns&) = delete;
    GateRuns& operator=(const GateRuns&) = delete;

    /// Adds stored runs of the baseline; returns their values.
    std::vector<double> addStored(const std::vector<std::filesystem::path>& files);
    /// Runs one command to its end. Throws where it cannot be run, fails, or was not measured.
    double run(perf::GateSide side);

    [[nodiscard]] const std::string& unit() const { return unit_; }
    /// What differs between the machines, empty: nothing.
    [[nodiscard]] std::string otherMachine() const;
    /// The machine, by facts that do not change from run to run.
    [[nodiscard]] std::string machine() const;
    /// Where the difference comes from; empty where nothing can be said.
    [[nodiscard]] std::string contributions() const;

private:
    double add(perf::GateSide side, const std::string& name, const perf::Profile& profile);
    [[nodiscard]] std::vector<std::string> measured(const std::vector<std::string>& words,
                                                    const std::filesystem::path& file) const;

    GateCommands commands_;
    GateMetric metric_;
    std::filesystem::path folder_;
    std::size_t runs_ = 0;
    std::string unit_;
    perf::RunTable table_{perf::RunTableOptions{}};
    std::vector<perf::RunFacts> facts_;
    std::vector<std::size_t> baseline_;
    std::vector<std::size_t> candidate_;
    perf::Machine baselineMachine_;
    perf::Machine candidateMachine_;
};

}  // namespace gantry::tools
