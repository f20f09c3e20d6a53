#pragma once

#include <perf/segment/Checksum.hpp>
#include <perf/trace/TraceChunk.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

namespace gantry::perf::samples {

/// A chunk as a machine of the other byte order would have written it; its end may be cut off.
inline std::string otherOrder(std::string chunk) {
    const auto swap = [&](std::size_t at, std::size_t size) {
        std::reverse(chunk.begin() + static_cast<std::ptrdiff_t>(at),
                     chunk.begin() + static_cast<std::ptrdiff_t>(at + size));
    };
    for (const std::size_t four : {0, 8, 12, 48, 52, 56, 60}) {
        swap(four, 4);
    }
    for (const std::size_t eight : {16, 24, 32, 40}) {
        swap(eight, 8);
    }
    // A checksum covers the bytes as they stand in the file, so it is made anew.
    const std::uint32_t sum = __builtin_bswap32(checksum(chunk.data() + 8, chunk.size() - 8));
    std::memcpy(chunk.data() + 4, &sum, sizeof sum);
    return chunk;
}

/// The same for a whole file of chunks.
inline std::string otherOrderFile(const std::string& file) {
    std::string other = file.substr(0, 32);
    std::reverse(other.begin() + 8, other.begin() + 12);
    std::reverse(other.begin() + 12, other.begin() + 16);
    const std::uint32_t sum = __builtin_bswap32(checksum(other.data(), 28));
    std::memcpy(other.data() + 28, &sum, sizeof sum);
    for (std::size_t at = 32; at + sizeof(ChunkHeader) <= file.size();) {
        ChunkHeader header{};
        std::memcpy(&header, file.data() + at, sizeof header);
        const std::size_t size = sizeof header + header.storedBytes;
        other += otherOrder(file.substr(at, size));
        at += size;
    }
    return other;
}

}  // namespace gantry::perf::samples
