#pragma once

#include "ModuleRows.hpp"

namespace gantry::bench {

/// Adds rows for calls of HDF5 that move 8 B, in a file of memory, so that no disk is measured.
/// The module hdf5 must be loaded. Exits with a message where it is not, or HDF5 fails.
void printHdf5Rows(ModuleRows& table, int batches);

}  // namespace gantry::bench
