#pragma once

#include <perf/model/EventStats.hpp>
#include <perf/segment/AtomicWord.hpp>
#include <perf/segment/detail/EventSums.hpp>
#include <perf/segment/detail/VersionWord.hpp>

#include <cstddef>
#include <cstdint>

namespace gantry::perf {

/// The values of one event on one thread (for a context event: from one call path). Plain data of a
/// fixed size.
///
/// The lower 48 bits of `version` are the number of values; its last bit names the half that
/// counts. Its upper 16 bits are a checksum of that number, of event and node, and of that half. An
/// update writes `count` and the other half first and then the version, so the record is whole at
/// every instant. The writer goes on from `count` and the halves and never from `version`, so that
/// no update waits for the checksum of the one before.
///
///     record.init(event, kNone);             // the thread, once
///     record.add(4096);                      // the thread
///     const EventReading reading = readEvent(record);    // any reader
struct EventRecord {
    std::uint32_t id;       ///< event
    std::uint32_t node;     ///< call-path node, kNone when the path is not kept
    std::uint64_t version;  ///< see above
    std::uint64_t count;    ///< values taken in; at most one ahead of the version
    EventSums half[2];

    /// Writer only; before the record is published. The record is zero before. This makes it hold 0
    /// values with a right checksum.
    void init(std::uint32_t event, std::uint32_t owner) noexcept {
        id = event;
        node = owner;
        version = checksummedVersion(0, half[0]);
    }

    /// Takes a finite value in. Writer only. Costs no division. The first value and every value
    /// after a power of two also move the centre, see EventSums::recentre(). Infinite values and
    /// NaN must be refused before: they would stay in the sums.
    void add(double value) noexcept {
        const std::uint64_t before = loadRelaxed(count);
        // None yet, or a power of two.
        if ((before & (before - 1)) == 0) [[unlikely]] {
            addRecentred(value, before);
            return;
        }
        // From the half that counts; store() writes the other one.
        EventSums sums = load(before);
        sums.add(value);
        store(sums, before + 1);
    }

    /// The values in one half; consistent when the version was the same before and after.
    EventSums load(std::uint64_t which) const noexcept {
        const EventSums& from = half[which & 1U];
        return {loadAcquire(from.min), loadAcquire(from.max), loadAcquire(from.centre),
                loadAcquire(from.sum), loadAcquire(from.squares)};
    }

    /// The version for a number of values, of which the lower 48 bits are taken, and the half that
    /// counts then.
    std::uint64_t checksummedVersion(std::uint64_t values, const EventSums& sums) const noexcept {
        // Damage of the numbers shows in the checksum as well.
        const std::uint64_t key = std::uint64_t{node} << 32U | id;
        return VersionWord::of(values, key, sums.mixed());
    }

private:
    // Each store is a release, so that a reader that sees the version sees all before it.
    void store(const EventSums& sums, std::uint64_t values) noexcept {
        storeRelease(count, values);
        EventSums& to = half[values & 1U];
        storeRelease(to.min, sums.min);
        storeRelease(to.max, sums.max);
        storeRelease(to.centre, sums.centre);
        storeRelease(to.sum, sums.sum);
        storeRelease(to.squares, sums.squares);
        storeRelease(version, checksummedVersion(values, sums));
    }

    // Whole by itself, so that the way every other value takes stays in registers.
    [[gnu::noinline]] void addRecentred(double value, std::uint64_t before) noexcept {
        EventSums sums = load(before);
        if (before == 0) {
            sums = EventSums::beginningWith(value);
        } else {
            sums.recentre(before);
        }
        sums.add(value);
        store(sums, before + 1);
    }
};

static_assert(sizeof(EventRecord) == 104);

/// What a reader makes of a record while its thread goes on writing. A plain value that refers to
/// nothing.
struct EventReading {
    bool whole = false;  ///< false when a bit of it is not as it was written
    Moments moments;
};

/// Any thread or process; never waits for the writer. moments is empty where the record is not
/// whole.
EventReading readEvent(const EventRecord& record) noexcept;

}  // namespace gantry::perf
