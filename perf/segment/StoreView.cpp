#include <perf/segment/StoreView.hpp>

#include <algorithm>
#include <string>

namespace gantry::perf {

namespace {

[[noreturn]] void refuse(const std::string& what) {
    throw SegmentError(SegmentError::Kind::Damaged, "the segment is damaged: " + what);
}

}  // namespace

StoreView::StoreView(SegmentBytes segment, const StoreHeader& header, std::size_t leastRecordBytes)
    : size_(0), recordBytes_(leastRecordBytes) {
    const std::uint64_t checksummedSize = loadAcquire(header.checksummedSize);
    size_ = static_cast<std::uint32_t>(checksummedSize);
    if (header.checksummedSizeOf(size_) != checksummedSize) {
        const auto* const place = reinterpret_cast<const std::byte*>(&header);
        refuse("the store at byte " + std::to_string(place - segment.data()) +
               " contradicts its checksum");
    }
    // Only a store that has records is known to have its sizes written.
    if (size_ == 0) {
        return;
    }
    recordBytes_ = header.recordBytes;
    if (recordBytes_ < leastRecordBytes || recordBytes_ % 8 != 0 || header.firstRecords == 0) {
        refuse("records of " + std::to_string(recordBytes_) + " bytes where " +
               std::to_string(leastRecordBytes) + " are needed");
    }
    std::uint64_t first = 0;
    for (std::size_t chunk = 0; first < size_; ++chunk) {
        if (chunk == StoreHeader::kChunks) {
            refuse("a store of more records than chunks can hold");
        }
        const std::uint64_t place = std::uint64_t{loadAcquire(header.chunks[chunk])} * kPlaceUnit;
        const std::uint64_t records = StoreHeader::recordsIn(header.firstRecords, chunk);
        const std::uint64_t count = std::min<std::uint64_t>(records, size_ - first);
        if (place < sizeof(SegmentHeader) || place > segment.size() ||
            count > (segment.size() - place) / recordBytes_) {
            refuse("a chunk of records is outside of it");
        }
        chunks_.push_back({segment.data() + place, static_cast<std::uint32_t>(first),
                           static_cast<std::uint32_t>(count)});
        first += records;
    }
}

}  // namespace gantry::perf
