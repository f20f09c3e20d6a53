#pragma once

#include <perf/engine/CountedPlace.hpp>
#include <perf/engine/Ids.hpp>
#include <perf/engine/detail/SlotArray.hpp>
#include <perf/model/Selection.hpp>
#include <perf/model/TimerInfo.hpp>
#include <perf/segment/IdIndex.hpp>
#include <perf/segment/NameTable.hpp>
#include <perf/segment/RecordStore.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace gantry::perf {

/// Where it stands whether a timer is enabled: a word that other threads write, and the bit of it.
/// Valid as long as the table.
struct TimerFlag {
    const std::uint32_t& word;
    std::uint32_t bit;
};

/// The timers and groups of one engine. Names are copied. What is marked noexcept takes no lock and
/// may be used while measuring; the rest takes a mutex, may be used by any thread, and throws
/// EngineError or std::bad_alloc without having changed anything.
///
/// A timer has a slot of flags in this process's memory, which each start tests, and an entry in
/// the segment, which readers see. kEnabled follows from all other flags and the group; code that
/// changes one of these computes it anew under the mutex.
///
///     const std::uint32_t solve = timers.add("solve", "Solver", "default", TimerKind::Timer);
///     const std::uint32_t large = timers.addParameter(solve, "size", 4096);
///     timers.setGroupEnabled(timers.group("default"), false);
class TimerTable final {
public:
    /// Both outlive the table. Throws std::bad_alloc.
    TimerTable(std::uint32_t capacity, Segment& segment, NameTable& names);

    /// Of any number at all, as the next ones. One load; so are all that take no lock.
    bool known(std::uint32_t timer) const noexcept { return slots_.flags(timer) != 0; }
    /// Whether a start is recorded: its group is on, the selection does not exclude it, and it is
    /// not throttled.
    bool enabled(std::uint32_t timer) const noexcept {
        return (slots_.flags(timer) & kEnabled) != 0;
    }
    /// The timer must be one of this table.
    TimerFlag enabledFlag(std::uint32_t timer) const noexcept {
        return {slots_.flagWord(timer), kEnabled};
    }
    /// Made by addParameter() or addPart().
    bool isParameter(std::uint32_t timer) const noexcept {
        return (slots_.flags(timer) & kParameter) != 0;
    }
    /// Whether it is or was disabled at any time: then a stop can lack its start without a mistake.
    bool everDisabled(std::uint32_t timer) const noexcept {
        return (slots_.flags(timer) & kEverDisabled) != 0;
    }
    /// Whether it is switched off for what it costs.
    bool throttled(std::uint32_t timer) const noexcept {
        return (slots_.flags(timer) & kThrottled) != 0;
    }
    /// Whether the selection names it, or someone asked for its values, so that each of its calls
    /// is timed.
    bool listed(std::uint32_t timer) const noexcept {
        return (slots_.flags(timer) & (kListed | kAsked)) != 0;
    }
    /// Whether it may run until the end of its thread without a mistake.
    bool mayStayOpen(std::uint32_t timer) const noexcept {
        return (slots_.flags(timer) & kMayStayOpen) != 0;
    }
    /// The word with kEnabled and kEverEnabled of a known timer; it stays where it is.
    const std::uint32_t* flagsAt(std::uint32_t timer) const noexcept {
        return &slots_.flagWord(timer);
    }
    /// The timer a parameter belongs to. Of a parameter only.
    std::uint32_t baseOf(std::uint32_t parameter) const noexcept { return slots_.data(parameter); }

    /// The id of that timer; a new one unless all four are equal to those of an old one. Where it
    /// does not fit, the id of "(other)", which takes the calls of all such timers; EngineError
    /// only for a name that is too long, and for one that would be off at this moment.
    std::uint32_t add(std::string_view name, std::string_view type, std::string_view group,
                      TimerKind kind);

    /// The id under which calls of `timer` with that value of the parameter are recorded; it is
    /// named "TIMER [ parameter = value ]". Throws EngineError where the timer is unknown.
    std::uint32_t addParameter(std::uint32_t timer, std::string_view parameter, std::int64_t value);
    /// The same for any text in the brackets.
    std::uint32_t addPart(std::uint32_t timer, std::string_view text);

    /// Throws EngineError when unknown. Copies the names.
    TimerInfo at(std::uint32_t timer) const;

    /// The id of a group; a new group when the name is new. It begins as enabled, unless
    /// setAllGroupsEnabled() said otherwise last or setDisabledGroups() has a pattern of it.
    std::uint32_t group(std::string_view name);

    /// Throws EngineError when unknown.
    std::string groupName(std::uint32_t group) const;

    /// Names of all groups, by id.
    std::vector<std::string> groups() const;

    /// Throws EngineError when unknown.
    bool groupEnabled(std::uint32_t group) const;

    /// Timers the selection excludes are off, those to come as well. Returns the one before. Those
    /// it includes by a rule are listed() then. Costs a pattern match for each timer and rule.
    Selection select(Selection selection);

    /// Returns the state before. Throws EngineError when unknown. Calls that run go on to be
    /// measured; later ones are not.
    bool setThrottled(std::uint32_t timer, bool throttled);

    /// Its values were asked for by name. Does nothing for an unknown id. Takes the mutex the first
    /// time only.
    void noteAsked(std::uint32_t timer) noexcept;

