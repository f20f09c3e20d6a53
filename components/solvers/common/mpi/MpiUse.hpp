#pragma once

#include <mpi.h>

#include <cstdlib>
#include <dlfcn.h>
#include <string>

#include "solvers/common/Solver.hpp"

namespace solvers {

/// Whether MPI has been finalized in this process. From then on no library that uses MPI may be
/// called, not even to free its objects.
[[nodiscard]] inline bool mpiHasEnded() {
    int ended = 0;
    MPI_Finalized(&ended);
    return ended != 0;
}

/// Initializes MPI for a library, unless the process has done so; asks for MPI_THREAD_MULTIPLE. If
/// this call initializes MPI, an exit handler finalizes it, so the shared object that calls this
/// must stay loaded (-z nodelete). If the application initialized MPI, the application finalizes
/// it. Throws Breakdown, which names the library, if MPI cannot be initialized. Not thread-safe:
/// call it with the lock of the library that needs MPI.
inline void initializeMpi(const char* library) {
    int begun = 0;
    MPI_Initialized(&begun);
    if (begun != 0) {
        return;
    }
    // Open MPI loads plug-ins that look up its symbols globally, but a component and what it links
    // are loaded with RTLD_LOCAL. This makes the symbols of the loaded library global.
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
