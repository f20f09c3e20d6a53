#include <perf/engine/EngineError.hpp>
#include <perf/engine/TimerTable.hpp>

#include <utility>

namespace gantry::perf {

namespace {

[[noreturn]] void failUnknown(std::uint32_t timer, std::size_t registered) {
    throw EngineError("timer " + std::to_string(timer) + " is unknown; " +
                      std::to_string(registered) + " timers are registered");
}

}  // namespace

std::uint32_t TimerTable::add(std::string_view name, std::string_view type, std::string_view group,
                              TimerKind kind) {
    if (kind == TimerKind::Parameter) {
        throw EngineError("registerTimer: '" + std::string(name) +
                          "' can not be registered as a parameter; use setParameter while its "
                          "timer runs");
    }
    const std::lock_guard lock(mutex_);
    return insert({0, std::string(name), std::string(type),
                   std::string(group.empty() ? std::string_view("default") : group), kind, -1});
}

std::uint32_t TimerTable::addParameter(std::uint32_t timer, std::string_view parameter,
                                       std::int64_t value) {
    const std::lock_guard lock(mutex_);
    const TimerInfo& base = timers_.at(timer);
    return insert(
        {0,
         fullName(base) + " [ " + std::string(parameter) + " = " + std::to_string(value) + " ]",
         {},
         base.group,
         TimerKind::Parameter,
         static_cast<std::int32_t>(timer)});
}

std::uint32_t TimerTable::insert(TimerInfo info) {
    Key key{info.name, info.type, info.group, info.kind};
    if (const auto known = index_.find(key); known != index_.end()) {
        return known->second;
    }
    if (timers_.size() == slots_.capacity()) {
        throw EngineError("registerTimer: no room for '" + info.name +
                          "': " + std::to_string(timers_.size()) +
                          " timers are registered; raise EngineOptions::maxTimers");
    }
    const auto id = static_cast<std::uint32_t>(timers_.size());
    info.id = id;
    Group& group = groups_[findOrAddGroup(info.group)];
    std::uint32_t flags =
        switched(kKnown | (selection_.includes(info) ? 0 : kExcluded), group.enabled);
    if (info.kind == TimerKind::Parameter) {
        flags |= kParameter;
        slots_.setData(id, static_cast<std::uint32_t>(info.base));
    }
    group.timers.reserve(group.timers.size() + 1);
    timers_.push_back(std::move(info));
    try {
        index_.emplace(std::move(key), id);
    } catch (...) {
        timers_.pop_back();
        throw;
    }
    group.timers.push_back(id);
    slots_.setFlags(id, flags);
    return id;
}

TimerInfo TimerTable::at(std::uint32_t timer) const {
    const std::lock_guard lock(mutex_);
    if (timer >= timers_.size()) {
        failUnknown(timer, timers_.size());
    }
    return timers_[timer];
}

std::vector<TimerInfo> TimerTable::all() const {
    const std::lock_guard lock(mutex_);
    std::vector<TimerInfo> timers = timers_;
    for (TimerInfo& timer : timers) {
        timer.throttled = (slots_.flags(timer.id) & kThrottled) != 0;
    }
    return timers;
}

std::uint32_t TimerTable::findOrAddGroup(std::string_view name) {
    if (const auto known = groupIndex_.find(name); known != groupIndex_.end()) {
        return known->second;
    }
    const auto id = static_cast<std::uint32_t>(groups_.size());
    groups_.push_back({std::string(name), newGroupsEnabled_, {}});
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
    return findOrAddGroup(name.empty() ? std::string_view("default") : name);
}

const TimerTable::Group& TimerTable::checkedGroup(std::uint32_t group) const {
    if (group >= groups_.size()) {
        throw EngineError("group " + std::to_string(group) + " is unknown; " +
                          std::to_string(groups_.size()) +
                          " groups exist, numbered from 0; ask for the id by the group's name");
    }
    return groups_[group];
}

std::string TimerTable::groupName(std::uint32_t group) const {
    const std::lock_guard lock(mutex_);
    return checkedGroup(group).name;
}

std::vector<std::string> TimerTable::groups() const {
    const std::lock_guard lock(mutex_);
    std::vector<std::string> names;
    for (const Group& group : groups_) {
        names.push_back(group.name);
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

// The flags with kEnabled as it follows from all others.
std::uint32_t TimerTable::switched(std::uint32_t flags, bool groupEnabled) noexcept {
    const bool on = groupEnabled && (flags & (kExcluded | kThrottled)) == 0;
    return (flags & ~kEnabled) | (on ? kEnabled : kEverDisabled);
}

void TimerTable::setFlag(std::uint32_t timer, std::uint32_t flag, bool on,
                         bool groupEnabled) noexcept {
    const std::uint32_t flags = slots_.flags(timer) & ~flag;
    slots_.setFlags(timer, switched(flags | (on ? flag : 0), groupEnabled));
}

Selection TimerTable::select(Selection selection) {
    const std::lock_guard lock(mutex_);
    std::swap(selection_, selection);
    for (const Group& group : groups_) {
        for (const std::uint32_t timer : group.timers) {
            setFlag(timer, kExcluded, !selection_.includes(timers_[timer]), group.enabled);
        }
    }
    return selection;
}

bool TimerTable::setThrottled(std::uint32_t timer, bool throttled) {
    const std::lock_guard lock(mutex_);
    if (timer >= timers_.size()) {
        failUnknown(timer, timers_.size());
    }
    const bool before = (slots_.flags(timer) & kThrottled) != 0;
    const auto group = groupIndex_.find(timers_[timer].group);
    setFlag(timer, kThrottled, throttled, groups_[group->second].enabled);
    return before;
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
