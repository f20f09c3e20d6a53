#pragma once

#include <perf/engine/detail/PairIndex.hpp>
#include <perf/segment/EventRecord.hpp>
#include <perf/segment/RecordStore.hpp>
#include <perf/segment/SketchPage.hpp>

#include <cmath>
#include <cstdint>

namespace gantry::perf {

/// The sketches of all events of one thread: pages in an append-only store, found by event and
/// bucket in constant time. Only the thread adds; any thread reads the pages.
///
/// A sketch is exact in its counts and has the relative error of QuantileBuckets in its values. The
/// page SketchPage::kOthers of an event counts zeros, collapsed values and pages; it is made with
/// the first other page.
class SketchStore final {
public:
    /// The pages are in the segment. Throws std::bad_alloc.
    SketchStore(Segment& segment, StoreHeader& header)
        : pages_(segment, header, sizeof(SketchPage), kFirstPages) {}

    /// Takes in a finite value of the record that is in `events`. A few nanoseconds; the first
    /// value of a range of magnitudes takes memory for it. Without memory, or beyond the number of
    /// pages a record may have, the value counts at the nearest end of a page there is, and as
    /// collapsed.
    void add(const EventRecord* record, const RecordStore& events, double value) noexcept {
        const double magnitude = std::fabs(value);
        if (magnitude < QuantileBuckets::kLeast) [[unlikely]] {
            countOther(record, events, SketchPage::kZeros);
            return;
        }
        const std::uint32_t index = QuantileBuckets::indexOf(magnitude);
        const std::uint32_t id = SketchPage::idOf(index, value < 0);
        // A page covers a range of magnitudes of one sign, so most values find it here.
        SketchPage* page = index_.find(record, id);
        if (page == nullptr) [[unlikely]] {
            page = addPage(record, events, id);
            if (page == nullptr) {
                collapse(record, events, id);
                return;
            }
        }
        page->add(index % SketchPage::kBuckets);
    }

    /// Forgets the pages, whose store is empty again.
    void clear() noexcept { index_.clear(); }

private:
    // Records of the first chunk of the store.
    static constexpr std::uint32_t kFirstPages = 2;

    // Null without memory, or where the record has as many pages as it may.
    SketchPage* addPage(const EventRecord* record, const RecordStore& events,
                        std::uint32_t id) noexcept;
    // As addPage(), whatever the number of pages is.
    SketchPage* makePage(const EventRecord* record, const RecordStore& events,
                         std::uint32_t id) noexcept;
    // The page SketchPage::kOthers of the record; made where it is missing, null without memory.
    SketchPage* others(const EventRecord* record, const RecordStore& events) noexcept;
    void countOther(const EventRecord* record, const RecordStore& events,
                    SketchPage::Other what) noexcept;
    // Counts the value in the nearest page of its sign.
    void collapse(const EventRecord* record, const RecordStore& events, std::uint32_t id) noexcept;

    // By the event's record and the number of the page.
    PairIndex<SketchPage> index_;
    RecordStore pages_;
};

}  // namespace gantry::perf
