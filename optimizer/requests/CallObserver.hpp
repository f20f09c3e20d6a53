#pragma once

#include <wiring/Watcher.hpp>

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "RequestServer.hpp"

namespace optimizer {

/// Turns the calls of a port without a gate into requests. Each call is a request and is measured.
/// When it has ended, the next candidate is chosen and wired, so that the following call goes
/// there. Results and exceptions of a candidate reach the user unchanged.
///
/// Concurrent calls and nested calls are served by the same candidate and not measured; the next
/// choice waits until no call runs. Any thread.
class CallObserver final : public wiring::Watcher {
public:
    /// wire connects the user to a candidate; if it throws, the connection is unchanged. context:
    /// the key of the context of all calls.
    CallObserver(std::shared_ptr<RequestServer> server, std::function<void(std::size_t)> wire,
                 std::string context);

    /// Chooses the candidate for the first request. To be called once, before the first call.
    void choose();
    /// The framework calls these around each call of the watched connection, in the calling thread.
    void begun() override;
    void ended(bool failed) override;
    /// From now on calls are not requests. Waits for a choice in progress.
    void end();

private:
    const std::function<void(std::size_t)> wire_;
    const std::string context_;
    std::mutex mutex_;
    std::condition_variable chosen_;
    /// Null after end().
    std::shared_ptr<RequestServer> server_;
    /// Running calls.
    int active_ = 0;
    /// Nesting depth of the measured call, on its thread.
    int depth_ = 0;
    std::thread::id owner_;
    /// Whether the wired candidate was chosen for a call that has not started yet.
    bool assigned_ = false;
    bool choosing_ = false;
};

}  // namespace optimizer
