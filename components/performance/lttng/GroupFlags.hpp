#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <mutex>
#include <string>

namespace performance::lttng {

/// Groups of timers with their switches. Any thread.
class GroupFlags final {
public:
    struct Group {
        std::int64_t number;
        std::string name;
        std::atomic<bool> enabled;
    };

    /// The group of that name, a new one for a new name; an empty name is "default". It stays where
    /// it is.
    Group& group(const std::string& name);
    /// Throws gantry::Error for a number that no group has.
    Group& group(std::int64_t number);
    /// Those to come as well.
    void setAll(bool enabled);

private:
    std::mutex mutex_;
    std::deque<Group> groups_;
    bool enabledAtFirst_ = true;
};

}  // namespace performance::lttng
