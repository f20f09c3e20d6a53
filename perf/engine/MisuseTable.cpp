// The misuse that one thread has met, as records of the segment. Only that thread writes it. The
// index is made at the first misuse, so that a program without any pays nothing.

#include <perf/engine/detail/MisuseTable.hpp>

#include <new>

namespace gantry::perf {

namespace {

constexpr std::uint32_t kFirstRecords = 4;

std::uint64_t hashOf(const MisuseRecord& misuse) noexcept {
    return misuse.content();
}

bool isSame(const MisuseRecord& a, const MisuseRecord& b) noexcept {
    return a.kind == b.kind && a.id == b.id && a.other == b.other && a.event == b.event;
}

std::size_t placeOf(const MisuseRecord& misuse) noexcept {
    return 2 * std::size_t{misuse.kind} + (misuse.event != 0 ? 1 : 0);
}

}  // namespace

MisuseTable::MisuseTable(Segment& segment, StoreHeader& header) noexcept
    : records_(segment, header, sizeof(MisuseRecord), kFirstRecords) {}

void MisuseTable::forget() noexcept {
    index_ = IdIndex();
    together_ = {};
    known_ = 0;
}

// A misuse without an id goes to the sum of its kind, as does everything when there is no memory
// for an index.
std::size_t MisuseTable::add(const MisuseRecord& misuse) noexcept {
    std::size_t compared = 0;
    if (misuse.id != kNone && makeIndex()) {
        const std::uint32_t found = index_.find(hashOf(misuse), [&](std::uint32_t index) {
            ++compared;
            return isSame(at(index), misuse);
        });
        if (found != kNone) {
            count(at(found), misuse.count);
            return compared;
        }
        if (known_ < kMostRecords && addIndexed(misuse)) {
            return compared;
        }
    }
    addTogether(misuse);
    return compared;
}

// What is in the store already goes into the index once; false where there is no memory for it.
bool MisuseTable::makeIndex() noexcept {
    try {
        while (known_ < records_.size()) {
            const MisuseRecord& misuse = at(known_);
            if (misuse.id == kNone) {
                together_[placeOf(misuse) % together_.size()] = known_ + 1;
            }
            index_.reserveOne();
            index_.insert(hashOf(misuse), known_);
            ++known_;
        }
        return true;
    } catch (const std::bad_alloc&) {
        return false;
    }
}

bool MisuseTable::addIndexed(const MisuseRecord& misuse) noexcept {
    try {
        index_.reserveOne();
    } catch (const std::bad_alloc&) {
        return false;
    }
    if (!append(misuse)) {
        return false;
    }
    index_.insert(hashOf(misuse), known_++);
    return true;
}

void MisuseTable::addTogether(const MisuseRecord& misuse) noexcept {
    std::uint32_t& place = together_[placeOf(misuse) % together_.size()];
    if (place != 0) {
        count(at(place - 1), misuse.count);
        return;
    }
    const MisuseRecord all{misuse.kind, kNone, kNone, misuse.event, misuse.count};
    if (append(all)) {
        place = records_.size();
    }
}

bool MisuseTable::append(const MisuseRecord& misuse) noexcept {
    void* const memory = records_.prepare(true);
    if (memory == nullptr) {
        return false;
    }
    auto& record = *static_cast<MisuseRecord*>(memory);
    record = misuse;
    record.count = checksummedCount::of(misuse.count, misuse.content());
    records_.publish();
    return true;
}

// One store of count and check together, so that a reader and a killed program see the old count or
// the new one.
void MisuseTable::count(MisuseRecord& known, std::uint64_t more) noexcept {
    storeRelease(known.count, checksummedCount::of(checksummedCount::numberIn(known.count) + more,
                                                   known.content()));
}

}  // namespace gantry::perf
