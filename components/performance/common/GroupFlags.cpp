#include "GroupFlags.hpp"

#include <gantry/Error.hpp>

namespace performance::common {

GroupFlags::Group& GroupFlags::group(const std::string& name) {
    const std::string wanted = name.empty() ? "default" : name;
    const std::lock_guard lock(mutex_);
    for (Group& group : groups_) {
        if (group.name == wanted) {
            return group;
        }
    }
    const auto number = static_cast<std::int64_t>(groups_.size());
    return groups_.emplace_back(number, wanted, enabledAtFirst_);
}

GroupFlags::Group& GroupFlags::group(std::int64_t number) {
    const std::lock_guard lock(mutex_);
    if (number < 0 || static_cast<std::size_t>(number) >= groups_.size()) {
        throw gantry::Error(gov::cca::CCAExceptionType::BadProperties,
                            "no timer group has the id " + std::to_string(number) + "; there are " +
                                std::to_string(groups_.size()) +
                                "; take an id from a timer's getGroupId");
    }
    return groups_[static_cast<std::size_t>(number)];
}

void GroupFlags::setAll(bool enabled) {
    const std::lock_guard lock(mutex_);
    enabledAtFirst_ = enabled;
    for (Group& group : groups_) {
        group.enabled.store(enabled, std::memory_order_relaxed);
    }
}

}  // namespace performance::common
