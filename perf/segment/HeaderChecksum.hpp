#pragma once

#include <perf/segment/Layout.hpp>

#include <cstdint>

namespace gantry::perf {

/// The checksum of those fields of a header that are written once.
std::uint32_t headerChecksum(const SegmentHeader& header) noexcept;

}  // namespace gantry::perf
