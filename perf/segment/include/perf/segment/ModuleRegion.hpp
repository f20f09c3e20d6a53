#pragma once

#include <perf/model/ModuleRecords.hpp>
#include <perf/segment/Segment.hpp>
#include <perf/segment/StoreView.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gantry::perf {

/// The key of the fact that says where the region of a module is: this and the module's name. Its
/// value is the place, as a decimal number.
inline constexpr std::string_view kModuleRegionFact = "module.region.";
inline constexpr std::uint64_t kModuleRegionMagic = 0x4c444d59544e4147;  // "GANTYMDL"
inline constexpr std::uint32_t kModuleRegionVersion = 1;

/// What the writer counts up. Every process of the system may read it at any time. Any thread of
/// the process counts up, without a lock; a reader loads each word by itself. Damage of a count can
/// hide records or show empty ones, and no more: readers bound it by the capacity.
struct ModuleRegionUse {
    std::uint32_t records;    ///< taken so far; may count on above the capacity
    std::uint32_t nameBytes;  ///< likewise
    std::uint64_t leftOut;    ///< records that did not fit
};

/// The beginning of a region: its description, which never changes, is behind it; then the records,
/// then the names. Offsets are from the beginning of the region. Written by makeModuleRegion()
/// before any reader can find the region; apart from `use` it never changes. A reader trusts
/// nothing of it before the checksum and all bounds have been verified.
struct ModuleRegionHeader {
    std::uint64_t magic;
    std::uint32_t version;
    std::uint32_t checksum;  ///< CRC-32 of this with 0 in its place, without `use`, and of the text
    std::uint32_t moduleVersion;
    std::uint32_t fields;
    std::uint32_t textBytes;    ///< of the description, which begins at sizeof this
    std::uint32_t recordBytes;  ///< 8 for ModuleRecordHead, and 8 for each field
    std::uint32_t recordCapacity;
    std::uint32_t nameCapacity;
    std::uint64_t recordsAt;
    std::uint64_t namesAt;
    ModuleRegionUse use;
};
static_assert(sizeof(ModuleRegionHeader) == 72);

/// A record begins with the place of its name, in bytes from the beginning of the names, and its
/// length plus 1. The latter is written last: 0 is a record that is not there yet. Behind it are
/// the values, one 64-bit word for each field, which the module changes at any time.
struct ModuleRecordHead {
    std::uint32_t name;
    std::uint32_t nameLength;
};

/// A module as it describes itself. Words and texts have no tabs and line feeds, which separate
/// them in the region.
struct ModuleDescription {
    /// Unique among the modules of a process: it is in the key of the fact.
    std::string name;  ///< a word
    std::uint32_t version = 0;
    std::string setting;  ///< what raises its limit; may be empty
    /// At most 1,024: readers refuse a region with more.
    std::vector<ModuleField> fields;
    std::uint32_t records = 0;    ///< at most so many
    std::uint32_t nameBytes = 0;  ///< for all their names together
};

/// Takes memory for a region from the segment and writes its header and description; null where
/// there is none. May throw std::bad_alloc. The caller notes the fact. The memory belongs to the
/// segment and stays until that ends; it is zeroed, so that there are no records yet. Takes 8 bytes
/// for each record, 8 for each of its fields, and nameBytes, at once.
ModuleRegionHeader* makeModuleRegion(Segment& segment, const ModuleDescription& description);

/// The records in a region that is in that place of the segment. The process may write to it
/// meanwhile. Values of First and Last are turned from CLOCK_MONOTONIC into ns since startNs.
/// Records without a value other than 0 are left out, and so is what is damaged, which counts
/// `damaged` up. A region that cannot be read gives a module with the reason in `partial`. segment
/// stays mapped during the call; place is the value of the fact, which may have any bytes. Copies:
/// the result refers to nothing. O(records of the region). May throw std::bad_alloc only.
ModuleRecords readModuleRegion(SegmentBytes segment, std::string_view name, std::string_view place,
                               std::uint64_t startNs, std::uint64_t& damaged);

}  // namespace gantry::perf
