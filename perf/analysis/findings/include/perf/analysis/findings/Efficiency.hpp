#pragma once

#include <perf/analysis/StateTable.hpp>
#include <perf/model/Profile.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gantry::perf {

/// What one rank did in a part of a run, in ns of its main thread.
struct RankWork {
    std::int32_t rank = -1;
    double useful = 0;         ///< wall time outside of communication
    double communication = 0;  ///< wall time in functions of MPI, waits included
    double cpu = 0;            ///< CPU time outside of communication; 0 where it was not measured
};

/// How well a part of a run used its ranks. Parts of 1; `parallel` is the product of the two
/// others. What a profile cannot tell apart is bounded: serialization and transfer are each between
/// `communication` and 1.
struct EfficiencyFactors {
    double timeNs = 0;         ///< of the rank that was in it longest
    double loadBalance = 1;    ///< mean useful time of the ranks by the greatest
    double communication = 1;  ///< greatest useful time by timeNs
    double parallel = 1;
    /// The load balance of CPU times, which processes that share a core do not disturb.
    std::optional<double> cpuLoadBalance{};
};

/// The whole run, a phase, or a top-level region: what the outermost timer of a rank calls.
struct EfficiencyPart {
    std::string name;
    std::vector<RankWork> ranks;  ///< by rank; those that were never in it have zeros
    EfficiencyFactors factors;
};

/// How well a run used its ranks, from its profile.
struct RunEfficiency {
    EfficiencyPart whole;
    std::vector<EfficiencyPart> phases;   ///< the one with the greatest time first
    std::vector<EfficiencyPart> regions;  ///< likewise
    std::uint32_t ranks = 1;
    std::uint32_t cores = 0;        ///< of the machine of the first rank; 0: not known
    std::uint32_t ranksOnHost = 1;  ///< on the fullest machine
    bool hasCpu = false;            ///< CPU time was measured
    /// Of the cores, what programs outside of the run took; nothing where the run does not tell.
    std::optional<double> othersShare;
    double beginAndEndNs = 0;        ///< longest in MPI_Init and MPI_Finalize, left out above
    std::vector<std::string> notes;  ///< what limits all this, in words

    /// More ranks than cores: then wall time in useful work contains waiting for a core.
    [[nodiscard]] bool oversubscribed() const noexcept { return cores > 0 && ranksOnHost > cores; }
    /// Each rank had no core for a good part of the time in which it computed, by its CPU time:
    /// other programs ran on the cores, or all ranks blocked.
    [[nodiscard]] bool contended() const noexcept;
    /// Other programs kept the cores busy. By what they took of them; where that is not known, the
    /// ranks had less of the cores than their own number leaves.
    [[nodiscard]] bool coresBusy() const noexcept;
    /// Wall time in useful work contains waiting for a core.
    [[nodiscard]] bool sharesCores() const noexcept { return oversubscribed() || contended(); }
    /// Of CPU times where the ranks share cores and have them; else of wall times.
    [[nodiscard]] double loadBalance(const EfficiencyPart& part) const noexcept;
};

/// The efficiency of the whole run, of its phases and of its top-level regions. A timer is
/// communication where the rules say idle or overhead, and so is what it calls. Of each rank only
/// the thread that measured most counts. One pass over the profile.
///
/// Throws std::invalid_argument where no metric is a time, or nothing was measured.
///
///     const RunEfficiency run = efficiencyOf(profile, StateRules(usualStates()));
///     if (run.loadBalance(run.whole) < 0.8) { ... }
RunEfficiency efficiencyOf(const Profile& profile, const StateRules& rules);

/// The factors of so much work. Of ranks without any work: all are 1.
EfficiencyFactors factorsOf(const std::vector<RankWork>& ranks, bool hasCpu);

/// By how much less a run computed than the reference in all, for the same problem: the sum of the
/// useful times of the reference by that of the run; of CPU times where both have them. Above 1
/// where the run needed less. 1 for runs without useful time.
double computationEfficiency(const RunEfficiency& reference, const RunEfficiency& run);

/// The parts as a table for people and programs: time, the factors in percent.
ReportTable efficiencyTable(const RunEfficiency& run);

/// One line for each rank of a part: useful, communication, CPU.
ReportTable rankWorkTable(const RunEfficiency& run, const EfficiencyPart& part);

}  // namespace gantry::perf
