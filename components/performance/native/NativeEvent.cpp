#include "NativeEvent.hpp"

namespace performance::native {

void NativeEvent::setName(const std::string& name) {
    const std::lock_guard lock(mutex_);
    name_ = name;
    // The next trigger registers the new name.
    registered_.store(false, std::memory_order_release);
}

void NativeEvent::triggerFirst(double data) noexcept {
    try {
        const std::lock_guard lock(mutex_);
        id_.store(shared_->engine.registerEvent(name_), std::memory_order_relaxed);
        registered_.store(true, std::memory_order_release);
    } catch (const std::exception&) {
        // No memory for one more event: this value is not recorded.
        return;
    }
    shared_->engine.trigger(id_.load(std::memory_order_relaxed), data);
}

}  // namespace performance::native
