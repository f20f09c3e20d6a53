#pragma once

#include <gantry/CountedCalls.hpp>
#include <gantry/Error.hpp>
#include <gantry/SwitchedTimer.hpp>
#include <performance/Phase.hpp>
#include <performance/Timer.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "SharedEngine.hpp"

namespace performance::native {

/// The engine's place as components know it.
inline gantry::CountedCalls* callsOf(gantry::perf::CountedPlace* place) noexcept {
    using Calls = gantry::CountedCalls;
    using Place = gantry::perf::CountedPlace;
    static_assert(sizeof(Calls) == sizeof(Place) &&
                  offsetof(Calls, thread) == offsetof(Place, thread) &&
                  offsetof(Calls, node) == offsetof(Place, node) &&
                  offsetof(Calls, around) == offsetof(Place, around) &&
                  offsetof(Calls, top) == offsetof(Place, top) &&
                  offsetof(Calls, leaf) == offsetof(Place, leaf) &&
                  offsetof(Calls, rest) == offsetof(Place, rest) &&
                  offsetof(Calls, mark) == offsetof(Place, mark) &&
                  offsetof(Calls, inside) == offsetof(Place, inside));
    static_assert(Calls::kRuns == gantry::perf::SampleTail::kUntimedCall &&
                  Calls::kOneLess == gantry::perf::SampleTail::kOneLess);
    return reinterpret_cast<Calls*>(place);
}

/// How a timer is named.
struct Identity {
    std::string name;
    std::string type;
    std::string group;
};

/// A timer or phase over the engine. It is registered when it is first started or its switch is
/// asked for, so that naming it bit by bit leaves no half-named timers behind. start and stop cost
/// the engine's and two loads; a timer that is renamed after its first start is slower from then
/// on, because each stop must find the name its start went to.
template <class Interface, gantry::perf::TimerKind kKind>
class NativeTimer final : public Interface,
                          public gantry::SwitchedTimer,
                          public gantry::CountingTimer {
public:
    NativeTimer(std::shared_ptr<SharedEngine> shared, Identity identity)
        : shared_(std::move(shared)), engine_(shared_->engine), identity_(std::move(identity)) {}

    void start() noexcept override {
        if (state_.load(std::memory_order_acquire) == State::Fixed) [[likely]] {
            begin(id_.load(std::memory_order_relaxed));
        } else {
            startSlowly();
        }
    }
    void stop() noexcept override {
        if (state_.load(std::memory_order_acquire) == State::Fixed) [[likely]] {
            engine_.stop(id_.load(std::memory_order_relaxed));
        } else {
            stopSlowly();
        }
    }
    void setParam1L(std::int64_t value, const std::string& name) override {
        const std::lock_guard lock(mutex_);
        const auto open = running_.find(std::this_thread::get_id());
        const bool renamed = open != running_.end() && !open->second.empty();
        engine_.setParameter(renamed ? open->second.back() : registered(), name, value);
    }

    void setName(const std::string& name) override { change(&Identity::name, name); }
    std::string getName() override { return get(&Identity::name); }
    void setType(const std::string& type) override { change(&Identity::type, type); }
    std::string getType() override { return get(&Identity::type); }
    void setGroupName(const std::string& group) override { change(&Identity::group, group); }
    std::string getGroupName() override {
        const std::string group = get(&Identity::group);
        return engine_.groupName(engine_.group(group));
    }
    /// Throws gantry::Error for an id that no group has.
    void setGroupId(std::int64_t group) override {
        const std::vector<std::string> groups = engine_.groups();
        if (group < 0 || static_cast<std::size_t>(group) >= groups.size()) {
            throw gantry::Error(gov::cca::CCAExceptionType::BadProperties,
                                "timer '" + getName() + "': there is no group with the id " +
                                    std::to_string(group) +
                                    "; take an id from getGroupId, or name the group");
        }
        setGroupName(groups[static_cast<std::size_t>(group)]);
    }
    std::int64_t getGroupId() override { return number(engine_.group(get(&Identity::group))); }

    gantry::CountedCalls* countedCalls() noexcept override {
        if constexpr (kKind == gantry::perf::TimerKind::Phase) {
            return nullptr;
        }
        try {
            const std::lock_guard lock(mutex_);
            const gantry::perf::TimerId id = registered();
            // Of a renamed timer, each stop must find the name its start went to.
            return state_.load(std::memory_order_relaxed) == State::Renamed
                       ? nullptr
                       : callsOf(engine_.countedPlace(id));
        } catch (const std::exception&) {
            // No memory: then each call is started.
            return nullptr;
        }
    }

    gantry::TimerSwitch enabled() noexcept override {
        try {
            const std::lock_guard lock(mutex_);
            gantry::perf::TimerId id = registered();
            if (state_.load(std::memory_order_relaxed) == State::Renamed) {
                id = current_;
            }
            const gantry::perf::TimerFlag flag = engine_.enabledFlag(id);
            return {flag.word, flag.bit};
        } catch (const std::exception&) {
            // No memory for one more timer now; each start tries again.
            return {};
        }
    }

private:
    enum class State : std::uint8_t {
        Fresh,   ///< never started, not registered
        Fixed,   ///< registered as id_
        Renamed  ///< id_ is the first identity, current_ the present one
    };

    void begin(gantry::perf::TimerId id) noexcept {
        if constexpr (kKind == gantry::perf::TimerKind::Phase) {
            engine_.startPhase(id);
        } else {
            engine_.start(id);
        }
    }

    std::string get(std::string Identity::*part) const {
        const std::lock_guard lock(mutex_);
        return identity_.*part;
    }

    void change(std::string Identity::*part, const std::string& text) {
        const std::lock_guard lock(mutex_);
        identity_.*part = text;
        if (state_.load(std::memory_order_relaxed) != State::Fresh) {
            current_ = registerIdentity();
            state_.store(State::Renamed, std::memory_order_release);
        }
    }

    gantry::perf::TimerId registerIdentity() {
        return engine_.registerTimer(identity_.name, identity_.type, identity_.group, kKind);
    }

    // Under the mutex.
    gantry::perf::TimerId registered() {
        if (state_.load(std::memory_order_relaxed) == State::Fresh) {
            id_.store(registerIdentity(), std::memory_order_relaxed);
            state_.store(State::Fixed, std::memory_order_release);
        }
        return id_.load(std::memory_order_relaxed);
    }

    // Apart, so that the usual way saves no registers.
    [[gnu::noinline]] void startSlowly() noexcept {
        try {
            const std::lock_guard lock(mutex_);
            gantry::perf::TimerId id = registered();
            if (state_.load(std::memory_order_relaxed) == State::Renamed) {
                id = current_;
                running_[std::this_thread::get_id()].push_back(id);
            }
            begin(id);
        } catch (const std::exception&) {
            // No memory for one more timer: this call is not measured.
        }
    }

    // A stop whose start was not noted belongs to a call that began before the first renaming.
    [[gnu::noinline]] void stopSlowly() noexcept {
        try {
            const std::lock_guard lock(mutex_);
            gantry::perf::TimerId id = registered();
            const auto open = running_.find(std::this_thread::get_id());
            if (open != running_.end()) {
                id = open->second.back();
                open->second.pop_back();
                if (open->second.empty()) {
                    running_.erase(open);
                }
            }
            engine_.stop(id);
        } catch (const std::exception&) {
            // As for the start.
        }
    }

    std::shared_ptr<SharedEngine> shared_;
    gantry::perf::Engine& engine_;
    std::atomic<State> state_{State::Fresh};
    std::atomic<gantry::perf::TimerId> id_{};
    mutable std::mutex mutex_;
    Identity identity_;
    gantry::perf::TimerId current_{};
    std::map<std::thread::id, std::vector<gantry::perf::TimerId>> running_;
};

}  // namespace performance::native
