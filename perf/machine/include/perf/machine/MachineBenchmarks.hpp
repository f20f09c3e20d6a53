#pragma once

#include <perf/analysis/findings/MachineModel.hpp>

#include <cstdint>
#include <filesystem>
#include <string>

namespace gantry::perf {

/// This machine: what it is, the costs of its clocks, memory and files (in TMPDIR, else /tmp), and
/// how much the time of a fixed amount of work varies. Takes about 2 s, and is right only where
/// nothing else runs. A cost that cannot be measured is left out.
MachineModel measureMachine();

/// Adds the costs of MPI with that many ranks, which mpirun starts of `program` (mpi_costs).
/// Returns why that is not possible, and adds nothing then; else empty. Takes some seconds.
std::string measureMessages(MachineModel& machine, std::uint32_t ranks,
                            const std::filesystem::path& program);

}  // namespace gantry::perf
