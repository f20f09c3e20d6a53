#pragma once

#include <perf/segment/Layout.hpp>
#include <perf/segment/Segment.hpp>

#include <cstddef>
#include <cstdint>

namespace gantry::perf {

/// Appends records of one size to a store of a segment. One thread appends; any thread, and any
/// process, reads. A record is addressed by its index and never moves.
///
/// The object is only the writer's handle: the state is in the header, in the segment. So a handle
/// may be made anew, as for a thread that takes over the part of one that has ended. Appending
/// takes no lock unless a new chunk is needed, for which Segment::allocate takes its own.
class RecordStore final {
public:
    /// Takes over the store at `header`, which is in the segment, with what is in it.
    /// recordBytes is a multiple of 8, firstRecords the length of the first chunk; they are noted
    /// where the store is new.
    RecordStore(Segment& segment, StoreHeader& header, std::size_t recordBytes,
                std::uint32_t firstRecords) noexcept;

    /// Place for the next record, filled with zeros, or nullptr when there is no memory. It belongs
    /// to the store after publish(). reserve: see Segment::allocate. Writer only. A second call
    /// without publish() gives the same place.
    void* prepare(bool reserve = false) noexcept;

    /// Whether that many more records fit; takes the memory for them. lastMemory: as `reserve` of
    /// Segment::allocate. Writer only.
    [[nodiscard]] bool reserve(std::uint32_t records, bool lastMemory = false) noexcept;

    /// Makes the record from the last prepare() visible to readers. Writer only.
    void publish() noexcept {
        storeRelease(header_->checksummedSize, header_->checksummedSizeOf(size() + 1));
    }

    /// Number of published records.
    [[nodiscard]] std::uint32_t size() const noexcept { return header_->size(); }

    /// A published record. index must be below size(). Constant time.
    [[nodiscard]] void* at(std::uint32_t index) const noexcept;

    /// Index of a record of this store, or kNone. Looks at every chunk.
    [[nodiscard]] std::uint32_t indexOf(const void* record) const noexcept;

private:
    struct Place {
        std::size_t chunk;
        std::size_t offset;
    };
    [[nodiscard]] Place placeOf(std::uint32_t index) const noexcept;
    void* place(std::uint32_t index, bool reserve) noexcept;

    Segment* segment_;
    StoreHeader* header_;
};

}  // namespace gantry::perf
