#pragma once

#include <cstdint>

namespace gantry::perf {

/// Version of the bytes of a part. Changes with everything in encodePart.cpp and decodePart.cpp.
inline constexpr std::uint64_t kPartVersion = 1;

}  // namespace gantry::perf
