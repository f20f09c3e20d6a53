#include "CallWatch.hpp"

#include <cmath>
#include <utility>

namespace optimizer {

CallWatch::CallWatch(std::shared_ptr<Serving> serving, std::function<void(std::size_t)> wire,
                     std::string context)
    : wire_(std::move(wire)), context_(std::move(context)), serving_(std::move(serving)) {}

// Without the lock while it wires: calls that begin meanwhile must go on, as the exchange waits for
// them.
void CallWatch::choose() {
    std::shared_ptr<Serving> serving;
    {
        const std::lock_guard lock(mutex_);
        if (!serving_ || choosing_ || assigned_ || active_ > 0) {
            return;
        }
        serving = serving_;
        choosing_ = true;
    }
    bool wired = false;
    try {
        const tuning::Assignment next = serving->begin(context_, {}, {});
        if (next.candidate >= 0) {
            wire_(static_cast<std::size_t>(next.candidate));
            wired = true;
        }
    } catch (const std::exception& error) {
        serving->warn(std::string("the port was not connected to the candidate that was chosen: ") +
                      error.what());
    }
    const std::lock_guard lock(mutex_);
    choosing_ = false;
    assigned_ = wired;
    chosen_.notify_all();
}

void CallWatch::begun() {
    const std::lock_guard lock(mutex_);
    ++active_;
    if (depth_ > 0) {
        depth_ += owner_ == std::this_thread::get_id() ? 1 : 0;
    } else if (serving_ && assigned_ && active_ == 1) {
        owner_ = std::this_thread::get_id();
        depth_ = 1;
        assigned_ = false;
        serving_->resume();
    }
}

void CallWatch::ended(bool failed) {
    {
        const std::lock_guard lock(mutex_);
        active_ -= active_ > 0 ? 1 : 0;
        const bool isOwner = depth_ > 0 && owner_ == std::this_thread::get_id();
        if (isOwner && --depth_ == 0 && serving_) {
            serving_->stop();
            serving_->conclude(failed ? tuning::Status::Failed : tuning::Status::Completed,
                               std::nan(""), failed ? "it threw, and the user got it" : "");
        }
    }
    choose();
}

void CallWatch::end() {
    std::unique_lock lock(mutex_);
    chosen_.wait(lock, [this] { return !choosing_; });
    serving_.reset();
}

}  // namespace optimizer
