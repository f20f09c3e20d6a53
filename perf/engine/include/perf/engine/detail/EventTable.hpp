#pragma once

#include <perf/engine/detail/SlotArray.hpp>
#include <perf/segment/NameTable.hpp>
#include <perf/segment/RecordStore.hpp>

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gantry::perf {

/// The events of one engine. Names are copied. What is marked noexcept takes no lock; the rest
/// takes a mutex and may be used by any thread.
///
/// An event has a slot of flags in this process's memory, which each trigger tests, and an entry in
/// the segment, which readers see.
///
///     const std::uint32_t size = events.add("message size [B]", false);
///     if (events.state(size).enabled()) { ... }
class EventTable final {
public:
    /// Both outlive the table. Throws std::bad_alloc.
    EventTable(std::uint32_t capacity, Segment& segment, NameTable& names);

    /// What was said of an event.
    struct State {
        std::uint32_t flags;

        bool known() const noexcept { return flags != 0; }
        bool enabled() const noexcept { return (flags & kEnabled) != 0; }
        /// Whether values are kept per call path.
        bool keepsPath() const noexcept { return (flags & kPath) != 0; }
        /// Whether values belong to the call that ended last.
        bool isOfCall() const noexcept { return (flags & kOfCall) != 0; }
    };

    /// Of any number at all. One load.
    State state(std::uint32_t event) const noexcept { return {slots_.flags(event)}; }
    /// The word with kEnabled of a known event; it stays where it is.
    const std::uint32_t* flagsAt(std::uint32_t event) const noexcept {
        return &slots_.flagWord(event);
    }

    /// The id of that event; a new one unless both are equal to those of an old one. Throws
    /// EngineError when the table or the segment is full. A failure is counted in the segment's
    /// header, so that readers know that values are missing. So one name can be two events, one of
    /// which keeps paths.
    std::uint32_t add(std::string_view name, bool keepsPath);

    /// Returns the state before. Throws EngineError when unknown. Triggers that are under way may
    /// still count.
    bool setEnabled(std::uint32_t event, bool enabled);

    /// Whether values are kept per call path from now on. Returns the state before. Throws
    /// EngineError when unknown, and for an event that was not made to keep paths.
    bool setKeepsPath(std::uint32_t event, bool keepsPath);

    /// Values belong to the call that ended last from now on. Throws EngineError when unknown.
    void setOfCall(std::uint32_t event) { setFlag(event, kOfCall, true); }

    /// From now on `changed` is called with that context after each change of the word of
    /// flagsAt(), under the mutex. Throws EngineError when unknown.
    void follow(std::uint32_t event, FlagChanged changed, void* context);

    /// What keeps others from changing the table, for a fork.
    std::mutex& mutex() noexcept { return mutex_; }

    /// The bit of flagsAt() that others may test: values are recorded.
    static constexpr std::uint32_t kEnabled = 2;

private:
    // Throws EngineError when it is not. With the mutex held.
    void requireKnown(std::uint32_t event) const;
    // Takes the mutex. Returns the state before.
    bool setFlag(std::uint32_t event, std::uint32_t flag, bool on);

    static constexpr std::uint32_t kKnown = 1;
    static constexpr std::uint32_t kPath = 4;
    static constexpr std::uint32_t kOfCall = 8;

    SlotArray slots_;
    Segment* segment_;
    NameTable* names_;
    // In the segment: EventEntry, by id.
    RecordStore entries_;
    std::mutex mutex_;
    // By name and whether paths are kept. Under mutex_.
    std::map<std::pair<std::uint32_t, bool>, std::uint32_t> index_;
};

}  // namespace gantry::perf
