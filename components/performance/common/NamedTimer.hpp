#pragma once

#include <gantry/SwitchedTimer.hpp>

#include <atomic>
#include <cstdint>
#include <list>
#include <mutex>
#include <string>
#include <utility>

#include "performance/common/GroupFlags.hpp"

namespace performance::common {

/// How a timer is named, its group, which `flags` points to, and what a backend keeps with it. An
/// immutable value once published.
struct Identity {
    std::string name;
    std::string type;
    std::string group;
    GroupFlags::Group* flags = nullptr;
    void* kept = nullptr;
};

/// The names and the group of a timer or phase, which may change while other threads start it. A
/// backend adds what a start and a stop do, and publishes the first identity in its constructor.
template <class Interface>
class NamedTimer : public Interface, public gantry::SwitchedTimer {
public:
    void setName(const std::string& name) override { change(&Identity::name, name); }
    std::string getName() override { return identity().name; }
    void setType(const std::string& type) override { change(&Identity::type, type); }
    std::string getType() override { return identity().type; }
    void setGroupName(const std::string& group) override { change(&Identity::group, group); }
    std::string getGroupName() override { return identity().flags->name; }
    /// Throws gantry::Error for an id that no group has.
    void setGroupId(std::int64_t group) override { setGroupName(groups_.group(group).name); }
    std::int64_t getGroupId() override { return identity().flags->number; }

protected:
    /// groups: of the backend; has to live as long as this.
    explicit NamedTimer(GroupFlags& groups) : groups_(groups) {}

    [[nodiscard]] const Identity& identity() const noexcept {
        return *identity_.load(std::memory_order_acquire);
    }
    void publish(Identity next) {
        next.flags = &groups_.group(next.group);
        prepare(next);
        all_.push_back(std::move(next));
        identity_.store(&all_.back(), std::memory_order_release);
    }
    /// Sets what the backend keeps with an identity.
    virtual void prepare(Identity& /*next*/) {}

private:
    void change(std::string Identity::*part, const std::string& text) {
        const std::lock_guard lock(mutex_);
        Identity changed = identity();
        changed.*part = text;
        publish(std::move(changed));
    }

    GroupFlags& groups_;
    std::mutex mutex_;
    // Another thread may be starting under an earlier one.
    std::list<Identity> all_;
    std::atomic<const Identity*> identity_{nullptr};
};

}  // namespace performance::common
