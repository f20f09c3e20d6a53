#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <mutex>
#include <string>
#include <utility>

namespace performance::common {

/// Groups of timers with their switches. Any thread.
class GroupFlags final {
public:
    /// `number` is the index of creation, from 0. `enabled` is read without the lock on every
    /// start.
    struct Group {
        Group(std::int64_t id, std::string text, bool isEnabled)
            : number(id), name(std::move(text)), enabled(isEnabled) {}

        std::int64_t number;
        std::string name;
        std::atomic<bool> enabled;
    };

    /// The group of that name, a new one for a new name; an empty name is "default". The reference
    /// stays valid as long as this object. Linear in the number of groups: call it when a timer is
    /// named, not when it is started.
    Group& group(const std::string& name);
    /// Throws gantry::Error for a number that no group has.
    Group& group(std::int64_t number);
    /// Switches all groups, and sets what new ones begin with.
    void setAll(bool enabled);

private:
    std::mutex mutex_;
    std::deque<Group> groups_;
    bool enabledAtFirst_ = true;
};

}  // namespace performance::common
