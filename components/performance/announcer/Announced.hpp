#pragma once

#include <performance/ContextEvent.hpp>
#include <performance/Event.hpp>

#include <atomic>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "Tool.hpp"
#include "performance/common/NamedTimer.hpp"

namespace performance::announcer {

/// What all objects of one component share; each of them keeps it alive. Any thread.
struct Shared {
    explicit Shared(std::shared_ptr<Tool> announced) : tool(std::move(announced)) {}

    std::shared_ptr<Tool> tool;  ///< null: nothing is announced
    common::GroupFlags groups{};
};

/// A timer or phase whose starts and stops are announced to the tool, under its name and type. Both
/// are left out while its group is off, so that switching during a call leaves half of it. start
/// and stop take no lock and do not allocate, as far as the tool does not.
template <class Interface>
class AnnouncedTimer final : public common::NamedTimer<Interface> {
public:
    AnnouncedTimer(std::shared_ptr<Shared> shared, common::Identity identity)
        : common::NamedTimer<Interface>(shared->groups), shared_(std::move(shared)) {
        this->publish(std::move(identity));
    }

    void start() noexcept override {
        const common::Identity& now = this->identity();
        if (now.kept != nullptr && now.flags->enabled.load(std::memory_order_relaxed)) {
            shared_->tool->start(now.kept);
        }
    }
    void stop() noexcept override {
        const common::Identity& now = this->identity();
        if (now.kept != nullptr && now.flags->enabled.load(std::memory_order_relaxed)) {
            shared_->tool->stop(now.kept);
        }
    }
    void setParam1L(std::int64_t value, const std::string& name) override {
        if (shared_->tool != nullptr) {
            shared_->tool->parameter(name, value);
        }
    }
    gantry::TimerSwitch enabled() noexcept override {
        return shared_->tool != nullptr ? gantry::TimerSwitch() : gantry::TimerSwitch::never();
    }

protected:
    void prepare(common::Identity& next) override {
        const std::string name = next.name + (next.type.empty() ? "" : ' ' + next.type);
        next.kept = shared_->tool != nullptr ? shared_->tool->region(name) : nullptr;
    }

private:
    std::shared_ptr<Shared> shared_;
};

/// An event whose values are samples of a counter of the tool, where it has counters.
class AnnouncedEvent final : public Event {
public:
    AnnouncedEvent(std::shared_ptr<Shared> shared, const std::string& name)
        : shared_(std::move(shared)) {
        setName(name);
    }

    void setName(const std::string& name) override {
        if (shared_->tool != nullptr) {
            counter_.store(shared_->tool->counter(name), std::memory_order_release);
        }
    }
    void trigger(double data) noexcept override {
        if (void* const counter = counter_.load(std::memory_order_acquire)) {
            shared_->tool->sample(counter, data);
        }
    }

private:
    std::shared_ptr<Shared> shared_;
    std::atomic<void*> counter_{nullptr};
};

/// The same: call paths are the tool's.
class AnnouncedContextEvent final : public ContextEvent {
public:
    AnnouncedContextEvent(std::shared_ptr<Shared> shared, const std::string& name)
        : event_(std::move(shared), name) {}

    void trigger(double data) noexcept override { event_.trigger(data); }
    void enable() override {}
    void disable() override {}

private:
    AnnouncedEvent event_;
};

}  // namespace performance::announcer
