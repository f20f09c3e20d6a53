#pragma once

#include <FileFields.hpp>
#include <cstdint>

namespace gantry::mpi::files {

/// The fields of a file's record, in the order of kFields. Those that `posix` has as well have its
/// names, so that readers treat them alike.
enum Field : std::uint32_t {
    Opens,
    CollectiveOpens,
    Ranks,
    Closes,
    Reads,
    Writes,
    IndependentReads,
    IndependentWrites,
    CollectiveReads,
    CollectiveWrites,
    SplitReads,
    SplitWrites,
    NonblockingReads,
    NonblockingWrites,
    Seeks,
    Syncs,
    Removals,
    Truncations,
    Views,
    Hints,
    BytesRead,
    BytesWritten,
    Turns,
    MetaTime,
    ReadTime,
    WriteTime,
    LongestRead,
    LongestWrite,
    FirstOpen,
    LastOpen,
    FirstRead,
    LastRead,
    FirstWrite,
    LastWrite,
    FirstClose,
    LastClose,
    ReadSizes,
    WriteSizes = ReadSizes + io::kSizeClasses,
    CommonSize = WriteSizes + io::kSizeClasses,
    CommonCount = CommonSize + io::kCommonSizes,
    kFieldCount = CommonCount + io::kCommonSizes
};

/// As gantry_module_region wants them. Made once by the first call; any thread may call.
const gantry_field_t* fields() noexcept;

}  // namespace gantry::mpi::files
