#pragma once

#include <perf/analysis/compare/Comparison.hpp>
#include <perf/analysis/gate/GateMetric.hpp>
#include <perf/analysis/gate/GateTrial.hpp>
#include <perf/model/Profile.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace gantry::perf {

/// A machine by facts that do not change from run to run, as GateRecord::machine has it.
std::string gateMachine(const Machine& machine);

/// The runs of a gate, of the baseline and of the candidate: one value of each, and a table in
/// which the two sides can be compared by call path.
///
///     GateSamples samples(GateMetric{});
///     trial.add(samples.add(*side, name, readProfileFile(file)));
///     std::cout << samples.contributions();
class GateSamples final {
public:
    explicit GateSamples(GateMetric metric) : metric_(std::move(metric)) {}

    /// Adds a run, which errors call by that name; returns its value. Throws std::runtime_error
    /// where it is partial or measured in another unit than those before, and std::invalid_argument
    /// where it does not have the metric. Where it throws, no run was added.
    double add(GateSide side, const std::string& name, const Profile& profile);

    /// Of the values; empty before the first run.
    [[nodiscard]] const std::string& unit() const { return unit_; }
    /// What differs between the machines of the two sides; empty: nothing.
    [[nodiscard]] std::string otherMachine() const;
    /// gateMachine() of the candidate.
    [[nodiscard]] std::string machine() const { return gateMachine(candidateMachine_); }
    /// What add() returned for the runs of the candidate, in their order.
    [[nodiscard]] const std::vector<double>& candidateValues() const { return candidateValues_; }
    /// Where the difference comes from, as text; empty where nothing can be said, such as of a
    /// metric that is not wall time.
    [[nodiscard]] std::string contributions() const;

private:
    GateMetric metric_;
    std::string unit_;
    RunTable table_{RunTableOptions{}};
    std::vector<RunFacts> facts_;
    // Places of the runs in table_, as candidate_.
    std::vector<std::size_t> baseline_;
    std::vector<std::size_t> candidate_;
    std::vector<double> candidateValues_;
    Machine baselineMachine_;
    Machine candidateMachine_;
};

}  // namespace gantry::perf
