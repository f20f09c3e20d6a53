#pragma once

#include <perf/segment/Layout.hpp>
#include <perf/segment/SegmentError.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace gantry::perf {

/// The bytes of a segment as a reader has them: of this process, of another one, or of a file.
using SegmentBytes = std::span<const std::byte>;

/// The records of one store that counted when the view was made. Nothing of the header is trusted:
/// every chunk is known to lie inside the segment.
///
/// Copies the list of chunks, not the records: these are read while the writer may change them,
/// each by its own rules. The bytes must stay mapped. Making one costs an allocation and a few
/// words for each chunk.
///
///     const StoreView nodes(segment, thread.nodes, NodeRecord::size(metrics));
///     for (std::uint32_t i = 0; i < nodes.size(); ++i) { look(nodes.at<NodeRecord>(i)); }
class StoreView final {
public:
    /// Records that follow each other in memory, recordBytes() apart.
    struct Chunk {
        const std::byte* records;
        std::uint32_t first;  ///< index of its first record
        std::uint32_t count;
    };

    /// Throws SegmentError where the store cannot be as it says. leastRecordBytes: what the reader
    /// wants to see of a record. header is in the segment; it is read once, here.
    StoreView(SegmentBytes segment, const StoreHeader& header, std::size_t leastRecordBytes);

    /// The same, or a view of no records where that throws: then damaged is counted up.
    template <class Count>
    static StoreView orNone(SegmentBytes segment, const StoreHeader& header,
                            std::size_t leastRecordBytes, Count& damaged) {
        try {
            return {segment, header, leastRecordBytes};
        } catch (const SegmentError&) {
            ++damaged;
            return StoreView(leastRecordBytes);
        }
    }

    /// Records, over all chunks. Does not change: later ones are in a later view.
    [[nodiscard]] std::uint32_t size() const noexcept { return size_; }
    /// Of the file, at least what was asked for: newer writers may append fields.
    [[nodiscard]] std::size_t recordBytes() const noexcept { return recordBytes_; }
    /// In the order of their records. The fastest way over all of them. Valid as long as the view.
    [[nodiscard]] std::span<const Chunk> chunks() const noexcept { return chunks_; }

    /// index must be below size(). Looks at every chunk. Record is at most as large as
    /// leastRecordBytes was.
    template <class Record>
    [[nodiscard]] const Record& at(std::uint32_t index) const noexcept {
        std::size_t chunk = 0;
        while (index - chunks_[chunk].first >= chunks_[chunk].count) {
            ++chunk;
        }
        return *reinterpret_cast<const Record*>(
            chunks_[chunk].records + std::size_t{index - chunks_[chunk].first} * recordBytes_);
    }

private:
    // A view of no records.
    explicit StoreView(std::size_t recordBytes) noexcept : size_(0), recordBytes_(recordBytes) {}

    std::uint32_t size_;
    std::size_t recordBytes_;
    std::vector<Chunk> chunks_;
};

}  // namespace gantry::perf
