#include "Call.hpp"

#include <array>
#include <exception>
#include <string>
#include <vector>

#include "Library.hpp"
#include "Messages.hpp"
#include "PendingRequests.hpp"

namespace gantry::mpi {

namespace {

constinit Messages messages;
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

std::int64_t handedIn(const void* data, int count, MPI_Datatype type) noexcept {
    return data == MPI_IN_PLACE ? 0 : bytesOf(count, type);
}

int rankIn(MPI_Comm comm) noexcept {
    return library::rank(comm);
}

void begin(const void* caller) noexcept {
    library::find(caller);
    if (library::found()) {
        noteRank();
    }
}

Call::Call(Function& function, Entry entry, const void* caller) noexcept
    : function_(function),
      entry_(entry),
      caller_(caller),
      outermost_(depth++ == 0 && library::isOurs(caller)) {
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

MPI_Request* Call::forgottenRequest(MPI_Request* request) const noexcept {
    if (outermost_) {
        pending.remove(keyOf(*request));
    }
    return request;
}

MPI_Comm* Call::forgottenComm(MPI_Comm* comm) const noexcept {
    if (outermost_) {
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

void Call::sentTo(int to, MPI_Comm comm, std::int64_t bytes) const noexcept {
    if (to != MPI_PROC_NULL && library::found()) {
        gave(bytes);
        messages.sent(Transfer::Message, *communicators::of(comm), to, bytes);
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
        pending.add(keyOf(request), {.persistent = true, .to = to, .comm = comm, .bytes = bytes});
    }
}

void Call::started(int count, const MPI_Request requests[]) const noexcept {
    for (int index = 0; index < count; ++index) {
        const auto request = pending.find(keyOf(requests[index]));
        if (request && !request->receives) {
            sentTo(request->to, request->comm, request->bytes);
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

const Communicator* Call::known(MPI_Comm comm) noexcept {
    return library::found() ? communicators::of(comm) : nullptr;
}

int Call::sizeOf(MPI_Comm comm) noexcept {
    return library::size(comm);
}

bool Call::isRoot(int root, const Communicator& all) noexcept {
    return root == MPI_ROOT || (root >= 0 && all.isSelf(root));
}

void Call::called(const Communicator& all, std::int64_t bytes) noexcept {
    messages.collective(all, bytes);
}

void Call::toOne(const Communicator& all, int rank, std::int64_t bytes) noexcept {
    messages.sent(Transfer::Collective, all, rank, bytes);
}

void Call::toOthers(const Communicator& all, std::int64_t bytes) noexcept {
    messages.sentToOthers(Transfer::Collective, all, bytes);
}

void Call::gaveInAll(const Communicator* all, std::int64_t bytes) const noexcept {
    if (all != nullptr) {
        called(*all, bytes);
        gave(bytes);
    }
}

void Call::toRoot(int root, const Communicator& all, std::int64_t bytes) const noexcept {
    if (!takesPart(root)) {
        called(all, 0);
        return;
    }
    gaveInAll(&all, bytes);
    if (!isRoot(root, all)) {
        toOne(all, root, bytes);
    }
}

void Call::collective(MPI_Comm comm, std::int64_t bytes) const noexcept {
    if (const Communicator* const all = known(comm)) {
        called(*all, bytes);
    }
}

void Call::broadcast(int root, MPI_Comm comm, std::int64_t bytes) const noexcept {
    const Communicator* const all = known(comm);
    if (all == nullptr) {
        return;
    }
    if (isRoot(root, *all)) {
        gaveInAll(all, bytes);
        toEach(*all, [bytes](int) { return bytes; });
        return;
    }
    called(*all, 0);
    if (root != MPI_PROC_NULL) {
        got(bytes);
    }
}

void Call::reduced(int root, MPI_Comm comm, std::int64_t bytes) const noexcept {
    if (const Communicator* const all = known(comm)) {
        toRoot(root, *all, bytes);
    }
}

void Call::scanned(MPI_Comm comm, std::int64_t bytes) const noexcept {
    const Communicator* const all = known(comm);
    gaveInAll(all, bytes);
    if (all == nullptr) {
        return;
    }
    if (all->reached() > kMostEach) {
        toOthers(*all, bytes * (all->reached() - 1 - all->rank));
        return;
    }
    for (int rank = all->rank + 1; rank < all->reached(); ++rank) {
        toOne(*all, rank, bytes);
    }
}

void Call::contributed(MPI_Comm comm, std::int64_t bytes) const noexcept {
    if (const Communicator* const all = known(comm)) {
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