    /// Throws EngineError when unknown.
    void setMayStayOpen(std::uint32_t timer);

    /// Returns the state before. Throws EngineError when unknown. Costs a store for each timer of
    /// the group.
    bool setGroupEnabled(std::uint32_t group, bool enabled);

    /// Groups that appear later get the same state.
    void setAllGroupsEnabled(bool enabled);

    /// See Engine::setDisabledGroups.
    void setDisabledGroups(std::vector<std::string> patterns);

    /// From now on `changed` is called with that context after each change of the word of
    /// flagsAt(), under the mutex. Throws EngineError when unknown.
    void follow(std::uint32_t timer, FlagChanged changed, void* context);

    /// Where a thread may count calls of the timer itself; made the first time, and there as long
    /// as the table. Throws EngineError when unknown.
    CountedPlace& countedPlace(std::uint32_t timer);
    /// The same where it was made before, else nullptr. Lock-free.
    CountedPlace* madePlace(std::uint32_t timer) const noexcept {
        CountedPlace** const places = places_.load(std::memory_order_acquire);
        return places != nullptr && timer < slots_.capacity() ? loadAcquire(places[timer])
                                                              : nullptr;
    }
    /// No thread with that mark may count from here on; nullptr: none at all. The calling thread
    /// must be that one, or the only one.
    void takePlacesBack(const void* thread) const noexcept;
    /// The same under the mutex, for who has it.
    void takePlacesBackLocked(const void* thread) const noexcept;

    /// What keeps others from changing the table, for a fork.
    std::mutex& mutex() noexcept { return mutex_; }

    /// Bits of flagsAt() that others may test: starts are recorded; they are or were at any time.
    static constexpr std::uint32_t kEnabled = 2;
    static constexpr std::uint32_t kEverEnabled = 64;

private:
    static constexpr std::string_view kDefaultGroup = "default";

    // Bits of a slot's flags; the others are above.
    static constexpr std::uint32_t kKnown = 1;
    static constexpr std::uint32_t kEverDisabled = 4;
    static constexpr std::uint32_t kParameter = 8;
    static constexpr std::uint32_t kExcluded = 16;   // by the selection
    static constexpr std::uint32_t kThrottled = 32;  // for what it costs
    static constexpr std::uint32_t kMayStayOpen = 128;
    static constexpr std::uint32_t kListed = 256;  // by the selection
    static constexpr std::uint32_t kAsked = 512;   // for its values

    // Its timers, so that switching it need not look at the others.
    struct Group {
        std::uint32_t name;
        bool enabled;
        std::vector<std::uint32_t> timers;
    };
    // The timer must be known.
    const TimerEntry& entry(std::uint32_t timer) const noexcept {
        return *static_cast<const TimerEntry*>(entries_.at(timer));
    }
    TimerInfo infoOf(std::uint32_t timer, const TimerEntry& entry) const;
    // By name, type, group and kind; kNone where there is none.
    std::uint32_t find(const TimerEntry& entry) const;
    // Whether one more can be inserted: name, entry and slot, and one more for "(other)".
    bool fits(const TimerEntry& entry) noexcept;
    std::uint32_t insert(TimerEntry entry, Selection::Verdict verdict);
    // "(other)", made at the first timer that does not fit; that registration is counted.
    std::uint32_t other(const TimerInfo& wanted);
    std::uint32_t findOrAddGroup(std::uint32_t name);
    // The state of a group that is made now.
    bool beginsEnabled(std::string_view group) const noexcept;
    bool isDisabledByPattern(std::string_view group) const noexcept;
    // Switches the group, and computes kEnabled of its timers anew.
    void apply(Group& group, bool enabled);
    void setFlag(std::uint32_t timer, std::uint32_t flag, bool on, bool groupEnabled) noexcept;
    static std::uint32_t flagOf(Selection::Verdict verdict) noexcept;
    // The flags with kEnabled as it follows from the others; also sets kEverEnabled or
    // kEverDisabled.
    static std::uint32_t switched(std::uint32_t flags, bool groupEnabled) noexcept;
    // Shows the flag in the segment's entry, for readers.
    void note(std::uint32_t timer, std::uint32_t flag, bool on) noexcept;
    const Group& groupOf(std::uint32_t timer) const;
    const Group& checkedGroup(std::uint32_t group) const;

    // By the id of the timer.
    SlotArray slots_;
    Segment* segment_;
    NameTable* names_;
    // In the segment: TimerEntry, by id.
    RecordStore entries_;
    // Its names are there from the start, and one entry stays free until it is made: when a timer
    // does not fit, nothing else does either.
    TimerEntry otherEntry_{};
    std::uint32_t other_ = kNone;
    mutable std::mutex mutex_;
    IdIndex index_;
    std::vector<Group> groups_;
    // By the id of the name.
    std::map<std::uint32_t, std::uint32_t> groupIndex_;
    bool newGroupsEnabled_ = true;
    // Patterns.
    std::vector<std::string> disabledGroups_;
    Selection selection_;
    // Of memory from calloc(), as slots_: by timer, null where it has none.
    struct Free {
        void operator()(CountedPlace** places) const noexcept;
    };
    mutable std::deque<CountedPlace> madePlaces_;
    std::unique_ptr<CountedPlace*[], Free> placeArray_;
    std::atomic<CountedPlace**> places_{nullptr};
};

}  // namespace gantry::perf
