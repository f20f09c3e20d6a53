#pragma once

#include <perf/model/QuantileSketch.hpp>
#include <perf/segment/AtomicWord.hpp>
#include <perf/segment/ChecksummedCount.hpp>

#include <cstdint>

namespace gantry::perf {

/// Counts of neighbouring buckets of the values of one EventRecord. Plain data of a fixed size that
/// refers to nothing but the record's index; each count is whole at every instant.
///
/// A bucket of QuantileSketch has index i: it is on the page i / kBuckets of its sign, at place
/// i % kBuckets. Pages are made when their first value comes, so a record of values of similar size
/// takes one or two of them.
struct SketchPage {
    /// A page takes 528 bytes.
    static constexpr std::uint32_t kBuckets = 64;
    /// Pages of one record; those of the values' signs and the page kOthers together.
    static constexpr std::uint32_t kMaxPages = 1 + QuantileSketch::kMaxBuckets / kBuckets;
    /// The page with what has no bucket: its counts are those of `Other`.
    static constexpr std::uint32_t kOthers = 0xfffffffeU;
    /// Places in the counts of the page kOthers.
    enum Other : std::uint32_t {
        kZeros,      ///< values too small for a bucket
        kCollapsed,  ///< a checksummedCount: values that are not in the bucket that is theirs
        kPages,      ///< pages of this record, this one included
    };

    std::uint32_t id;     ///< kOthers, or twice the first index / kBuckets, plus 1 for negatives
    std::uint32_t event;  ///< index of the EventRecord
    std::uint64_t check;  ///< follows from the two before
    /// Without checksums, but for kCollapsed: a wrong count shifts a quantile, and no sum.
    std::uint64_t count[kBuckets];

    /// The page for a bucket of positive or negative values; the inverse is in addTo().
    ///
    ///     SketchPage::idOf(130, false);    // 4: the page of the buckets 128 to 191
    ///     SketchPage::idOf(130, true);     // 5
    static constexpr std::uint32_t idOf(std::uint32_t index, bool negative) noexcept {
        return index / kBuckets * 2 + (negative ? 1 : 0);
    }

    /// What `check` is where id and event are as they were written.
    [[nodiscard]] std::uint64_t checkOf() const noexcept {
        return checksummedCount::of(id, std::uint64_t{event} + 1);
    }

    /// Whether there is such a page; a reader of foreign bytes asks.
    [[nodiscard]] bool isSound() const noexcept {
        return check == checkOf() &&
               (id == kOthers || id / 2 <= QuantileBuckets::kLastIndex / kBuckets);
    }

    /// Writer only. Counts one value in the bucket at that place, below kBuckets.
    void add(std::uint32_t place) noexcept {
        storeRelease(count[place], loadRelaxed(count[place]) + 1);
    }

    /// Writer only, on the page kOthers. Counts a value for which there was no page: it is in a
    /// bucket near to its own.
    void addCollapsed() noexcept {
        const std::uint64_t known = checksummedCount::numberIn(loadRelaxed(count[kCollapsed]));
        storeRelease(count[kCollapsed], checksummedCount::of(known + 1));
    }

    /// Adds what stands here, and says whether all of it was as it was written; the buckets of
    /// several pages then need sortBuckets. Throws std::bad_alloc.
    bool addTo(QuantileSketch& sketch) const;
};

/// Brings the buckets into the order a sketch has.
void sortBuckets(QuantileSketch& sketch);

}  // namespace gantry::perf
