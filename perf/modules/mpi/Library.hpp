#pragma once

#include <mpi.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <vector>

namespace gantry::mpi {

/// A number that is the same for equal handles: they are pointers in some libraries, numbers in
/// others. 0 stands for none.
template <class Handle>
std::uintptr_t keyOf(Handle handle) noexcept {
    // NOLINTNEXTLINE(bugprone-sizeof-expression): whether a handle is a pointer is asked
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

namespace detail {

enum class Kind : std::uint8_t { NotAsked, Ours, Another };
inline constinit std::atomic<Kind> kind{Kind::NotAsked};
inline constinit std::atomic<bool> complete{false};
Kind askKindOnce(const void* caller) noexcept;

}  // namespace detail

/// Whether find() found all there is to ask.
inline bool found() noexcept {
    return detail::complete.load(std::memory_order_acquire);
}

/// Whether the program's library of MPI is of the kind that this module was built for. If it is
/// not, its handles are of other types: nothing may be asked of it, nor be looked at that it was
/// handed. The first call asks the library, which may be before MPI_Init; notes a problem in the
/// profile where it is another one.
inline bool isOurs(const void* caller) noexcept {
    detail::Kind known = detail::kind.load(std::memory_order_acquire);
    if (known == detail::Kind::NotAsked) [[unlikely]] {
        known = detail::askKindOnce(caller);
    }
    return known == detail::Kind::Ours;
}

/// Whether several threads of this process may call MPI at once. True where it cannot be asked.
bool isConcurrent() noexcept;

MPI_Comm commWorld() noexcept;
MPI_Comm commSelf() noexcept;
MPI_Comm commNull() noexcept;
MPI_Datatype byteType() noexcept;
int rank(MPI_Comm comm) noexcept;

int size(MPI_Comm comm) noexcept;
bool isInter(MPI_Comm comm) noexcept;

/// Bytes of one element; 0 for a type that does not exist.
std::int64_t typeSize(MPI_Datatype type) noexcept;

// A status is read without asking MPI, which would take longer than the rest: its fields are a part
// of the interface between a program and either library.

inline bool cancelled(const MPI_Status& status) noexcept {
#ifdef OPEN_MPI
    return status._cancelled != 0;
#else
    return (static_cast<unsigned>(status.count_hi_and_cancelled) & 1U) != 0;
#endif
}

/// Bytes that were received, of a request that was not cancelled.
inline std::int64_t received(const MPI_Status& status) noexcept {
#ifdef OPEN_MPI
    return static_cast<std::int64_t>(status._ucount);
#else
    constexpr unsigned kLowBits = 32;
    const auto high = static_cast<unsigned>(status.count_hi_and_cancelled) >> 1U;
    return static_cast<std::int64_t>(std::uint64_t{high} << kLowBits |
                                     static_cast<unsigned>(status.count_lo));
#endif
}

/// Bytes that a call on a file moved. Whether such a call was cancelled its status does not say.
inline std::int64_t moved(const MPI_Status& status) noexcept {
    // MPI_UNDEFINED is below 0.
    return std::max<std::int64_t>(received(status), 0);
}

/// How many hints there are; 0 for MPI_INFO_NULL.
int hints(MPI_Info info) noexcept;

/// For each rank of the communicator, or where it is asked for of its other group, its rank in
/// MPI_COMM_WORLD; -1 where it has none. Throws std::bad_alloc.
std::vector<int> worldRanks(MPI_Comm comm, bool remote);
std::vector<int> windowRanks(MPI_Win win);

}  // namespace library

}  // namespace gantry::mpi
