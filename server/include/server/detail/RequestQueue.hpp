#pragma once

#include <server/ControlServer.hpp>

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>

namespace gantry::server {

/// A queue of requests with one consumer. Any thread may put requests in or close the queue. It has
/// at most one request more than there are clients: each connected client has at most one in all
/// queues together, and those of clients that have gone are dropped by the next put, so that
/// clients that give up while a long command runs leave nothing behind.
class RequestQueue final {
public:
    /// Drops the requests that nobody waits for, and adds one; returns false, and drops it as well,
    /// if the queue is closed. isAwaited must not use the queue.
    bool put(Request request, const std::function<bool(const Request&)>& isAwaited);
    /// Requests that nobody has taken yet.
    [[nodiscard]] std::size_t size() const;
    /// Waits for a request and takes it. Returns nothing once the queue is closed, even if it
    /// still holds requests.
    [[nodiscard]] std::optional<Request> take();
    /// The same without waiting: nothing where there is none now.
    [[nodiscard]] std::optional<Request> takeIfAny();
    /// Wakes the consumer and refuses all further requests. Cannot be undone.
    void close();

private:
    // With the mutex held; nothing once the queue is closed, or where it is empty.
    std::optional<Request> first();

    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Request> requests_;
    bool closed_ = false;
};

}  // namespace gantry::server
