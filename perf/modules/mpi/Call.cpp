#include "Call.hpp"

#include <array>
#include <exception>
#include <string>
#include <vector>

#include "Library.hpp"
#include "Partners.hpp"
#include "PendingRequests.hpp"

namespace gantry::mpi {

namespace {

constinit Partners partners;
constinit PendingRequests pending;

// How many calls of MPI this thread is in.
[[gnu::tls_model("initial-exec")]] constinit thread_local int depth = 0;

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

void noteRank() noexcept {
    const MPI_Comm world = library::commWorld();
    const int rank = library::rank(world);
    partners.begin(rank);
    gantry_fact("rank", std::to_string(rank).c_str());
    gantry_fact("size", std::to_string(library::reached(world)).c_str());
}

}  // namespace

std::int64_t bytesOf(int count, MPI_Datatype type) noexcept {
    return count > 0 ? count * library::typeSize(type) : 0;
}

std::int64_t forAll(MPI_Comm comm, int count, MPI_Datatype type) noexcept {
    return bytesOf(count, type) * library::reached(comm);
}

std::int64_t sumOf(MPI_Comm comm, const int counts[], MPI_Datatype type) noexcept {
    std::int64_t elements = 0;
    for (int rank = 0; rank < library::reached(comm); ++rank) {
        elements += counts[rank];
    }
    return elements * library::typeSize(type);
}

std::int64_t sumOf(MPI_Comm comm, const int counts[], const MPI_Datatype types[]) noexcept {
    std::int64_t bytes = 0;
    for (int rank = 0; rank < library::reached(comm); ++rank) {
        bytes += bytesOf(counts[rank], types[rank]);
    }
    return bytes;
}

std::int64_t handedIn(const void* data, int count, MPI_Datatype type) noexcept {
    return data == MPI_IN_PLACE ? 0 : bytesOf(count, type);
}

void begin(const void* caller) noexcept {
    library::find(caller);
    if (library::found()) {
        noteRank();
    }
}

Call::Call(Function& function, Entry entry, const void* caller) noexcept
    : function_(function), entry_(entry), caller_(caller), outermost_(depth++ == 0) {
    if (outermost_) {
        started_ = gantry_start(function_.timer());
    }
}

Call::~Call() {
    --depth;
}

bool Call::ended(int code) noexcept {
    if (started_ == 0) {
        return false;
    }
    gantry_stop_started(function_.timer(), started_);
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
    return own.size() >= size || fit(own, count) ? own.data() : statuses;
}

MPI_Request* Call::remembered(int count, MPI_Request* requests) const noexcept {
    if (started_ != 0) {
        std::vector<MPI_Request>& own = perThread().requests;
        if (fit(own, count)) {
            own.assign(requests, requests + own.size());
        }
    }
    return requests;
}

MPI_Request* Call::forgotten(MPI_Request* request) const noexcept {
    if (outermost_) {
        pending.remove(keyOf(*request));
    }
    return request;
}

MPI_Comm* Call::forgotten(MPI_Comm* comm) const noexcept {
    library::forget(*comm);
    return comm;
}

MPI_Win* Call::forgotten(MPI_Win* win) const noexcept {
    library::forget(*win);
    return win;
}

void Call::gave(std::int64_t bytes) const noexcept {
    gantry_trigger(function_.sent(), static_cast<double>(bytes));
}

void Call::got(std::int64_t bytes) const noexcept {
    gantry_trigger(function_.received(), static_cast<double>(bytes));
}

void Call::sentTo(int to, MPI_Comm comm, std::int64_t bytes) const noexcept {
    if (to != MPI_PROC_NULL && library::found()) {
        gave(bytes);
        partners.add(library::worldRank(comm, to), bytes);
    }
}

void Call::putTo(int target, MPI_Win win, std::int64_t bytes) const noexcept {
    if (target != MPI_PROC_NULL && library::found()) {
        gave(bytes);
        partners.add(library::worldRank(win, target), bytes);
    }
}

void Call::received(const MPI_Status* status) const noexcept {
    // From any source: the empty status of a persistent request that was not started.
    const int source = status->MPI_SOURCE;
    if (source != MPI_PROC_NULL && source != MPI_ANY_SOURCE && library::found()) {
        got(library::received(*status));
    }
}

void Call::willReceive(MPI_Request request) const noexcept {
    pending.add(keyOf(request), {.receives = true});
}

void Call::willReceiveOften(MPI_Request request) const noexcept {
    pending.add(keyOf(request), {.receives = true, .persistent = true});
}

void Call::willSendOften(MPI_Request request, int to, MPI_Comm comm,
                         std::int64_t bytes) const noexcept {
    if (to != MPI_PROC_NULL && library::found()) {
        pending.add(keyOf(request),
                    {.persistent = true, .partner = library::worldRank(comm, to), .bytes = bytes});
    }
}

void Call::started(int count, const MPI_Request requests[]) const noexcept {
    for (int index = 0; index < count; ++index) {
        const auto request = pending.find(keyOf(requests[index]));
        if (request && !request->receives) {
            gave(request->bytes);
            partners.add(request->partner, request->bytes);
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
    received(status);
    if (!request->persistent) {
        pending.remove(key);
    }
}

void Call::completedAll(int count, const MPI_Status statuses[]) const noexcept {
    for (int index = 0; index < count && statuses != MPI_STATUSES_IGNORE; ++index) {
        completed(index, &statuses[index]);
    }
}

void Call::completedSome(int count, const int indices[],
                         const MPI_Status statuses[]) const noexcept {
    if (count == MPI_UNDEFINED || statuses == MPI_STATUSES_IGNORE) {
        return;
    }
    for (int place = 0; place < count; ++place) {
        completed(indices[place], &statuses[place]);
    }
}

bool Call::isRoot(int root, MPI_Comm comm) noexcept {
    if (root < 0) {
        return root == MPI_ROOT;
    }
    return !library::isInter(comm) && library::rank(comm) == root;
}

void Call::broadcast(int root, MPI_Comm comm, std::int64_t bytes) const noexcept {
    if (isRoot(root, comm)) {
        gave(bytes);
    } else if (root != MPI_PROC_NULL) {
        got(bytes);
    }
}

void Call::exchanged(std::int64_t sent, std::int64_t received) const noexcept {
    gave(sent);
    got(received);
}

}  // namespace gantry::mpi
