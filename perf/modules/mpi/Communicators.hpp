#pragma once

#include <mpi.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace gantry::mpi {

/// What the module knows of a communicator, or of the group of a window, until its handle is freed.
struct Communicator {
    /// Of this process's communicators, from 0; those behind kMost share one.
    std::uint32_t number = 0;
    static constexpr std::uint32_t kMost = 1024;
    /// The same on all its ranks: "MPI_COMM_WORLD"; "MPI_COMM_WORLD.2" for what the second call
    /// that made communicators of it gave, followed by "@4" where not all ranks are in it and 4 is
    /// the first of them.
    std::string label;
    int rank = -1;                ///< this process's in it
    bool inter = false;           ///< an intercommunicator: ranks are those of the other group
    std::vector<int> worldRanks;  ///< of those a message can go to; -1 for one outside of the world
    std::atomic<std::uint32_t> made{0};       ///< communicators that were made of this one
    std::atomic<std::uint64_t> instances{0};  ///< collective calls of it in a traced run

    [[nodiscard]] int reached() const noexcept { return static_cast<int>(worldRanks.size()); }

    /// Negative for a rank that there is not.
    [[nodiscard]] int worldRank(int place) const noexcept {
        const bool inside = place >= 0 && place < reached();
        return inside ? worldRanks[static_cast<std::size_t>(place)] : -1;
    }

    /// Whether a rank of the other group is meant, or this process among its own.
    [[nodiscard]] bool isSelf(int place) const noexcept { return !inter && place == rank; }
};

/// Communicators and windows by their handles. A thread keeps the one it asked for last, so that
/// the usual answer takes no mutex. Usable once library::find() found all.
namespace communicators {

/// Never null; without memory it is one that reaches nobody.
Communicator* of(MPI_Comm comm) noexcept;
/// The same of a communicator that may be freed since; then one that reaches nobody.
Communicator* ofPending(MPI_Comm comm) noexcept;
Communicator* ofWindow(MPI_Win win) noexcept;

/// A call of all ranks of `parent` gave `made`, which may be MPI_COMM_NULL and may be completed
/// later. Nothing is asked about it before it is used.
void add(MPI_Comm parent, MPI_Comm made) noexcept;
/// The same of a call that only the ranks of the new communicator made.
void addOfGroup(MPI_Comm parent, int tag, MPI_Comm made) noexcept;

/// The handle is freed and may come to mean something else.
void forget(MPI_Comm comm) noexcept;
void forgetWindow(MPI_Win win) noexcept;

}  // namespace communicators

}  // namespace gantry::mpi
