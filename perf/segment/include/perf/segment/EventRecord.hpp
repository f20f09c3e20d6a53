#pragma once

#include <perf/model/EventStats.hpp>
#include <perf/segment/AtomicWord.hpp>

#include <cstdint>

namespace gantry::perf {

/// The values of one event on one thread (for a context event: from one call path). Plain data of a
/// fixed size; the last bit of `version` names the half that counts, an update writes the other
/// half first.
struct EventRecord {
    std::uint32_t id;       ///< event
    std::uint32_t node;     ///< call-path node, kNone when the path is not kept
    std::uint64_t version;  ///< number of updates
    Moments half[2];

    /// Writer only.
    void add(double value) noexcept {
        const std::uint64_t now = loadRelaxed(version);
        Moments next = load(now & 1U);
        next.add(value);
        Moments& to = half[(now + 1) & 1U];
        storeRelease(to.count, next.count);
        storeRelease(to.min, next.min);
        storeRelease(to.max, next.max);
        storeRelease(to.mean, next.mean);
        storeRelease(to.m2, next.m2);
        storeRelease(to.sumSquares, next.sumSquares);
        storeRelease(version, now + 1);
    }

    /// The values in one half; consistent when the version was the same before and after.
    Moments load(std::uint64_t which) const noexcept {
        const Moments& from = half[which];
        return {loadAcquire(from.count), loadAcquire(from.min), loadAcquire(from.max),
                loadAcquire(from.mean),  loadAcquire(from.m2),  loadAcquire(from.sumSquares)};
    }
};

}  // namespace gantry::perf
