// What calls of collective functions have moved.
#include <algorithm>
#include <ctime>

#include "Call.hpp"
#include "Library.hpp"
#include "Messages.hpp"

namespace gantry::mpi {

namespace {

std::int64_t nowNs() noexcept {
    constexpr std::int64_t kNsPerSecond = 1'000'000'000;
    timespec now{};
    ::clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * kNsPerSecond + now.tv_nsec;
}

}  // namespace

Communicator* Call::known(MPI_Comm comm) noexcept {
    return library::found() ? communicators::of(comm) : nullptr;
}

int Call::sizeOf(MPI_Comm comm) noexcept {
    return library::size(comm);
}

bool Call::isRoot(int root, const Communicator& all) noexcept {
    // MPI_ROOT: of an intercommunicator, whose root is in the other group.
    return root == MPI_ROOT || (root >= 0 && all.isSelf(root));
}

void Call::gathers() noexcept {
    if (started_ != 0) {
        beganNs_ = nowNs();
    }
}

void Call::called(Communicator& all, std::int64_t bytes) const noexcept {
    messages.collective(all, bytes, std::max<std::int64_t>(nowNs() - beganNs_, 0));
}

// Of an intercommunicator the root is in the other group for some ranks, and not named to others.
void Call::hasRoot(int root, const Communicator& all) noexcept {
    const int rank = all.inter ? -1 : all.worldRank(root);
    if (rank >= 0 && messages.traced()) {
        messages.root(rank);
    }
}

void Call::toOne(const Communicator& all, int rank, std::int64_t bytes) noexcept {
    messages.sent(Transfer::Collective, all, rank, bytes);
}

void Call::toOthers(const Communicator& all, std::int64_t bytes) noexcept {
    messages.sentToOthers(Transfer::Collective, all, bytes);
}

// Programs may not rely on whether a blocking call of all ranks waits for all of them, so that it
// is safe to wait here; one that does not block may return before others can come. Counted for
// calls that are not timed as well: which ones are may differ from rank to rank.
void Call::meetOthers(MPI_Comm comm) const noexcept {
    if (outermost_ && function_.blocks() && comm == library::commWorld()) {
        clocks::meet();
    }
}

void Call::gaveInAll(Communicator* all, std::int64_t bytes) const noexcept {
    if (all != nullptr) {
        called(*all, bytes);
        gave(bytes);
    }
}

void Call::toRoot(int root, Communicator& all, std::int64_t bytes) const noexcept {
    // In the group of the root of an intercommunicator: neither the root nor the others give
    // anything.
    if (!takesPart(root)) {
        called(all, 0);
        return;
    }
    gaveInAll(&all, bytes);
    hasRoot(root, all);
    if (!isRoot(root, all)) {
        toOne(all, root, bytes);
    }
}

void Call::collective(MPI_Comm comm, std::int64_t bytes) const noexcept {
    if (Communicator* const all = known(comm)) {
        called(*all, bytes);
    }
}

void Call::broadcast(int root, MPI_Comm comm, std::int64_t bytes) const noexcept {
    Communicator* const all = known(comm);
    if (all == nullptr) {
        return;
    }
    if (isRoot(root, *all)) {
        gaveInAll(all, bytes);
        hasRoot(root, *all);
        toEach(*all, [bytes](int) { return bytes; });
        return;
    }
    called(*all, 0);
    hasRoot(root, *all);
    if (root != MPI_PROC_NULL) {
        got(bytes);
    }
}

void Call::reduced(int root, MPI_Comm comm, std::int64_t bytes) const noexcept {
    if (Communicator* const all = known(comm)) {
        toRoot(root, *all, bytes);
    }
}

void Call::scanned(MPI_Comm comm, std::int64_t bytes) const noexcept {
    Communicator* const all = known(comm);
    gaveInAll(all, bytes);
    if (all == nullptr) {
        return;
    }
    // One event for each pair of ranks would be too many.
    if (all->reached() > kMostEach) {
        toOthers(*all, bytes * (all->reached() - 1 - all->rank));
        return;
    }
    // What a rank gives to a scan reaches all ranks behind it.
    for (int rank = all->rank + 1; rank < all->reached(); ++rank) {
        toOne(*all, rank, bytes);
    }
}

void Call::contributed(MPI_Comm comm, std::int64_t bytes) const noexcept {
    if (Communicator* const all = known(comm)) {
        gaveInAll(all, bytes);
        toEach(*all, [bytes](int) { return bytes; });
    }
}

void Call::shared(MPI_Comm comm, std::int64_t own, std::int64_t received) const noexcept {
    if (known(comm) != nullptr) {
        contributed(comm, own);
        got(received);
    }
}

}  // namespace gantry::mpi
