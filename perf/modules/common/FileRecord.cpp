#include "FileRecord.hpp"

namespace gantry::io {

namespace {

constexpr std::int64_t kAlignment = 4096;

}  // namespace

void FileRecord::count(const Access& access, AccessOrder* order) const noexcept {
    const std::int64_t time = access.endedNs - access.begunNs;
    add(access.isWrite ? Writes : Reads, 1);
    add(access.isWrite ? BytesWritten : BytesRead, static_cast<std::int64_t>(access.bytes));
    add((access.isWrite ? WriteSizes : ReadSizes) + sizeClass(access.bytes), 1);
    add(access.isWrite ? WriteTime : ReadTime, time);
    raise(access.isWrite ? LongestWrite : LongestRead, time);
    const std::uint32_t first = access.isWrite ? FirstWrite : FirstRead;
    if (__atomic_load_n(&fields_[first], __ATOMIC_RELAXED) == 0) {
        __atomic_store_n(&fields_[first], access.begunNs, __ATOMIC_RELAXED);
    }
    __atomic_store_n(&fields_[first + 1], access.endedNs, __ATOMIC_RELAXED);
    countSize(access.bytes, CommonSize, CommonCount);
    if (order != nullptr && access.offset >= 0) {
        countPlace(access, *order);
    } else {
        // Of a stream, or what is appended: each access begins where the last one ended.
        add(access.isWrite ? WritesOnward : ReadsOnward, 1);
        add(access.isWrite ? WritesAdjacent : ReadsAdjacent, 1);
    }
}

void FileRecord::countPlace(const Access& access, AccessOrder& order) const noexcept {
    const std::int64_t end = access.offset + static_cast<std::int64_t>(access.bytes);
    std::int64_t& before = access.isWrite ? order.writeEnd : order.readEnd;
    if (access.offset >= before) {
        add(access.isWrite ? WritesOnward : ReadsOnward, 1);
        if (access.offset == before) {
            add(access.isWrite ? WritesAdjacent : ReadsAdjacent, 1);
        }
    }
    before = end;
    if (access.offset % kAlignment != 0) {
        add(Unaligned, 1);
    }
    const std::uint32_t now = access.isWrite ? 2 : 1;
    if (order.last != now) {
        if (order.last != 0) {
            add(Turns, 1);
        }
        order.last = now;
    }
    raise(access.isWrite ? WrittenUpTo : ReadUpTo, end);
}

// The rarest size gives way to a new one, which takes over its count: so the count of a size is
// never too small, and of the frequent ones exact or nearly so.
void FileRecord::countSize(std::uint64_t bytes, std::uint32_t sizes,
                           std::uint32_t counts) const noexcept {
    const auto size = static_cast<std::int64_t>(bytes);
    if (size == 0) {
        // 0 stands for a place that is free.
        return;
    }
    std::uint32_t rarest = 0;
    for (std::uint32_t i = 0; i < kCommonSizes; ++i) {
        std::int64_t known = __atomic_load_n(&fields_[sizes + i], __ATOMIC_RELAXED);
        if (known == 0) {
            __atomic_compare_exchange_n(&fields_[sizes + i], &known, size, false, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED);
            known = known == 0 ? size : known;
        }
        if (known == size) {
            add(counts + i, 1);
            return;
        }
        if (fields_[counts + i] < fields_[counts + rarest]) {
            rarest = i;
        }
    }
    __atomic_store_n(&fields_[sizes + rarest], size, __ATOMIC_RELAXED);
    add(counts + rarest, 1);
}

}  // namespace gantry::io
