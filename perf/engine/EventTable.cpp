#include <perf/engine/EngineError.hpp>
#include <perf/engine/EventTable.hpp>

namespace gantry::perf {

std::uint32_t EventTable::add(std::string_view name, bool keepsPath) {
    const std::lock_guard lock(mutex_);
    std::pair<std::string, bool> key(name, keepsPath);
    if (const auto known = index_.find(key); known != index_.end()) {
        return known->second;
    }
    if (names_.size() == slots_.capacity()) {
        throw EngineError("registerEvent: no room for '" + key.first +
                          "': " + std::to_string(names_.size()) +
                          " events are registered; raise EngineOptions::maxEvents");
    }
    const auto id = static_cast<std::uint32_t>(names_.size());
    names_.push_back(key.first);
    try {
        index_.emplace(std::move(key), id);
    } catch (...) {
        names_.pop_back();
        throw;
    }
    slots_.setFlags(id, kKnown | kEnabled | (keepsPath ? kPath : 0));
    return id;
}

bool EventTable::setEnabled(std::uint32_t event, bool enabled) {
    const std::lock_guard lock(mutex_);
    if (event >= names_.size()) {
        throw EngineError("event " + std::to_string(event) + " is unknown; " +
                          std::to_string(names_.size()) + " events are registered");
    }
    const std::uint32_t flags = slots_.flags(event);
    slots_.setFlags(event, enabled ? flags | kEnabled : flags & ~kEnabled);
    return (flags & kEnabled) != 0;
}

std::vector<std::string> EventTable::all() const {
    const std::lock_guard lock(mutex_);
    return names_;
}

}  // namespace gantry::perf
