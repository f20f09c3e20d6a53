#pragma once

#include <gantry/SwitchedTimer.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include "BackendSet.hpp"

namespace performance::multiplexer {

/// A timer or phase of whichever backends measure. start and stop cost those of the backends, and
/// about ten loads and stores. A call that is open while the backends change is one call more on
/// each new backend, and is reported there as one value of the event "calls carried over"; a
/// parameter that was set on it stays with the old one.
template <class Interface>
class SharedTimer final : public Interface, public gantry::SwitchedTimer {
public:
    SharedTimer(std::shared_ptr<BackendSet> shared, Identity identity)
        : shared_(std::move(shared)),
          board_(shared_->board()),
          record_(shared_->beginTimer(std::move(identity),
                                      !std::is_same_v<Interface, performance::Timer>)) {}
    ~SharedTimer() override { shared_->endTimer(record_); }
    SharedTimer(const SharedTimer&) = delete;
    SharedTimer& operator=(const SharedTimer&) = delete;

    void start() noexcept override {
        if (ThreadCalls* const calls = board_.enter()) [[likely]] {
            calls->push(record_);
            for (const auto& backend : calls->route().backends) {
                backend->template startOf<Interface>(record_);
            }
            Switchboard::leave(*calls);
        }
    }
    void stop() noexcept override {
        if (ThreadCalls* const calls = board_.enter()) [[likely]] {
            for (const auto& backend : calls->route().backends) {
                backend->template stopOf<Interface>(record_);
            }
            calls->pop(record_);
            Switchboard::leave(*calls);
        }
    }
    void setParam1L(std::int64_t value, const std::string& name) override {
        forEach([&](Interface& timer) { timer.setParam1L(value, name); });
    }

    void setName(const std::string& name) override {
        record_.set(&Identity::name, name);
        forEach([&](Interface& timer) { timer.setName(name); });
    }
    std::string getName() override { return record_.get(&Identity::name); }
    void setType(const std::string& type) override {
        record_.set(&Identity::type, type);
        forEach([&](Interface& timer) { timer.setType(type); });
    }
    std::string getType() override { return record_.get(&Identity::type); }
    void setGroupName(const std::string& group) override {
        record_.set(&Identity::group, group);
        forEach([&](Interface& timer) { timer.setGroupName(group); });
    }
    std::string getGroupName() override {
        return GroupStates::named(record_.get(&Identity::group));
    }
    /// Throws gantry::Error for an id that no group has.
    void setGroupId(std::int64_t group) override { setGroupName(shared_->groups().name(group)); }
    std::int64_t getGroupId() override { return shared_->groups().number(getGroupName()); }

    /// On while any backend measures.
    gantry::TimerSwitch enabled() noexcept override { return {board_.measuring(), 1}; }

private:
    // The backends' timers as far as there are any.
    template <class Use>
    void forEach(const Use& use) {
        const Visit visit(board_);
        for (const auto& backend : visit.backends()) {
            if (Interface* const timer = backend->template made<Interface>(record_)) {
                use(*timer);
            }
        }
    }

    std::shared_ptr<BackendSet> shared_;
    Switchboard& board_;
    TimerRecord& record_;
};

}  // namespace performance::multiplexer
