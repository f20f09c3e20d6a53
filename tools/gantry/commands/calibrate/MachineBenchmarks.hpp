#pragma once

#include <perf/analysis/findings/MachineModel.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace gantry::tools {

/// Clock, timer pair, memory, files in the folder for temporary ones; and how much a fixed amount
/// of work differs from time to time. About 2 s.
void measureMachine(perf::MachineModel& machine);

/// What MPI costs with so many ranks, by the program for that. Returns why not, or nothing.
std::string measureMessages(perf::MachineModel& machine, std::uint32_t ranks);

}  // namespace gantry::tools
