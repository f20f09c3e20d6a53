#pragma once

#include <mpi.h>

#include <cstdlib>
#include <dlfcn.h>
#include <string>

#include "solvers/common/Solver.hpp"

namespace solvers {

/// Whether MPI has been finalized in this process; no library over MPI can be used any more then.
[[nodiscard]] inline bool mpiHasEnded() {
    int ended = 0;
    MPI_Finalized(&ended);
    return ended != 0;
}

/// Initializes MPI for a library, unless the process has done so. MPI is finalized at the exit of
/// the process here then, so the shared object that calls this must stay loaded
/// (-z nodelete). Throws Breakdown, which names the library, if MPI cannot be initialized.
inline void initializeMpi(const char* library) {
    int begun = 0;
    MPI_Initialized(&begun);
    if (begun != 0) {
        return;
    }
    // Open MPI loads further libraries that look for its symbols, but a component is loaded
    // privately.
    Dl_info mpi{};
    if (dladdr(reinterpret_cast<const void*>(&MPI_Init_thread), &mpi) != 0) {
        dlopen(mpi.dli_fname, RTLD_NOW | RTLD_GLOBAL | RTLD_NOLOAD);
    }
    int provided = 0;
    if (MPI_Init_thread(nullptr, nullptr, MPI_THREAD_MULTIPLE, &provided) != MPI_SUCCESS) {
        throw Breakdown(std::string("MPI, which ") + library + " needs, cannot be initialized");
    }
    std::atexit([] {
        if (!mpiHasEnded()) {
            MPI_Finalize();
        }
    });
}

}  // namespace solvers
