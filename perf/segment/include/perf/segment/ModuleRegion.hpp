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

/// What the writer counts up. Every process of the system may read it at any time.
struct ModuleRegionUse {
    std::uint32_t records;    ///< taken so far; may count on above the capacity
    std::uint32_t nameBytes;  ///< likewise
    std::uint64_t leftOut;    ///< records that did not fit
};

/// The beginning of a region: its description, which never changes, is behind it; then the records,
/// then the names. Offsets are from the beginning of the region.
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
/// length plus 1. The latter is written last: 0 is a record that is not there yet.
struct ModuleRecordHead {
    std::uint32_t name;
    std::uint32_t nameLength;
};

/// A module as it describes itself.
struct ModuleDescription {
    std::string name;  ///< a word
    std::uint32_t version = 0;
    std::string setting;  ///< what raises its limit; may be empty
    std::vector<ModuleField> fields;
    std::uint32_t records = 0;    ///< at most so many
    std::uint32_t nameBytes = 0;  ///< for all their names together
};

/// Takes memory for a region from the segment and writes its header and description; null where
/// there is none. May throw std::bad_alloc. The caller notes the fact.
ModuleRegionHeader* makeModuleRegion(Segment& segment, const ModuleDescription& description);

/// The records in a region that is in that place of the segment. The process may write to it
/// meanwhile. Values of First and Last are turned from CLOCK_MONOTONIC into ns since startNs.
/// Records without a value other than 0 are left out, and so is what is damaged, which counts
/// `damaged` up. A region that cannot be read gives a module with the reason in `partial`.
ModuleRecords readModuleRegion(SegmentBytes segment, std::string_view name, std::string_view place,
                               std::uint64_t startNs, std::uint64_t& damaged);

}  // namespace gantry::perf
