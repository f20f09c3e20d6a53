#include <server/detail/RequestQueue.hpp>

#include <utility>

namespace gantry::server {

bool RequestQueue::put(Request request, const std::function<bool(const Request&)>& isAwaited) {
    const std::lock_guard lock(mutex_);
    if (closed_) {
        return false;
    }
    std::erase_if(requests_, [&](const Request& waiting) { return !isAwaited(waiting); });
    requests_.push_back(std::move(request));
    // One consumer.
    changed_.notify_one();
    return true;
}

std::size_t RequestQueue::size() const {
    const std::lock_guard lock(mutex_);
    return requests_.size();
}

std::optional<Request> RequestQueue::take() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return closed_ || !requests_.empty(); });
    return first();
}

std::optional<Request> RequestQueue::takeIfAny() {
    const std::lock_guard lock(mutex_);
    return first();
}

std::optional<Request> RequestQueue::first() {
    if (closed_ || requests_.empty()) {
        return std::nullopt;
    }
    Request request = std::move(requests_.front());
    requests_.pop_front();
    return request;
}

void RequestQueue::close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    changed_.notify_all();
}

}  // namespace gantry::server
