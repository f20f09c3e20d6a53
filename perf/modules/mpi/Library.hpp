#pragma once

#include <mpi.h>

#include <cstdint>

namespace gantry::mpi {

/// A number that is the same for equal handles: they are pointers in some libraries, numbers in
/// others. 0 stands for none.
template <class Handle>
std::uintptr_t keyOf(Handle handle) noexcept {
    if constexpr (sizeof(Handle) == sizeof(void*)) {
        return reinterpret_cast<std::uintptr_t>(handle);
    } else {
        return static_cast<std::uintptr_t>(static_cast<std::uint32_t>(handle));
    }
}

/// What the module asks of MPI itself, by the functions behind it, so that nothing of it is
/// measured. Only local functions: none communicates. Usable between MPI_Init and MPI_Finalize.
namespace library {

/// Finds the functions. Called once, when MPI has begun. caller: as for functionBehind().
void find(const void* caller) noexcept;

/// Whether find() found all there is to ask.
bool found() noexcept;

MPI_Comm commWorld() noexcept;
int rank(MPI_Comm comm) noexcept;

/// How many ranks a call of this communicator reaches: in an intercommunicator those of the other
/// group.
int reached(MPI_Comm comm) noexcept;
bool isInter(MPI_Comm comm) noexcept;

/// Bytes of one element; 0 for a type that does not exist.
std::int64_t typeSize(MPI_Datatype type) noexcept;

/// Bytes that were received; 0 where the request was cancelled.
std::int64_t received(const MPI_Status& status) noexcept;

/// The rank in MPI_COMM_WORLD of a rank of the communicator or window; negative where it has none.
/// The answer is kept by handle until forget(): takes a mutex for others than MPI_COMM_WORLD.
int worldRank(MPI_Comm comm, int rank) noexcept;
int worldRank(MPI_Win win, int rank) noexcept;

/// The handle is freed and may come to mean something else.
void forget(MPI_Comm comm) noexcept;
void forget(MPI_Win win) noexcept;

}  // namespace library

}  // namespace gantry::mpi
