#pragma once

#include <mpi.h>

#include <cstdlib>
#include <dlfcn.h>
#include <mutex>
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

/// Held while MPI is initialized. One for all shared objects of the process: g++ marks the variable
/// as unique if it is compiled with GANTRY_ONE_IN_PROCESS, and the dynamic linker then binds all to
/// the first, however they were loaded.
// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): one lock for the process
[[gnu::visibility("default")]] inline std::mutex mpiBegins;

/// Throws Breakdown, which names the library, if MPI does not allow the calling thread to use it:
/// it was initialized for less than MPI_THREAD_SERIALIZED, by another thread. Local and cheap.
inline void requireMpiThread(const char* library) {
    int level = MPI_THREAD_SINGLE;
    int isMain = 0;
    MPI_Query_thread(&level);
    MPI_Is_thread_main(&isMain);
    if (level < MPI_THREAD_SERIALIZED && isMain == 0) {
        throw Breakdown(std::string("MPI, which ") + library +
                        " needs, may be called only by the thread that initialized it (thread "
                        "level " +
                        std::to_string(level) +
                        "); initialize MPI with MPI_THREAD_MULTIPLE, or solve on that thread");
    }
}

/// Initializes MPI for a library, unless the process has done so; asks for MPI_THREAD_MULTIPLE. If
/// this call initializes MPI, an exit handler finalizes it, so the shared object that calls this
/// must stay loaded (-z nodelete). If the application initialized MPI, the application finalizes
/// it. Throws Breakdown, which names the library, if MPI cannot be initialized, and as
/// requireMpiThread does. Shared objects may call it at the same time; an application that
/// initializes MPI does so before.
inline void initializeMpi(const char* library) {
    const std::lock_guard lock(mpiBegins);
    int begun = 0;
    MPI_Initialized(&begun);
    if (begun != 0) {
        requireMpiThread(library);
        return;
    }
    // Open MPI loads plug-ins that look up its symbols globally, but a component and what it links
    // are loaded with RTLD_LOCAL. This makes the symbols of the loaded library global.
    Dl_info mpi{};
    if (dladdr(reinterpret_cast<const void*>(&MPI_Init_thread), &mpi) != 0) {
        dlopen(mpi.dli_fname, RTLD_NOW | RTLD_GLOBAL | RTLD_NOLOAD);
    }
    // requireMpiThread asks for the level that it was given.
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
