#pragma once

#include <perf/segment/Checksum.hpp>
#include <perf/segment/Layout.hpp>

#include <cstddef>

namespace gantry::perf {

/// The checksum of an entry of a table that does not change any more: of everything before it.
template <class Entry>
std::uint32_t entryChecksum(const Entry& entry) noexcept {
    return checksum(&entry, offsetof(Entry, checksum));
}

/// The largest TimerKind this format knows.
inline constexpr std::uint32_t kLastTimerKind = 2;

}  // namespace gantry::perf
