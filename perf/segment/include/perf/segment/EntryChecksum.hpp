#pragma once

#include <perf/segment/Checksum.hpp>
#include <perf/segment/Layout.hpp>

#include <cstddef>

namespace gantry::perf {

/// The checksum of an entry of a table that does not change any more: of everything before it.
/// Readers compare it with entry.checksum; writers set that last, before the record is published.
/// Flags and counters that do change come after the checksum and carry one of their own.
///
///     entry.checksum = entryChecksum(entry);    // the writer, last
///     if (entry.checksum != entryChecksum(entry)) { ++damaged; }    // a reader
template <class Entry>
std::uint32_t entryChecksum(const Entry& entry) noexcept {
    return checksum(&entry, offsetof(Entry, checksum));
}

/// The largest TimerKind this format knows. A reader takes an entry with a larger one for damaged.
inline constexpr std::uint32_t kLastTimerKind = 2;

}  // namespace gantry::perf
