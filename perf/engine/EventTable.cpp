#include <perf/engine/EngineError.hpp>
#include <perf/engine/detail/EventTable.hpp>
#include <perf/segment/EntryChecksum.hpp>

#include <string>

namespace gantry::perf {

EventTable::EventTable(std::uint32_t capacity, Segment& segment, NameTable& names)
    : slots_(capacity),
      segment_(&segment),
      names_(&names),
      entries_(segment, segment.table(Table::Events), sizeof(EventEntry), 32) {}

// names_ has a mutex of its own, taken before and released: the order of EngineFork.cpp is timers,
// events, names.
std::uint32_t EventTable::add(std::string_view name, bool keepsPath) {
    const std::uint32_t nameId = names_->add(name);
    const std::lock_guard lock(mutex_);
    if (const auto known = index_.find({nameId, keepsPath}); known != index_.end()) {
        return known->second;
    }
    const std::uint32_t id = entries_.size();
    if (id == slots_.capacity()) {
        checksummedCount::add(segment_->header().otherEvents, 1);
        throw EngineError("registerEvent: no room for '" + std::string(name) +
                          "': " + std::to_string(id) +
                          " events are registered; raise EngineOptions::maxEvents");
    }
    auto* const entry = static_cast<EventEntry*>(nameId == kNone ? nullptr : entries_.prepare());
    if (entry == nullptr) {
        checksummedCount::add(segment_->header().otherEvents,
                              name.size() > NameTable::kLongest ? 0 : 1);
        throw EngineError(roomError("registerEvent", name));
    }
    *entry = {nameId, keepsPath ? 1U : 0U, 0, 0};
    entry->checksum = entryChecksum(*entry);
    // What may throw comes before the entry counts.
    index_.emplace(std::pair(nameId, keepsPath), id);
    entries_.publish();
    slots_.setFlags(id, kKnown | kEnabled | (keepsPath ? kPath : 0));
    return id;
}

bool EventTable::setEnabled(std::uint32_t event, bool enabled) {
    return setFlag(event, kEnabled, enabled);
}

bool EventTable::setKeepsPath(std::uint32_t event, bool keepsPath) {
    if (event < entries_.size() &&
        static_cast<const EventEntry*>(entries_.at(event))->keepsPath == 0) {
        throw EngineError("event " + std::to_string(event) +
                          " keeps no call paths; register it as a context event");
    }
    return setFlag(event, kPath, keepsPath);
}

void EventTable::requireKnown(std::uint32_t event) const {
    if (event >= entries_.size()) {
        throw EngineError("event " + std::to_string(event) + " is unknown; " +
                          std::to_string(entries_.size()) + " events are registered");
    }
}

void EventTable::follow(std::uint32_t event, FlagChanged changed, void* context) {
    const std::lock_guard lock(mutex_);
    requireKnown(event);
    slots_.follow(event, changed, context);
}

bool EventTable::setFlag(std::uint32_t event, std::uint32_t flag, bool on) {
    const std::lock_guard lock(mutex_);
    requireKnown(event);
    const std::uint32_t flags = slots_.flags(event);
    slots_.setFlags(event, on ? flags | flag : flags & ~flag);
    return (flags & flag) != 0;
}

}  // namespace gantry::perf
