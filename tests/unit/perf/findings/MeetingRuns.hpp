#pragma once

#include <perf/analysis/findings/Finding.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <vector>

#include "ProfileSamples.hpp"
#include "TracedRanks.hpp"

/// Generated runs of ranks that work and meet, with times that the test chooses.
namespace gantry::perf::samples {

inline constexpr double kStepMs = 1e6;
inline constexpr int kRanks = 4;
inline constexpr std::size_t kRing = std::size_t{1} << 18U;

/// What a generated run is made of.
struct Steps {
    int count = 32;
    /// Milliseconds of a rank in a step.
    std::function<double(int rank, int step)> work;
    const char* function = "MPI_Barrier";
    double slowdown = 1;  ///< of wall times against CPU times
};

// Each rank works, then all meet. Wall times are longer where cores are shared.
inline MpiTrace meeting(const Steps& steps, bool withCpu) {
    std::deque<TracedRank> ranks;
    std::vector<std::uint64_t> now(kRanks, 1);
    for (int rank = 0; rank < kRanks; ++rank) {
        ranks.emplace_back(rank, kRing);
        ranks.back().call(0, 1, "MPI_Init");
    }
    for (int step = 0; step < steps.count; ++step) {
        std::uint64_t latest = 0;
        std::vector<double> cpu;
        for (int rank = 0; rank < kRanks; ++rank) {
            cpu.push_back(steps.work(rank, step) * kStepMs);
            // Another rank has to wait for a core in each step.
            const double slow = (rank + step) % 2 == 0 ? steps.slowdown : 1;
            now[rank] += static_cast<std::uint64_t>(cpu.back() * slow);
            latest = std::max(latest, now[rank]);
        }
        for (int rank = 0; rank < kRanks; ++rank) {
            if (withCpu) {
                ranks[rank].cpu(cpu[rank]);
            }
            ranks[rank].collective(now[rank], latest + 10, steps.function, (rank + 1) % kRanks);
            now[rank] = latest + 10;
        }
    }
    MpiTraceReader reader;
    for (int rank = 0; rank < kRanks; ++rank) {
        if (withCpu) {
            ranks[rank].cpu(0);
        }
        ranks[rank].call(now[rank], now[rank] + 1, "MPI_Finalize");
        ranks[rank].end(now[rank] + 2);
        reader.add(ranks[rank].trace());
    }
    return reader.result();
}

/// Everything that evidence refers to.
struct Analyzed {
    Profile profile;
    RunEfficiency efficiency;
    TraceAnalysis trace;
    MachineModel machine = defaultMachine();

    [[nodiscard]] std::vector<Finding> findings() const {
        return findingsOf({profile, efficiency, &trace, machine, 0.05});
    }
};

inline Analyzed analyzed(const Steps& steps, bool shared = false, bool withCpu = false) {
    Analyzed found;
    found.profile = withTimers({"main"});
    for (int rank = 0; rank < kRanks; ++rank) {
        addThread(found.profile, {node(0, -1, 1, 100)}).process = rank;
        ProcessInfo process;
        process.rank = rank;
        process.host = "node";
        found.profile.processes.push_back(process);
    }
    found.profile.machine.cores = shared ? 2 : 8;
    found.efficiency = efficiencyOf(found.profile, StateRules(usualStates()));
    MpiTrace run = meeting(steps, withCpu);
    found.trace = analysisOf(run, found.machine, shared);
    return found;
}

inline bool has(const std::vector<Finding>& findings, const std::string& hypothesis) {
    for (const Finding& finding : findings) {
        if (finding.hypothesis == hypothesis) {
            return true;
        }
    }
    return false;
}

}  // namespace gantry::perf::samples
