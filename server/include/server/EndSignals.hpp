#pragma once

#include <base/files/Descriptor.hpp>

#include <csignal>
#include <functional>
#include <mutex>
#include <thread>

namespace gantry::server {

/// Delivers SIGINT and SIGTERM to a handler in a thread of its own while it lives. A handler may
/// therefore lock and allocate, unlike a signal handler. Only signals with their default action are
/// taken: one that is ignored or handled stays so. Create it before any other thread, since threads
/// inherit the mask that blocks these signals. One at a time in a process.
class EndSignals final {
public:
    /// Blocks the signals and starts the thread. Throws std::system_error.
    EndSignals();
    /// Stops the thread; from then on signals end the process again. Restores the mask of the
    /// calling thread, which must be the one that created the object.
    ~EndSignals();
    EndSignals(const EndSignals&) = delete;
    EndSignals& operator=(const EndSignals&) = delete;

    /// Sets the handler, which is called with the number of each signal; an empty function removes
    /// it. Returns only after a running handler has returned, so the caller may then destroy what
    /// that used. If the handler returns false, or there is none, the signal ends the process as
    /// usual. A handler must not throw and must not call handle(). Any thread may call this.
    void handle(std::function<bool(int)> handler);

private:
    void watch();

    sigset_t taken_{};
    sigset_t before_{};
    base::Descriptor signals_;
    base::Descriptor stop_;
    std::mutex mutex_;
    std::function<bool(int)> handler_;
    std::thread thread_;
};

}  // namespace gantry::server
