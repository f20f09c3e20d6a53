#pragma once

#include <server/ControlServer.hpp>

#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>

namespace gantry::server {

/// Requests that one thread carries out one after the other. Any thread puts them in.
class RequestQueue final {
public:
    /// False where the queue is closed.
    bool put(Request request);
    /// Waits for a request; nothing once the queue is closed, whatever is still in it.
    [[nodiscard]] std::optional<Request> take();
    void close();

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Request> requests_;
    bool closed_ = false;
};

}  // namespace gantry::server
