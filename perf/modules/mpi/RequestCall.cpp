// What calls that make, start and complete requests have moved.
#include <algorithm>
#include <exception>
#include <optional>
#include <utility>
#include <vector>

#include "Call.hpp"
#include "Library.hpp"
#include "Messages.hpp"
#include "PendingRequests.hpp"

namespace gantry::mpi {

namespace {

// What a thread hands to MPI in place of what the program ignores. It belongs to the outermost call
// of the thread; calls inside that use none of it.
struct PerThread {
    std::vector<MPI_Status> statuses;
    std::vector<MPI_Request> requests;
    std::vector<std::optional<PendingRequest>> taken;
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

}  // namespace

MPI_Status* Call::kept(int count, MPI_Status* statuses) const noexcept {
    if (started_ == 0 || statuses != MPI_STATUSES_IGNORE || count <= 0) {
        return statuses;
    }
    std::vector<MPI_Status>& own = perThread().statuses;
    const auto size = static_cast<std::size_t>(count);
    // It never shrinks: a thread that waits for many requests does so again.
    return own.size() >= size || fit(own, count) ? own.data() : statuses;
}

// MPI sets the handles of completed requests to MPI_REQUEST_NULL, so they are copied before.
MPI_Request* Call::remembered(int count, MPI_Request* requests) noexcept {
    if (started_ == 0 || count <= 0) {
        return requests;
    }
    requests_ = few_.data();
    if (count <= kFew) {
        // Without a call of memmove for the usual one.
        for (int index = 0; index < count; ++index) {
            few_[static_cast<std::size_t>(index)] = requests[index];
        }
    } else {
        std::vector<MPI_Request>& own = perThread().requests;
        if (!fit(own, count)) {
            return requests;
        }
        std::copy_n(requests, count, own.data());
        requests_ = own.data();
    }
    requestCount_ = count;
    if (pending.isConcurrent()) {
        takeBefore();
    }
    return requests;
}

// A handle that MPI frees in this call may be that of a new request of another thread before the
// call returns. What is known of it is therefore taken before.
void Call::takeBefore() noexcept {
    std::vector<std::optional<PendingRequest>>& taken = perThread().taken;
    if (!fit(taken, requestCount_)) {
        return;
    }
    for (std::size_t index = 0; index < taken.size(); ++index) {
        taken[index] = pending.take(keyOf(requests_[index]));
    }
    taken_ = taken.data();
}

// Requests that were not completed, whose handles nobody else can have got.
void Call::putBack() const noexcept {
    for (int index = 0; index < requestCount_; ++index) {
        if (taken_[index] && !taken_[index]->persistent) {
            pending.add(keyOf(requests_[index]), *taken_[index]);
        }
    }
}

MPI_Request* Call::forgottenRequest(MPI_Request* request) const noexcept {
    if (outermost_) {
        // Before the call: afterwards the handle may be that of a new request of another thread.
        pending.remove(keyOf(*request));
    }
    return request;
}

void Call::willReceive(MPI_Request request, MPI_Comm comm) const noexcept {
    pending.add(keyOf(request), {.receives = true, .comm = comm, .order = messages.nextOrder()});
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
    pending.add(keyOf(message), {.receives = true, .comm = comm, .order = messages.nextOrder()});
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
            messages.sent(*communicators::ofPending(request->comm), request->to, request->tag,
                          request->bytes);
        } else if (request && messages.traced()) {
            // A persistent receive is posted anew by each start.
            request->order = messages.nextOrder();
            pending.add(key, *request);
        }
    }
}

void Call::completed(int index, const MPI_Status* status) const noexcept {
    // MPI_UNDEFINED is negative.
    if (index < 0 || index >= requestCount_) {
        return;
    }
    const auto request = taken_ != nullptr ? std::exchange(taken_[index], std::nullopt)
                                           : pending.take(keyOf(requests_[index]));
    if (request && request->receives) {
        countReceived(*request, *status);
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
