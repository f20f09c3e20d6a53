#include "CallObserver.hpp"

#include <cmath>
#include <utility>

namespace optimizer {

CallObserver::CallObserver(std::shared_ptr<RequestServer> server,
                           std::function<void(std::size_t)> wire, std::string context)
    : wire_(std::move(wire)), context_(std::move(context)), server_(std::move(server)) {}

// The lock is not held while wiring: the swap waits for calls that start meanwhile, so they must
// not wait for the lock.
void CallObserver::choose() {
    std::shared_ptr<RequestServer> server;
    {
        const std::lock_guard lock(mutex_);
        // The port is wired anew only while nobody calls it, and once for each measured call.
        if (!server_ || choosing_ || assigned_ || active_ > 0) {
            return;
        }
        server = server_;
        choosing_ = true;
    }
    bool wired = false;
    try {
        const tuning::Assignment next = server->begin(context_, {}, {});
        if (next.candidate >= 0) {
            // Waits for calls that are under way.
            wire_(static_cast<std::size_t>(next.candidate));
            wired = true;
        }
    } catch (const std::exception& error) {
        server->warn(std::string("the port was not connected to the candidate that was chosen: ") +
                     error.what());
    }
    const std::lock_guard lock(mutex_);
    choosing_ = false;
    assigned_ = wired;
    chosen_.notify_all();
}

void CallObserver::begun() {
    const std::lock_guard lock(mutex_);
    // Every call counts, measured or not: the next choice waits until none runs.
    ++active_;
    if (depth_ > 0) {
        depth_ += owner_ == std::this_thread::get_id() ? 1 : 0;
        // Only a call that is alone is measured: others would share the processor and the candidate
        // with it.
    } else if (server_ && assigned_ && active_ == 1) {
        // Nested calls of the same thread end before this one; depth_ finds its end.
        owner_ = std::this_thread::get_id();
        depth_ = 1;
        assigned_ = false;
        server_->resume();
    }
}

void CallObserver::ended(bool failed) {
    {
        const std::lock_guard lock(mutex_);
        active_ -= active_ > 0 ? 1 : 0;
        // Calls of other threads that began meanwhile do not end the measured one.
        const bool isOwner = depth_ > 0 && owner_ == std::this_thread::get_id();
        if (isOwner && --depth_ == 0 && server_) {
            server_->stop();
            server_->conclude(failed ? tuning::Status::Failed : tuning::Status::Completed,
                              std::nan(""), failed ? "it threw, and the user got it" : "");
        }
    }
    choose();
}

void CallObserver::end() {
    std::unique_lock lock(mutex_);
    chosen_.wait(lock, [this] { return !choosing_; });
    // After the last choice: it may have been wiring the port to a candidate.
    server_.reset();
}

}  // namespace optimizer
