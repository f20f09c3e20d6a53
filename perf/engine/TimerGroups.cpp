// The groups of timers: their names, and switching all timers of one. Everything here takes the
// mutex, or is called by who has it.

#include <base/text/GlobPattern.hpp>
#include <perf/engine/EngineError.hpp>
#include <perf/engine/detail/TimerTable.hpp>

#include <algorithm>
#include <mutex>
#include <utility>

namespace gantry::perf {

bool TimerTable::beginsEnabled(std::string_view group) const noexcept {
    return newGroupsEnabled_ && !isDisabledByPattern(group);
}

bool TimerTable::isDisabledByPattern(std::string_view group) const noexcept {
    return std::any_of(
        disabledGroups_.begin(), disabledGroups_.end(),
        [&](const std::string& pattern) { return base::matchesPattern(pattern, group); });
}

// Both or neither: a group without its name in the index would be made twice.
std::uint32_t TimerTable::findOrAddGroup(std::uint32_t name) {
    if (const auto known = groupIndex_.find(name); known != groupIndex_.end()) {
        return known->second;
    }
    const auto id = static_cast<std::uint32_t>(groups_.size());
    groups_.push_back({name, beginsEnabled(names_->at(name)), {}});
    try {
        groupIndex_.emplace(name, id);
    } catch (...) {
        groups_.pop_back();
        throw;
    }
    return id;
}

std::uint32_t TimerTable::group(std::string_view name) {
    const std::lock_guard lock(mutex_);
    const std::uint32_t id = names_->add(name.empty() ? kDefaultGroup : name);
    if (id == kNone) {
        throw EngineError(roomError("group", name));
    }
    return findOrAddGroup(id);
}

const TimerTable::Group& TimerTable::checkedGroup(std::uint32_t group) const {
    if (group >= groups_.size()) {
        throw EngineError("group " + std::to_string(group) + " is unknown; " +
                          std::to_string(groups_.size()) +
                          " groups exist, numbered from 0; get the id by the group's name");
    }
    return groups_[group];
}

std::string TimerTable::groupName(std::uint32_t group) const {
    const std::lock_guard lock(mutex_);
    return std::string(names_->at(checkedGroup(group).name));
}

std::vector<std::string> TimerTable::groups() const {
    const std::lock_guard lock(mutex_);
    std::vector<std::string> names;
    for (const Group& group : groups_) {
        names.emplace_back(names_->at(group.name));
    }
    return names;
}

bool TimerTable::groupEnabled(std::uint32_t group) const {
    const std::lock_guard lock(mutex_);
    return checkedGroup(group).enabled;
}

bool TimerTable::setGroupEnabled(std::uint32_t group, bool enabled) {
    const std::lock_guard lock(mutex_);
    const bool before = checkedGroup(group).enabled;
    apply(groups_[group], enabled);
    return before;
}

void TimerTable::setAllGroupsEnabled(bool enabled) {
    const std::lock_guard lock(mutex_);
    newGroupsEnabled_ = enabled;
    for (Group& group : groups_) {
        apply(group, enabled);
    }
}

void TimerTable::setDisabledGroups(std::vector<std::string> patterns) {
    const std::lock_guard lock(mutex_);
    std::vector<bool> before;
    before.reserve(groups_.size());
    for (const Group& group : groups_) {
        before.push_back(isDisabledByPattern(names_->at(group.name)));
    }
    disabledGroups_ = std::move(patterns);
    for (std::size_t id = 0; id < groups_.size(); ++id) {
        const bool isDisabled = isDisabledByPattern(names_->at(groups_[id].name));
        if (isDisabled != before[id]) {
            apply(groups_[id], !isDisabled);
        }
    }
}

const TimerTable::Group& TimerTable::groupOf(std::uint32_t timer) const {
    return groups_[groupIndex_.find(entry(timer).group)->second];
}

void TimerTable::apply(Group& group, bool enabled) {
    if (group.enabled == enabled) {
        return;
    }
    group.enabled = enabled;
    for (const std::uint32_t timer : group.timers) {
        slots_.setFlags(timer, switched(slots_.flags(timer), enabled));
    }
}

}  // namespace gantry::perf
