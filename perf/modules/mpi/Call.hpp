#pragma once

#include <mpi.h>

#include <array>
#include <cstdint>
#include <optional>

#include "Clocks.hpp"
#include "Communicators.hpp"
#include "Function.hpp"
#include "PendingRequests.hpp"

namespace gantry::mpi {

/// Bytes of so many elements.
std::int64_t bytesOf(int count, MPI_Datatype type) noexcept;

/// Bytes of so many elements for each rank that a call of this communicator reaches.
std::int64_t forAll(MPI_Comm comm, int count, MPI_Datatype type) noexcept;

/// Bytes of a number of elements for each rank; the type is one for all, or one for each.
std::int64_t sumOf(MPI_Comm comm, const int counts[], MPI_Datatype type) noexcept;
std::int64_t sumOf(MPI_Comm comm, const int counts[], const MPI_Datatype types[]) noexcept;

/// Bytes a rank hands in itself; 0 where its data is in place.
std::int64_t handedIn(const void* data, int count, MPI_Datatype type) noexcept;

/// This process's rank in the communicator.
int rankIn(MPI_Comm comm) noexcept;

/// As gantry::UncountedMpi says: more, or fewer, of what encloses the calls of this thread.
extern "C" void gantry_mpi_uncounted_1(int change) noexcept;

/// Each message is kept with its tag and order from now on, as in a run with GANTRY_TRACE: for a
/// program that traces by itself. To be called before MPI begins.
extern "C" void gantry_mpi_traced_1() noexcept;

/// MPI has begun in this process: finds the library's functions, and notes rank and size.
void begin(const void* caller) noexcept;

/// One call of a function of MPI by the program: it is timed from its making to ended(), and its
/// messages are counted after that. A call inside another one passes through: nothing of it is
/// counted, and what it was handed goes on unchanged. Lives on the stack of the wrapper.
class Call final {
public:
    /// caller: the wrapper's return address.
    Call(Function& function, Entry entry, const void* caller) noexcept;
    ~Call();
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;

    /// The function itself; null where the program has no such function.
    template <class Pointer>
    Pointer behind() const noexcept {
        return reinterpret_cast<Pointer>(function_.behind(entry_, caller_));
    }

    /// Stops the timer. Whether the call is to be counted: it is measured, succeeded, and the
    /// module can ask MPI.
    bool ended(int code) noexcept;
    /// The same for a function that makes communicators. These are known even if the call is not
    /// timed, since they outlive it, and later calls are counted by their names.
    bool endedMaking(int code) noexcept;

    /// The call may have begun MPI. Not only where it is timed: the measurement may begin later.
    void mayHaveBegun(int code) const noexcept {
        if (outermost_ && code == MPI_SUCCESS) {
            begin(caller_);
        }
    }

    /// The call is collective, and begins now. Its time is also kept by communicator, which costs
    /// more than is bearable for a message.
    void gathers() noexcept;
    /// The call was collective: where it is one of all ranks that has not returned before the
    /// others came, they may meet.
    void met(MPI_Comm comm) const noexcept {
        if (clocks::several.load(std::memory_order_relaxed)) [[unlikely]] {
            meetOthers(comm);
        }
    }

    // What goes into the call in place of what the program handed in.

    /// A status of ours where the program ignores it. Asked again after the call: the same.
    MPI_Status* kept(MPI_Status* status) noexcept {
        return started_ != 0 && status == MPI_STATUS_IGNORE ? &status_ : status;
    }
    MPI_Status* kept(int count, MPI_Status* statuses) const noexcept;
    /// The same requests, noted because the call overwrites those it completes.
    MPI_Request* remembered(int count, MPI_Request* requests) noexcept;
    /// The same handle, of which nothing is known from now on.
    MPI_Request* forgottenRequest(MPI_Request* request) const noexcept;
    MPI_Comm* forgottenComm(MPI_Comm* comm) const noexcept;
    MPI_Win* forgottenWin(MPI_Win* win) const noexcept;

    // What a call that ended has moved.

    void gave(std::int64_t bytes) const noexcept;
    void got(std::int64_t bytes) const noexcept;
    void sentTo(int to, int tag, MPI_Comm comm, std::int64_t bytes) const noexcept;
    void putTo(int target, MPI_Win win, std::int64_t bytes) const noexcept;
    void gotFrom(int target, MPI_Win win, std::int64_t bytes) const noexcept;
    void received(MPI_Comm comm, const MPI_Status* status) const noexcept;

    void willReceive(MPI_Request request, MPI_Comm comm) const noexcept;
    void willReceiveOften(MPI_Request request, MPI_Comm comm) const noexcept;
    void willSendOften(MPI_Request request, int to, int tag, MPI_Comm comm,
                       std::int64_t bytes) const noexcept;

    /// A message that was found and is now waiting for its receive.
    void probed(MPI_Message message, MPI_Comm comm) const noexcept;
    /// The same handle; what is known of the message is that of this call from now on.
    MPI_Message* taken(MPI_Message* message) noexcept;
    void receivedProbed(const MPI_Status* status) const noexcept;
    void willReceiveProbed(MPI_Request request) const noexcept;

    void started(int count, const MPI_Request requests[]) const noexcept;
    /// index: of the remembered requests; MPI_UNDEFINED where there was none to complete.
    void completed(int index, const MPI_Status* status) const noexcept;
    void completedAll(int count, const MPI_Status statuses[]) const noexcept;
    void completedSome(int count, const int indices[], const MPI_Status statuses[]) const noexcept;

