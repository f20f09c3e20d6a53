#pragma once

#include <dlfcn.h>

/// How a library that uses MPI for its own ends, inside a measured program, is left out by the
/// module `mpi` (docs/guide/mpi.md), where that is in the process. Nothing is linked.
namespace gantry {

/// While one lives, no call of MPI by this thread is counted or timed: Gantry's own agreements, for
/// example, which are no communication of the program. They may be nested. It is destroyed by the
/// thread that made it. Costs about a nanosecond where there is no module, and two calls where
/// there is. A function that makes or frees communicators should not be left out: what is later
/// counted on them would have no name.
///
///     {
///         const gantry::UncountedMpi uncounted;
///         MPI_Iallreduce(...);
///     }
class UncountedMpi final {
public:
    UncountedMpi() noexcept { change(1); }
    ~UncountedMpi() { change(-1); }
    UncountedMpi(const UncountedMpi&) = delete;
    UncountedMpi& operator=(const UncountedMpi&) = delete;

private:
    using Change = void (*)(int);

    // Looked for once: both ends of a life must find the same.
    static void change(int by) noexcept {
        static const Change found =
            reinterpret_cast<Change>(::dlsym(RTLD_DEFAULT, "gantry_mpi_uncounted_1"));
        if (found != nullptr) {
            found(by);
        }
    }
};

}  // namespace gantry
