#pragma once

#include "Image.hpp"

namespace gantry::perf::timeline {

/// Decodes all records of a row, and compares the sums, depths and counts of its blocks with them.
/// Throws TimelineError at the first that differs.
void verifyRow(const TimelineImage& image, std::uint32_t row);

}  // namespace gantry::perf::timeline
