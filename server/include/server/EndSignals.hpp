#pragma once

#include <base/files/Descriptor.hpp>

#include <csignal>
#include <functional>
#include <mutex>
#include <thread>

namespace gantry::server {

/// Takes SIGINT and SIGTERM, unless they are ignored, from the threads of this process while it
/// lives. To be made before the other threads.
class EndSignals final {
public:
    EndSignals();
    /// Signals end the process again.
    ~EndSignals();
    EndSignals(const EndSignals&) = delete;
    EndSignals& operator=(const EndSignals&) = delete;

    /// Called, in a thread of this object, with a signal that came. Where it returns false, or
    /// nobody handles it, the signal ends the process as if it had not been taken.
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
