#pragma once

#include <cstddef>
#include <span>

namespace gantry::perf::fuzz {

/// Writes checksums over whatever is in these bytes, as far as they are a segment: so that a
/// changed byte gets past the checks, to what comes behind them. The bytes begin at a multiple
/// of 8.
void repairSegment(std::span<std::byte> bytes);

}  // namespace gantry::perf::fuzz
