#pragma once

#include <performance/Control.hpp>

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace performance::multiplexer {

/// The groups of timers by number, and what was switched. Any thread.
class GroupStates final {
public:
    /// The number of that group, a new one for a new name; an empty name is the group "default".
    std::int64_t number(const std::string& name);
    /// Throws gantry::Error for a number that no group has.
    [[nodiscard]] std::string name(std::int64_t number) const;

    /// Notes a state for backends that come later. Its caller notifies those before.
    void set(const std::string& name, bool enabled);
    void setAll(bool enabled);

    /// Changes with every set.
    [[nodiscard]] std::uint64_t version() const;
    /// Brings a backend to these states.
    void applyTo(Control& control) const;

    /// What an empty name of a group means.
    static std::string named(const std::string& group) { return group.empty() ? "default" : group; }

private:
    mutable std::mutex mutex_;
    std::vector<std::string> names_;
    std::uint64_t version_ = 0;
    bool allEnabled_ = true;
    // Since all were switched.
    std::map<std::string, bool> switched_;
};

}  // namespace performance::multiplexer
