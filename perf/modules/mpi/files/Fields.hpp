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
    kFieldCount = MetaTime + io::kFields - io::MetaTime
};

/// The field of times and sizes that `posix` has under that name: from MetaTime on they are the
/// same.
constexpr std::uint32_t shared(io::Field field) noexcept {
    return MetaTime + (field - io::MetaTime);
}

/// As gantry_module_region wants them. Made once by the first call; any thread may call.
const gantry_field_t* fields() noexcept;

}  // namespace gantry::mpi::files
