#pragma once

#include <performance/MemoryHeadroomTracker.hpp>
#include <performance/MemoryTracker.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "BackendSet.hpp"

namespace performance::multiplexer {

/// A memory tracker of whichever backends measure; each keeps its own intervals.
template <class Interface>
class SharedTracker final : public Interface, public Follower {
public:
    explicit SharedTracker(std::shared_ptr<BackendSet> shared) : shared_(std::move(shared)) {}

    void trackHere() override {
        forEach([](Interface& tracker) { tracker.trackHere(); });
    }
    void enableInterruptTracking() override {
        const std::lock_guard lock(mutex_);
        atIntervals_ = true;
        forEachLocked([](Interface& tracker) { tracker.enableInterruptTracking(); });
    }
    /// Throws what a backend throws, and keeps the former interval then.
    void setInterruptInterval(std::int32_t value) override {
        const std::lock_guard lock(mutex_);
        forEachLocked([&](Interface& tracker) { tracker.setInterruptInterval(value); });
        interval_ = value;
    }
    void enable() override { setEnabled(true); }
    void disable() override { setEnabled(false); }

    void follow(const Route& route) override {
        const std::lock_guard lock(mutex_);
        std::erase_if(made_, [&](const Made& made) { return !route.has(*made.backend); });
        if (atIntervals_) {
            for (const auto& backend : route.backends) {
                of(backend);
            }
        }
    }

private:
    struct Made {
        std::shared_ptr<Backend> backend;
        std::shared_ptr<Interface> tracker;
    };

    void setEnabled(bool enabled) {
        const std::lock_guard lock(mutex_);
        enabled_ = enabled;
        forEachLocked([&](Interface& tracker) { enabled ? tracker.enable() : tracker.disable(); });
    }
    template <class Use>
    void forEach(const Use& use) {
        const std::lock_guard lock(mutex_);
        forEachLocked(use);
    }
    template <class Use>
    void forEachLocked(const Use& use) {
        const Visit visit(shared_->board());
        for (const auto& backend : visit.backends()) {
            if (Interface* const tracker = of(backend)) {
                use(*tracker);
            }
        }
    }
    // In the state all are in; null where the backend gives none.
    Interface* of(const std::shared_ptr<Backend>& backend) {
        const auto found = std::find_if(made_.begin(), made_.end(),
                                        [&](const Made& made) { return made.backend == backend; });
        if (found != made_.end()) {
            return found->tracker.get();
        }
        std::shared_ptr<Interface> tracker;
        if constexpr (std::is_same_v<Interface, MemoryTracker>) {
            tracker = backend->measurement().createMemoryTracker();
        } else {
            tracker = backend->measurement().createMemoryHeadroomTracker();
        }
        if (tracker) {
            if (!enabled_) {
                tracker->disable();
            }
            if (interval_) {
                tracker->setInterruptInterval(*interval_);
            }
            if (atIntervals_) {
                tracker->enableInterruptTracking();
            }
        }
        made_.push_back({backend, tracker});
        return tracker.get();
    }

    std::shared_ptr<BackendSet> shared_;
    std::mutex mutex_;
    bool enabled_ = true;
    bool atIntervals_ = false;
    std::optional<std::int32_t> interval_;
    std::vector<Made> made_;
};

}  // namespace performance::multiplexer
