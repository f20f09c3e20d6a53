#include "Call.hpp"

#include <array>
#include <ctime>
#include <exception>
#include <string>
#include <vector>

#include "Clocks.hpp"
#include "Library.hpp"
#include "Messages.hpp"
#include "PendingRequests.hpp"

namespace gantry::mpi {

namespace {

constinit PendingRequests pending;

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

// What a thread hands to MPI in place of what the program ignores. It belongs to the outermost call
// of the thread; calls inside that use none of it.
struct PerThread {
    MPI_Status status{};
    std::vector<MPI_Status> statuses;
    std::vector<MPI_Request> requests;
};

PerThread& perThread() noexcept {
    thread_local PerThread own;
    return own;
}

// Whether there is room for so many; without it the call is passed on as it is.
template <class Value>
bool fit(std::vector<Value>& values, int count) noexcept {
    try {
        values.resize(static_cast<std::size_t>(count > 0 ? count : 0));
        return true;
    } catch (const std::exception&) {
        values.clear();
        return false;
    }
}

int reached(MPI_Comm comm) noexcept {
    return library::found() ? communicators::of(comm)->reached() : 0;
}

std::uint64_t nextOrder() noexcept {
    return messages.traced() ? messages.nextOrder() : 0;
}

void countSent(const Communicator& communicator, int to, int tag, std::int64_t bytes) noexcept {
    messages.sent(Transfer::Message, communicator, to, bytes);
    if (messages.traced()) {
        messages.tag(tag);
    }
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

void begin(const void* caller) noexcept {
    library::find(caller);
    if (library::found()) {
        noteRank();
        // Where the measurement begins later, as in `gantry run`, clocks are compared by who begins
        // it.
        if (gantry_measuring() != 0) {
            clocks::begin(caller);
        }
    }
}

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

MPI_Status* Call::kept(MPI_Status* status) const noexcept {
    return started_ != 0 && status == MPI_STATUS_IGNORE ? &perThread().status : status;
}

MPI_Status* Call::kept(int count, MPI_Status* statuses) const noexcept {
    if (started_ == 0 || statuses != MPI_STATUSES_IGNORE || count <= 0) {
        return statuses;
    }
    std::vector<MPI_Status>& own = perThread().statuses;
    const auto size = static_cast<std::size_t>(count);
    // It never shrinks: a thread that waits for many requests does so again.
    return own.size() >= size || fit(own, count) ? own.data() : statuses;
}

MPI_Request* Call::remembered(int count, MPI_Request* requests) const noexcept {
    if (started_ != 0) {
        std::vector<MPI_Request>& own = perThread().requests;
        if (fit(own, count)) {
            // MPI sets the handles of completed requests to MPI_REQUEST_NULL, so they are copied
            // before.
            own.assign(requests, requests + own.size());
        }
    }
    return requests;
}

MPI_Request* Call::forgottenRequest(MPI_Request* request) const noexcept {
    if (outermost_) {
        // Before the call: afterwards the handle may be that of a new request of another thread.
        pending.remove(keyOf(*request));
    }
    return request;
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
        countSent(*communicators::of(comm), to, tag, bytes);
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
    if (source == MPI_PROC_NULL || source == MPI_ANY_SOURCE || !library::found()) {
        return;
    }
    const std::int64_t bytes = library::received(status);
    got(bytes);
    if (messages.traced() && !library::cancelled(status)) {
        messages.received(*communicators::ofPending(request.comm), source, status.MPI_TAG, bytes,
                          request.order);
    }
}

void Call::received(MPI_Comm comm, const MPI_Status* status) const noexcept {
    // The receive was posted and completed in one call, so its order is that of now.
    countReceived({.receives = true, .comm = comm, .order = nextOrder()}, *status);
}

void Call::willReceive(MPI_Request request, MPI_Comm comm) const noexcept {
    pending.add(keyOf(request), {.receives = true, .comm = comm, .order = nextOrder()});
}

void Call::willReceiveOften(MPI_Request request, MPI_Comm comm) const noexcept {
    pending.add(keyOf(request), {.receives = true, .persistent = true, .comm = comm});
}

void Call::willSendOften(MPI_Request request, int to, int tag, MPI_Comm comm,
                         std::int64_t bytes) const noexcept {
    if (to != MPI_PROC_NULL && library::found()) {
        communicators::of(comm);  // known when it is started, even if the program has freed it
        pending.add(keyOf(request),
                    {.persistent = true, .comm = comm, .to = to, .tag = tag, .bytes = bytes});
    }
}

void Call::probed(MPI_Message message, MPI_Comm comm) const noexcept {
    pending.add(keyOf(message), {.receives = true, .comm = comm, .order = nextOrder()});
}

MPI_Message* Call::taken(MPI_Message* message) noexcept {
    if (started_ != 0) {
        const std::uintptr_t key = keyOf(*message);
        probed_ = pending.find(key).value_or(PendingRequest{.receives = true});
        pending.remove(key);
    }
    return message;
}

void Call::receivedProbed(const MPI_Status* status) const noexcept {
    countReceived(probed_, *status);
}

void Call::willReceiveProbed(MPI_Request request) const noexcept {
    pending.add(keyOf(request), probed_);
}

void Call::started(int count, const MPI_Request requests[]) const noexcept {
    for (int index = 0; index < count; ++index) {
        const std::uintptr_t key = keyOf(requests[index]);
        auto request = pending.find(key);
        if (request && !request->receives && library::found()) {
            gave(request->bytes);
            countSent(*communicators::ofPending(request->comm), request->to, request->tag,
                      request->bytes);
        } else if (request && messages.traced()) {
            // A persistent receive is posted anew by each start.
            request->order = messages.nextOrder();
            pending.add(key, *request);
        }
    }
}

void Call::completed(int index, const MPI_Status* status) const noexcept {
    const std::vector<MPI_Request>& requests = perThread().requests;
    if (index == MPI_UNDEFINED || static_cast<std::size_t>(index) >= requests.size()) {
        return;
    }
    const std::uintptr_t key = keyOf(requests[static_cast<std::size_t>(index)]);
    const auto request = pending.find(key);
    if (!request || !request->receives) {
        return;
    }
    countReceived(*request, *status);
    if (!request->persistent) {
        pending.remove(key);
    }
}

void Call::completedAll(int count, const MPI_Status statuses[]) const noexcept {
    // Without statuses nothing is known of what came.
    for (int index = 0; index < count && statuses != MPI_STATUSES_IGNORE; ++index) {
        completed(index, &statuses[index]);
    }
}

void Call::completedSome(int count, const int indices[],
                         const MPI_Status statuses[]) const noexcept {
    // MPI_UNDEFINED: there was no active request.
    if (count == MPI_UNDEFINED || statuses == MPI_STATUSES_IGNORE) {
        return;
    }
    for (int place = 0; place < count; ++place) {
        completed(indices[place], &statuses[place]);
    }
}

}  // namespace gantry::mpi
