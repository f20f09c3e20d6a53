#pragma once

#include <filesystem>
#include <string>

namespace gantry::tools {

/// Which calls of MPI by components are measured, and from where the module for it is loaded.
struct MpiModuleChoice {
    enum class Wanted { No, IfThere, Yes };
    Wanted wanted = Wanted::No;
    std::filesystem::path folder;  ///< of the modules: lib/gantry/modules
    bool isTraced = false;         ///< whether a message is more than its sums
};

/// Puts the module `mpi` (perf/modules) before the functions of MPI of all libraries that are
/// loaded into this process from now on; hence to be called before the component with the upcalls
/// is made. What it counts goes to the backend of the run as soon as there is one. mpich: MPI is
/// MPICH beside another one. Throws std::runtime_error if the module is wanted and cannot be
/// loaded.
void loadMpiModule(const MpiModuleChoice& choice, bool mpich);

}  // namespace gantry::tools
