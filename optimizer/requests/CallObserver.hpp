#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <wiring/Watcher.hpp>

#include "RequestServer.hpp"

namespace optimizer {

/// Makes requests of the calls of a port that has no gate: each call is one, measured from its
/// begin to its end, and when it has ended the next candidate is chosen and wired, so that the call
/// after it goes there. What a candidate delivers reaches the user, exceptions too.
///
/// Calls that begin while another one runs, and calls within calls, are served by the same
/// candidate and not measured; the next choice waits until no call runs. Any thread.
class CallObserver final : public wiring::Watcher {
public:
    /// wire connects the user to a candidate; what it throws leaves the connection as it was.
    /// context: the key of the one context that all calls have.
    CallObserver(std::shared_ptr<RequestServer> server, std::function<void(std::size_t)> wire,
                 std::string context);

    /// Chooses who serves the first request. To be called once, before the first call.
    void choose();
    void begun() override;
    void ended(bool failed) override;
    /// From now on calls are nobody's requests. Waits for a choice that is being made.
    void end();

private:
    const std::function<void(std::size_t)> wire_;
    const std::string context_;
    std::mutex mutex_;
    std::condition_variable chosen_;
    /// Null after the end.
    std::shared_ptr<RequestServer> server_;
    /// Calls that run.
    int active_ = 0;
    /// Of the thread whose call is measured: calls within it, itself included.
    int depth_ = 0;
    std::thread::id owner_;
    /// The candidate that is wired was chosen, and its call has not begun.
    bool assigned_ = false;
    bool choosing_ = false;
};

}  // namespace optimizer
