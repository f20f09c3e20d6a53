#pragma once

#include <cstddef>
#include <cstdint>

namespace gantry::perf {

/// CRC-32 (the one of Ethernet, zip and PNG) of some bytes.
std::uint32_t checksum(const void* bytes, std::size_t size) noexcept;

}  // namespace gantry::perf
