#pragma once

#include "ModuleRows.hpp"

namespace gantry::bench {

/// Modules that stand behind an interface for announced regions, as words of `gantry exec
/// --modules`.
inline constexpr const char* kRegionModules = "kokkos,openmp,perfstubs,itt";

/// Adds a row for the begin and the end of one region in each of these interfaces: by the functions
/// that the modules in this process give to a library, and by empty ones. Throws
/// std::runtime_error if a module is not there.
void printRegionPairs(ModuleRows& table, int batches);

}  // namespace gantry::bench
