#include "Call.hpp"

#include <ctime>
#include <string>

#include "Clocks.hpp"
#include "Library.hpp"
#include "Messages.hpp"
#include "PendingRequests.hpp"

namespace gantry::mpi {

namespace {

// How many calls of MPI this thread is in.
[[gnu::tls_model("initial-exec")]] constinit thread_local int depth = 0;

// CPU time of this thread when its last call ended; -1: not read yet.
[[gnu::tls_model("initial-exec")]] constinit thread_local std::int64_t cpuAtEnd = -1;

// A system call of some 400 ns.
std::int64_t threadCpuNs() noexcept {
    constexpr std::int64_t kNsPerSecond = 1'000'000'000;
    timespec time{};
    return ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0
               ? time.tv_sec * kNsPerSecond + time.tv_nsec
               : -1;
}

int reached(MPI_Comm comm) noexcept {
    return library::found() ? communicators::of(comm)->reached() : 0;
}

void noteRank() noexcept {
    const MPI_Comm world = library::commWorld();
    const int rank = library::rank(world);
    messages.begin(rank);
    gantry_fact("rank", std::to_string(rank).c_str());
    gantry_fact("size", std::to_string(library::size(world)).c_str());
}

}  // namespace

// In 64 bits: count and size are ints, and their product need not be one.
std::int64_t bytesOf(int count, MPI_Datatype type) noexcept {
    return count > 0 ? count * library::typeSize(type) : 0;
}

std::int64_t forAll(MPI_Comm comm, int count, MPI_Datatype type) noexcept {
    return bytesOf(count, type) * reached(comm);
}

std::int64_t sumOf(MPI_Comm comm, const int counts[], MPI_Datatype type) noexcept {
    std::int64_t elements = 0;
    const int all = reached(comm);
    for (int rank = 0; rank < all; ++rank) {
        elements += counts[rank];
    }
    return elements * library::typeSize(type);
}

std::int64_t sumOf(MPI_Comm comm, const int counts[], const MPI_Datatype types[]) noexcept {
    std::int64_t bytes = 0;
    const int all = reached(comm);
    for (int rank = 0; rank < all; ++rank) {
        bytes += bytesOf(counts[rank], types[rank]);
    }
    return bytes;
}

// With MPI_IN_PLACE the data are in the receive buffer already.
std::int64_t handedIn(const void* data, int count, MPI_Datatype type) noexcept {
    return data == MPI_IN_PLACE ? 0 : bytesOf(count, type);
}

int rankIn(MPI_Comm comm) noexcept {
    return library::rank(comm);
}

extern "C" [[gnu::visibility("default")]] void gantry_mpi_uncounted_1(int change) noexcept {
    depth += change;
}

extern "C" [[gnu::visibility("default")]] void gantry_mpi_traced_1() noexcept {
    messages.requireTrace();
}

void begin(const void* caller) noexcept {
    library::find(caller);
    if (library::found()) {
        pending.begin(library::isConcurrent());
        noteRank();
        // Where the measurement begins later, as in `gantry run`, clocks are compared by who begins
        // it.
        if (gantry_measuring() != 0) {
            clocks::begin(caller);
        }
    }
}

// The memory for requests is left as it is: most calls use none of it.
// NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): status_ and few_, as said
Call::Call(Function& function, Entry entry, const void* caller) noexcept
    : function_(function),
      entry_(entry),
      caller_(caller),
      outermost_(depth++ == 0 && library::isOurs(caller)) {
    if (outermost_) {
        // Before the timer: reading the clock is neither work of the program nor part of the call.
        if (messages.timesCpu() && cpuAtEnd >= 0) {
            cpuBefore_ = threadCpuNs() - cpuAtEnd;
        }
        started_ = gantry_start(function_.timer());
    }
}

// Balanced for calls that are not measured as well.
Call::~Call() {
    if (taken_ != nullptr) [[unlikely]] {
        putBack();
    }
    --depth;
    if (outermost_ && messages.timesCpu()) {
        cpuAtEnd = threadCpuNs();
    }
}

// The timer ends first: counting bytes is not part of the call.
bool Call::endedMaking(int code) noexcept {
    ended(code);
    return outermost_ && code == MPI_SUCCESS;
}

bool Call::ended(int code) noexcept {
    if (started_ == 0) {
        return false;
    }
    gantry_stop_started(function_.timer(), started_);
    if (cpuBefore_ >= 0) {
        messages.cpuBefore(cpuBefore_);
    }
    return code == MPI_SUCCESS;
}

MPI_Comm* Call::forgottenComm(MPI_Comm* comm) const noexcept {
    if (outermost_) {
        // Before the call, for the same reason.
        communicators::forget(*comm);
    }
    return comm;
}

MPI_Win* Call::forgottenWin(MPI_Win* win) const noexcept {
    if (outermost_) {
        communicators::forgetWindow(*win);
    }
    return win;
}

void Call::gave(std::int64_t bytes) const noexcept {
    gantry_trigger(function_.sent(), static_cast<double>(bytes));
}

void Call::got(std::int64_t bytes) const noexcept {
    gantry_trigger(function_.received(), static_cast<double>(bytes));
}

void Call::sentTo(int to, int tag, MPI_Comm comm, std::int64_t bytes) const noexcept {
    // Such a message goes nowhere and counts as none.
    if (to != MPI_PROC_NULL && library::found()) {
        gave(bytes);
        messages.sent(*communicators::of(comm), to, tag, bytes);
    }
}

void Call::putTo(int target, MPI_Win win, std::int64_t bytes) const noexcept {
    if (target != MPI_PROC_NULL && library::found()) {
        gave(bytes);
        messages.sent(Transfer::OneSided, *communicators::ofWindow(win), target, bytes);
    }
}

void Call::gotFrom(int target, MPI_Win win, std::int64_t bytes) const noexcept {
    if (target != MPI_PROC_NULL && library::found()) {
        got(bytes);
        messages.fetched(*communicators::ofWindow(win), target, bytes);
    }
}

void Call::made(MPI_Comm parent, MPI_Comm comm) const noexcept {
    if (library::found()) {
        communicators::add(parent, comm);
    }
}

void Call::madeOfGroup(MPI_Comm parent, int tag, MPI_Comm comm) const noexcept {
    if (library::found()) {
        communicators::addOfGroup(parent, tag, comm);
    }
}

void Call::countReceived(const PendingRequest& request, const MPI_Status& status) const noexcept {
    // From any source: the empty status of a persistent request that was not started.
    const int source = status.MPI_SOURCE;
    if (source == MPI_PROC_NULL || source == MPI_ANY_SOURCE || library::cancelled(status) ||
        !library::found()) {
        return;
    }
    const std::int64_t bytes = library::received(status);
    got(bytes);
    if (messages.traced()) {
        messages.received(*communicators::ofPending(request.comm), source, status.MPI_TAG, bytes,
                          request.order);
    }
}

void Call::received(MPI_Comm comm, const MPI_Status* status) const noexcept {
    // The receive was posted and completed in one call, so its order is that of now.
    countReceived({.receives = true, .comm = comm, .order = messages.nextOrder()}, *status);
}

}  // namespace gantry::mpi
