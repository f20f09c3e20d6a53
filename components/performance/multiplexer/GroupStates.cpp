#include "GroupStates.hpp"

#include <gantry/Error.hpp>

#include <algorithm>

namespace performance::multiplexer {

// Names are only added, so a number means the same group as long as this object exists.
std::int64_t GroupStates::number(const std::string& name) {
    const std::string wanted = named(name);
    const std::lock_guard lock(mutex_);
    const auto found = std::find(names_.begin(), names_.end(), wanted);
    const auto number = found - names_.begin();
    if (found == names_.end()) {
        names_.push_back(wanted);
    }
    return number;
}

std::string GroupStates::name(std::int64_t number) const {
    const std::lock_guard lock(mutex_);
    if (number < 0 || static_cast<std::size_t>(number) >= names_.size()) {
        throw gantry::Error(gov::cca::CCAExceptionType::BadProperties,
                            "there is no timer group with the id " + std::to_string(number) + "; " +
                                std::to_string(names_.size()) +
                                " are known, numbered from 0; take an id from a timer's "
                                "getGroupId, or name the group");
    }
    return names_[static_cast<std::size_t>(number)];
}

void GroupStates::set(const std::string& name, bool enabled) {
    const std::lock_guard lock(mutex_);
    switched_[named(name)] = enabled;
    ++version_;
}

// Forgets the single groups: the last command decides, as in a backend.
void GroupStates::setAll(bool enabled) {
    const std::lock_guard lock(mutex_);
    allEnabled_ = enabled;
    switched_.clear();
    ++version_;
}

std::uint64_t GroupStates::version() const {
    const std::lock_guard lock(mutex_);
    return version_;
}

void GroupStates::applyTo(Control& control) const {
    // Copied, since code of a backend must not run under the lock.
    bool allEnabled = true;
    std::map<std::string, bool> switched;
    {
        const std::lock_guard lock(mutex_);
        allEnabled = allEnabled_;
        switched = switched_;
    }
    if (!allEnabled) {
        control.disableAllGroups();
    }
    for (const auto& [name, enabled] : switched) {
        if (enabled) {
            control.enableGroupName(name);
        } else {
            control.disableGroupName(name);
        }
    }
}

}  // namespace performance::multiplexer
