#pragma once

#include <performance/ContextEvent.hpp>
#include <performance/Event.hpp>

#include <atomic>
#include <memory>
#include <string>

#include "SharedEngine.hpp"

namespace performance::native {

/// An event over the engine; registered under its name when it is first triggered.
class NativeEvent final : public Event {
public:
    NativeEvent(std::shared_ptr<SharedEngine> shared, std::string name)
        : shared_(std::move(shared)), name_(std::move(name)) {}

    void setName(const std::string& name) override;
    /// Never throws.
    void trigger(double data) override {
        if (!registered_.load(std::memory_order_acquire)) [[unlikely]] {
            triggerFirst(data);
            return;
        }
        shared_->engine.trigger(id_.load(std::memory_order_relaxed), data);
    }

private:
    [[gnu::noinline]] void triggerFirst(double data) noexcept;

    std::shared_ptr<SharedEngine> shared_;
    std::mutex mutex_;
    std::string name_;
    std::atomic<bool> registered_{false};
    std::atomic<gantry::perf::EventId> id_{};
};

/// An event whose statistics are also kept for each call path, while it is switched on.
class NativeContextEvent final : public ContextEvent {
public:
    NativeContextEvent(std::shared_ptr<SharedEngine> shared, const std::string& name)
        : shared_(std::move(shared)), id_(shared_->engine.registerContextEvent(name)) {}

    void trigger(double data) override { shared_->engine.trigger(id_, data); }
    void enable() override { shared_->engine.setEventKeepsPath(id_, true); }
    void disable() override { shared_->engine.setEventKeepsPath(id_, false); }

private:
    std::shared_ptr<SharedEngine> shared_;
    gantry::perf::EventId id_;
};

}  // namespace performance::native