    /// A communicator was made of the other one.
    void made(MPI_Comm parent, MPI_Comm comm) const noexcept;
    void madeOfGroup(MPI_Comm parent, int tag, MPI_Comm comm) const noexcept;

    // Collective functions. Each counts one call of the communicator, the bytes that this rank
    // hands in and gets, and those that other ranks get of what it hands in.

    void collective(MPI_Comm comm, std::int64_t bytes) const noexcept;
    void broadcast(int root, MPI_Comm comm, std::int64_t bytes) const noexcept;
    void reduced(int root, MPI_Comm comm, std::int64_t bytes) const noexcept;
    void scanned(MPI_Comm comm, std::int64_t bytes) const noexcept;
    /// The same to all.
    void contributed(MPI_Comm comm, std::int64_t bytes) const noexcept;
    /// The same to all, of which this rank gets so many.
    void shared(MPI_Comm comm, std::int64_t own, std::int64_t received) const noexcept;

    /// part: gives the bytes for a rank.
    template <class Part>
    void contributed(MPI_Comm comm, Part part) const noexcept {
        Communicator* const all = known(comm);
        // In an intercommunicator the parts are those of this rank's own group.
        const int ranks = all == nullptr ? 0 : all->inter ? sizeOf(comm) : all->reached();
        gaveInAll(all, sumOf(ranks, part));
        if (all != nullptr && !all->inter) {
            toEach(*all, part);
        }
    }

    /// part: gives the bytes for a rank.
    template <class Part>
    void exchanged(MPI_Comm comm, Part part, std::int64_t received) const noexcept {
        if (Communicator* const all = known(comm)) {
            gaveInAll(all, sumOf(all->reached(), part));
            toEach(*all, part);
            got(received);
        }
    }

    /// collected: gives what the root gets in all, which only the root knows.
    template <class Bytes>
    void gathered(int root, MPI_Comm comm, std::int64_t bytes, Bytes collected) const noexcept {
        if (Communicator* const all = known(comm)) {
            toRoot(root, *all, bytes);
            if (isRoot(root, *all)) {
                got(collected());
            }
        }
    }

    /// part: gives what the root hands out to a rank, which only the root knows.
    template <class Part>
    void scattered(int root, MPI_Comm comm, std::int64_t bytes, Part part) const noexcept {
        if (Communicator* const all = known(comm)) {
            if (isRoot(root, *all)) {
                gaveInAll(all, sumOf(all->reached(), part));
                toEach(*all, part);
            } else {
                called(*all, 0);
            }
            hasRoot(root, *all);
            if (takesPart(root)) {
                got(bytes);
            }
        }
    }

private:
    /// Of larger communicators the ranks are not kept one by one: each would cost some 10 ns.
    static constexpr int kMostEach = 64;

    template <class Part>
    static std::int64_t sumOf(int ranks, Part part) noexcept {
        std::int64_t bytes = 0;
        for (int rank = 0; rank < ranks; ++rank) {
            bytes += part(rank);
        }
        return bytes;
    }

    template <class Part>
    static void toEach(const Communicator& all, Part part) noexcept {
        if (all.reached() > kMostEach) {
            toOthers(all, sumOf(all.reached(), part));
            return;
        }
        for (int rank = 0; rank < all.reached(); ++rank) {
            if (!all.isSelf(rank)) {
                toOne(all, rank, part(rank));
            }
        }
    }

    /// Null while the module cannot ask MPI.
    static Communicator* known(MPI_Comm comm) noexcept;
    static int sizeOf(MPI_Comm comm) noexcept;
    static bool isRoot(int root, const Communicator& all) noexcept;
    /// Not where the root is in this rank's own group of an intercommunicator.
    static bool takesPart(int root) noexcept { return root != MPI_ROOT && root != MPI_PROC_NULL; }
    void called(Communicator& all, std::int64_t bytes) const noexcept;
    void countReceived(const PendingRequest& request, const MPI_Status& status) const noexcept;
    static void toOne(const Communicator& all, int rank, std::int64_t bytes) noexcept;
    static void toOthers(const Communicator& all, std::int64_t bytes) noexcept;
    void gaveInAll(Communicator* all, std::int64_t bytes) const noexcept;
    /// Behind a collective call that was noted: its root, in a traced run.
    static void hasRoot(int root, const Communicator& all) noexcept;
    void toRoot(int root, Communicator& all, std::int64_t bytes) const noexcept;
    void meetOthers(MPI_Comm comm) const noexcept;
    void takeBefore() noexcept;
    void putBack() const noexcept;

    Function& function_;
    Entry entry_;
    const void* caller_;
    bool outermost_;
    int started_ = 0;
    std::int64_t beganNs_ = 0;     // of a collective call
    std::int64_t cpuBefore_ = -1;  // CPU time since the call before; -1: not known
    PendingRequest probed_;

    // More requests are in the memory of the thread.
    static constexpr int kFew = 4;
    MPI_Status status_;
    std::array<MPI_Request, kFew> few_;
    const MPI_Request* requests_ = nullptr;  // the remembered ones
    int requestCount_ = 0;
    // What is known of each of them, where other threads may get their handles before this call has
    // returned; else null.
    std::optional<PendingRequest>* taken_ = nullptr;
};

}  // namespace gantry::mpi
