#pragma once

#include <perf/analysis/findings/MachineModel.hpp>

#include <string>

namespace gantry::perf {

/// What a machine costs, for people: a line of what it is, then a line for each cost with its
/// spread. Printable characters only.
std::string machineText(const MachineModel& machine);

}  // namespace gantry::perf
