// Registration of timers and the switches that starts test. Everything here takes the mutex unless
// it says otherwise; the hot path reads slots only.

#include <perf/engine/EngineError.hpp>
#include <perf/engine/detail/TimerTable.hpp>
#include <perf/segment/EntryChecksum.hpp>
#include <perf/segment/SegmentReader.hpp>

#include <algorithm>
#include <cstdlib>
#include <new>
#include <utility>

namespace gantry::perf {

namespace {

constexpr std::uint32_t kFirstEntries = 64;

// Of the numbers of the names, which are unique, so that no text is hashed again. The base is left
// out: the name of a parameter contains that of its timer.
std::uint64_t hashOf(const TimerEntry& entry) noexcept {
    constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15U;
    std::uint64_t mixed = 0;
    for (const std::uint32_t part : {entry.name, entry.type, entry.group, entry.kind}) {
        mixed = (mixed ^ part) * kOdd;
        mixed ^= mixed >> 32U;
    }
    return mixed;
}

// But for the checksum.
bool same(const TimerEntry& a, const TimerEntry& b) noexcept {
    return a.name == b.name && a.type == b.type && a.group == b.group && a.kind == b.kind &&
           a.base == b.base;
}

[[noreturn]] void failUnknown(std::uint32_t timer, std::uint32_t registered) {
    throw EngineError("timer " + std::to_string(timer) + " is unknown; " +
                      std::to_string(registered) + " timers are registered");
}

}  // namespace

TimerTable::TimerTable(std::uint32_t capacity, Segment& segment, NameTable& names)
    : slots_(capacity + 1),
      segment_(&segment),
      names_(&names),
      entries_(segment, segment.table(Table::Timers), sizeof(TimerEntry), kFirstEntries),
      otherEntry_{names.add(kOtherName),
                  names.add({}),
                  names.add(kDefaultGroup),
                  static_cast<std::uint32_t>(TimerKind::Timer),
                  kNone,
                  0,
                  0} {
    // Too little memory shows at the first timer.
    static_cast<void>(entries_.reserve(1));
}

std::uint32_t TimerTable::add(std::string_view name, std::string_view type, std::string_view group,
                              TimerKind kind) {
    if (kind == TimerKind::Parameter) {
        throw EngineError("registerTimer: '" + std::string(name) +
                          "' cannot be registered as a parameter; use setParameter while its "
                          "timer runs");
    }
    for (const std::string_view text : {name, type, group}) {
        if (text.size() > NameTable::kLongest) {
            throw EngineError(roomError("registerTimer", text));
        }
    }
    const std::string_view inGroup = group.empty() ? kDefaultGroup : group;
    const std::lock_guard lock(mutex_);
    const TimerEntry entry{names_->add(name),
                           names_->add(type),
                           names_->add(inGroup),
                           static_cast<std::uint32_t>(kind),
                           kNone,
                           0,
                           0};
    if (const std::uint32_t known = find(entry); known != kNone) {
        return known;
    }
    const TimerInfo wanted{0, std::string(name), std::string(type), std::string(inGroup), kind, -1};
    return fits(entry) ? insert(entry, selection_.verdict(wanted)) : other(wanted);
}

std::uint32_t TimerTable::addParameter(std::uint32_t timer, std::string_view parameter,
                                       std::int64_t value) {
    return addPart(timer, std::string(parameter) + " = " + std::to_string(value));
}

std::uint32_t TimerTable::addPart(std::uint32_t timer, std::string_view text) {
    const std::string name = fullName(at(timer)) + " [ " + std::string(text) + " ]";
    const std::lock_guard lock(mutex_);
    const TimerEntry entry{names_->add(name),
                           names_->add({}),
                           this->entry(timer).group,
                           static_cast<std::uint32_t>(TimerKind::Parameter),
                           timer,
                           0,
                           0};
    if (const std::uint32_t known = find(entry); known != kNone) {
        return known;
    }
    if (!fits(entry)) {
        throw EngineError(roomError("setParameter", name));
    }
    return insert(entry, selection_.verdict({0,
                                             name,
                                             {},
                                             std::string(names_->at(entry.group)),
                                             TimerKind::Parameter,
                                             static_cast<std::int32_t>(timer)}));
}

std::uint32_t TimerTable::find(const TimerEntry& entry) const {
    return index_.find(hashOf(entry),
                       [&](std::uint32_t timer) { return same(entry, this->entry(timer)); });
}

// Also keeps the place for "(other)".
bool TimerTable::fits(const TimerEntry& entry) noexcept {
    // Once it is gone, "(other)" could not be made when it is needed.
    const std::uint32_t kept = other_ == kNone ? 1 : 0;
    return entries_.size() + kept < slots_.capacity() && entry.name != kNone &&
           entry.type != kNone && entry.group != kNone && entries_.reserve(1 + kept);
}

// What may throw comes first; the slot's flags come last, since start() takes a timer for known by
// them.
std::uint32_t TimerTable::insert(TimerEntry entry, Selection::Verdict verdict) {
    const std::uint32_t id = entries_.size();
    Group& group = groups_[findOrAddGroup(entry.group)];
    std::uint32_t flags = switched(kKnown | flagOf(verdict), group.enabled);
    if (entry.base != kNone) {
        flags |= kParameter;
        slots_.setData(id, entry.base);
    }
    const std::uint64_t hash = hashOf(entry);
    index_.reserveOne();
    group.timers.push_back(id);
    entry.checksum = entryChecksum(entry);
    auto& place = *static_cast<TimerEntry*>(entries_.prepare());
    place = entry;
    if (const std::uint64_t marks = entry.flags; marks != 0) {
        place.flags = checksummedCount::of(marks, entry.checksum);
    }
    index_.insert(hash, id);
    entries_.publish();
    slots_.setFlags(id, flags);
    return id;
}

// The timer for one that does not fit.
std::uint32_t TimerTable::other(const TimerInfo& wanted) {
    const auto group = std::find_if(groups_.begin(), groups_.end(), [&](const Group& known) {
        return names_->at(known.name) == wanted.group;
    });
    if (!selection_.includes(wanted) ||
        !(group == groups_.end() ? beginsEnabled(wanted.group) : group->enabled)) {
        throw EngineError(roomError("registerTimer", wanted.name));
    }
    if (other_ == kNone) {
        TimerEntry entry = otherEntry_;
        entry.flags = kTimerIsOther;
        other_ = insert(entry, Selection::Verdict::Unnamed);
    }
    checksummedCount::add(segment_->header().otherTimers, 1);
    return other_;
}

// Without the mutex: entries never move or change but for their flags, and ids come from add().
TimerInfo TimerTable::at(std::uint32_t timer) const {
    if (timer >= entries_.size()) {
        failUnknown(timer, entries_.size());
    }
    return infoOf(timer, entry(timer));
}

TimerInfo TimerTable::infoOf(std::uint32_t timer, const TimerEntry& entry) const {
    return {timer,
            std::string(names_->at(entry.name)),
            std::string(names_->at(entry.type)),
            std::string(names_->at(entry.group)),
            static_cast<TimerKind>(entry.kind),
            entry.base == kNone ? -1 : static_cast<std::int32_t>(entry.base)};
}

std::uint32_t TimerTable::flagOf(Selection::Verdict verdict) noexcept {
    switch (verdict) {
        case Selection::Verdict::Excluded:
            return kExcluded;
        case Selection::Verdict::Included:
            return kListed;
        case Selection::Verdict::Unnamed:
            break;
    }
    return 0;
}

// The flags with kEnabled as it follows from all others.
std::uint32_t TimerTable::switched(std::uint32_t flags, bool groupEnabled) noexcept {
    const bool on = groupEnabled && (flags & (kExcluded | kThrottled)) == 0;
    return (flags & ~kEnabled) | (on ? kEnabled | kEverEnabled : kEverDisabled);
}

void TimerTable::setFlag(std::uint32_t timer, std::uint32_t flag, bool on,
                         bool groupEnabled) noexcept {
    const std::uint32_t flags = slots_.flags(timer) & ~flag;
    slots_.setFlags(timer, switched(flags | (on ? flag : 0), groupEnabled));
}

Selection TimerTable::select(Selection selection) {
    const std::lock_guard lock(mutex_);
    // What may throw comes before anything changes.
    std::vector<std::uint32_t> flags(entries_.size());
    for (std::uint32_t timer = 0; timer < flags.size(); ++timer) {
        flags[timer] = flagOf(selection.verdict(at(timer)));
    }
    std::swap(selection_, selection);
    for (const Group& group : groups_) {
        for (const std::uint32_t timer : group.timers) {
            setFlag(timer, kListed, flags[timer] == kListed, group.enabled);
            setFlag(timer, kExcluded, flags[timer] == kExcluded, group.enabled);
        }
    }
    return selection;
}

bool TimerTable::setThrottled(std::uint32_t timer, bool throttled) {
    const std::lock_guard lock(mutex_);
    if (timer >= entries_.size()) {
        failUnknown(timer, entries_.size());
    }
    const bool before = (slots_.flags(timer) & kThrottled) != 0;
    setFlag(timer, kThrottled, throttled, groupOf(timer).enabled);
    note(timer, kTimerThrottled, throttled);
    return before;
}

// The first test is without the mutex: a query comes here each time.
void TimerTable::noteAsked(std::uint32_t timer) noexcept {
    if (!known(timer) || (slots_.flags(timer) & kAsked) != 0) {
        return;
    }
    const std::lock_guard lock(mutex_);
    slots_.setFlags(timer, slots_.flags(timer) | kAsked);
}

void TimerTable::follow(std::uint32_t timer, FlagChanged changed, void* context) {
    const std::lock_guard lock(mutex_);
    if (timer >= entries_.size()) {
        failUnknown(timer, entries_.size());
    }
    slots_.follow(timer, changed, context);
}

void TimerTable::setMayStayOpen(std::uint32_t timer) {
    const std::lock_guard lock(mutex_);
    if (timer >= entries_.size()) {
        failUnknown(timer, entries_.size());
    }
    setFlag(timer, kMayStayOpen, true, groupOf(timer).enabled);
    note(timer, kTimerMayStayOpen, true);
}

// For those who read the segment.
void TimerTable::note(std::uint32_t timer, std::uint32_t flag, bool on) noexcept {
    TimerEntry& entry = *static_cast<TimerEntry*>(entries_.at(timer));
    const std::uint64_t others =
        checksummedCount::numberIn(loadRelaxed(entry.flags)) & ~std::uint64_t{flag};
    storeRelease(entry.flags, checksummedCount::of(others | (on ? flag : 0), entry.checksum));
}

void TimerTable::Free::operator()(CountedPlace** places) const noexcept {
    std::free(places);  // NOLINT(cppcoreguidelines-no-malloc): of calloc
}

CountedPlace& TimerTable::countedPlace(std::uint32_t timer) {
    const std::lock_guard lock(mutex_);
    if (!known(timer)) {
        failUnknown(timer, static_cast<std::uint32_t>(entries_.size()));
    }
    if (placeArray_ == nullptr) {
        placeArray_.reset(
            // Pages that are not used take no memory.
            // NOLINTNEXTLINE(cppcoreguidelines-no-malloc,bugprone-sizeof-expression): pointers
            static_cast<CountedPlace**>(std::calloc(slots_.capacity(), sizeof(CountedPlace*))));
        if (placeArray_ == nullptr) {
            throw std::bad_alloc();
        }
        places_.store(placeArray_.get(), std::memory_order_release);
    }
    CountedPlace*& place = placeArray_[timer];
    if (place == nullptr) {
        storeRelease(place, &madePlaces_.emplace_back());
    }
    return *place;
}

void TimerTable::takePlacesBack(const void* thread) const noexcept {
    const std::lock_guard lock(mutex_);
    takePlacesBackLocked(thread);
}

void TimerTable::takePlacesBackLocked(const void* thread) const noexcept {
    for (CountedPlace& place : madePlaces_) {
        if (thread == nullptr || loadRelaxed(place.thread) == thread) {
            storeRelease(place.thread, static_cast<const void*>(nullptr));
        }
    }
}

}  // namespace gantry::perf
