#pragma once

#include <perf/trace/Trace.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>

namespace gantry::bench {

/// A run of ranks that pass a message around a ring and then meet in MPI_Allreduce, step after
/// step.
struct GeneratedRun {
    int ranks = 4;
    int steps = 64;
    /// ns of computing of a rank in a step.
    std::function<double(int rank, int step)> work;
};

/// Records of one rank and step.
inline constexpr std::size_t kRecordsOfStep = 22;

/// The trace of one rank, as the module for MPI leaves it; one tick is 1 ns.
perf::Trace traceOfRank(const GeneratedRun& run, int rank);

}  // namespace gantry::bench
