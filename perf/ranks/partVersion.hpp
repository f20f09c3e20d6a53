#pragma once

#include <cstdint>

namespace gantry::perf {

/// Version of the bytes of a part. Changes with everything in encodePart.cpp,
/// decodePart.cpp and blockBytes.cpp.
inline constexpr std::uint64_t kPartVersion = 2;

}  // namespace gantry::perf
