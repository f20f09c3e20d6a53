#include <perf/engine/detail/SketchStore.hpp>

namespace gantry::perf {

// The index is prepared first: a page that is published must be found again, or its values would
// be in two pages.
SketchPage* SketchStore::makePage(const EventRecord* record, const RecordStore& events,
                                  std::uint32_t id) noexcept {
    if (!index_.reserveOne()) {
        return nullptr;
    }
    void* const memory = pages_.prepare();
    if (memory == nullptr) {
        return nullptr;
    }
    auto* const page = static_cast<SketchPage*>(memory);
    page->id = id;
    page->event = events.indexOf(record);
    page->check = page->checkOf();
    pages_.publish();
    index_.insert(record, page);
    return page;
}

SketchPage* SketchStore::others(const EventRecord* record, const RecordStore& events) noexcept {
    SketchPage* page = index_.find(record, SketchPage::kOthers);
    if (page == nullptr) {
        page = makePage(record, events, SketchPage::kOthers);
        if (page != nullptr) {
            page->add(SketchPage::kPages);
        }
    }
    return page;
}

SketchPage* SketchStore::addPage(const EventRecord* record, const RecordStore& events,
                                 std::uint32_t id) noexcept {
    SketchPage* const known = others(record, events);
    if (known == nullptr || known->count[SketchPage::kPages] >= SketchPage::kMaxPages) {
        return nullptr;
    }
    SketchPage* const page = makePage(record, events, id);
    if (page != nullptr) {
        known->add(SketchPage::kPages);
    }
    return page;
}

void SketchStore::countOther(const EventRecord* record, const RecordStore& events,
                             SketchPage::Other what) noexcept {
    if (SketchPage* const page = others(record, events); page != nullptr) {
        page->add(what);
    }
}

// Outwards from the page that is missing, so that the value moves by as little as can be.
void SketchStore::collapse(const EventRecord* record, const RecordStore& events,
                           std::uint32_t id) noexcept {
    if (SketchPage* const page = others(record, events); page != nullptr) {
        page->addCollapsed();
    }
    // Pages of the other sign are odd where this one is even.
    constexpr std::uint32_t kFurthest = QuantileBuckets::kLastIndex / SketchPage::kBuckets * 2 + 1;
    for (std::uint32_t away = 2; away <= kFurthest; away += 2) {
        if (SketchPage* const above = index_.find(record, id + away); above != nullptr) {
            above->add(0);
            return;
        }
        if (SketchPage* const below = away > id ? nullptr : index_.find(record, id - away);
            below != nullptr) {
            below->add(SketchPage::kBuckets - 1);
            return;
        }
    }
    // No page of that sign at all: with the zeros the value is nearest.
    countOther(record, events, SketchPage::kZeros);
}

}  // namespace gantry::perf
