#include <perf/segment/RecordStore.hpp>

#include <bit>

namespace gantry::perf {

RecordStore::RecordStore(Segment& segment, StoreHeader& header, std::size_t recordBytes,
                         std::uint32_t firstRecords) noexcept
    : segment_(&segment), header_(&header) {
    // Written once: readers may be at a store that is taken over.
    if (header.recordBytes == 0) {
        header.recordBytes = static_cast<std::uint32_t>(recordBytes);
        header.firstRecords = firstRecords;
    }
}

RecordStore::Place RecordStore::placeOf(std::uint32_t index) const noexcept {
    const std::uint64_t first = header_->firstRecords;
    const std::uint64_t shifted = std::uint64_t{index} + first;
    const auto chunk = static_cast<std::size_t>(std::bit_width(shifted / first) - 1);
    return {chunk, static_cast<std::size_t>(shifted - (first << chunk))};
}

void* RecordStore::prepare(bool reserve) noexcept {
    return place(size(), reserve);
}

bool RecordStore::reserve(std::uint32_t records, bool lastMemory) noexcept {
    for (std::uint32_t i = 0; i < records; ++i) {
        if (place(size() + i, lastMemory) == nullptr) {
            return false;
        }
    }
    return true;
}

void* RecordStore::place(std::uint32_t index, bool reserve) noexcept {
    const auto [chunk, offset] = placeOf(index);
    if (chunk >= StoreHeader::kChunks) {
        return nullptr;
    }
    if (header_->chunks[chunk] == 0) {
        const std::uint64_t records = StoreHeader::recordsIn(header_->firstRecords, chunk);
        void* const memory = segment_->allocate(records * header_->recordBytes, reserve);
        if (memory == nullptr) {
            return nullptr;
        }
        storeRelease(header_->chunks[chunk], segment_->placeOf(memory));
    }
    return segment_->at(header_->chunks[chunk]) + offset * header_->recordBytes;
}

void* RecordStore::at(std::uint32_t index) const noexcept {
    const auto [chunk, offset] = placeOf(index);
    return segment_->at(loadRelaxed(header_->chunks[chunk])) + offset * header_->recordBytes;
}

// Chunks double, so there are few of them even for millions of records.
std::uint32_t RecordStore::indexOf(const void* record) const noexcept {
    const auto* const address = static_cast<const std::byte*>(record);
    std::uint64_t before = 0;
    for (std::size_t chunk = 0; chunk < StoreHeader::kChunks && header_->chunks[chunk] != 0;
         ++chunk) {
        const std::byte* const begin = segment_->at(header_->chunks[chunk]);
        const std::uint64_t records = StoreHeader::recordsIn(header_->firstRecords, chunk);
        if (address >= begin && address < begin + records * header_->recordBytes) {
            const auto offset = static_cast<std::size_t>(address - begin) / header_->recordBytes;
            return static_cast<std::uint32_t>(before + offset);
        }
        before += records;
    }
    return kNone;
}

}  // namespace gantry::perf
