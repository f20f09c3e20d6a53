#pragma once

#include <cstddef>
#include <cstdint>

namespace gantry::perf {

/// CRC-32 (the one of Ethernet, zip and PNG) of some bytes. Polynomial 0x04c11db7, reflected,
/// beginning with and finally inverted by 0xffffffff; 0 for no bytes. For what is written once: too
/// slow for what each start and stop writes, which VersionWord protects.
std::uint32_t checksum(const void* bytes, std::size_t size) noexcept;

}  // namespace gantry::perf
