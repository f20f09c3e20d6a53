// Chunks of machines with the other byte order. Payloads do not depend on it: varints, texts, and
// bytes in a stated order. So only the header is converted.

#include "OtherOrder.hpp"

#include <perf/segment/Checksum.hpp>

#include <cstring>

namespace gantry::perf {

namespace {

ChunkHeader converted(std::string_view bytes) noexcept {
    ChunkHeader header{};
    std::memcpy(&header, bytes.data(), sizeof header);
    for (std::uint32_t* const number :
         {&header.magic, &header.checksum, &header.kind, &header.thread, &header.records,
          &header.encoding, &header.storedBytes, &header.plainBytes}) {
        *number = __builtin_bswap32(*number);
    }
    for (std::uint64_t* const number :
         {&header.firstRecord, &header.firstTime, &header.lastTime, &header.lost}) {
        *number = __builtin_bswap64(*number);
    }
    return header;
}

}  // namespace

std::size_t otherOrderChunk(std::string_view bytes) noexcept {
    if (bytes.size() < sizeof(ChunkHeader)) {
        return 0;
    }
    const ChunkHeader header = converted(bytes);
    // The limits come before the checksum, as in lookAtChunk().
    if (header.magic != kChunkMagic || header.plainBytes > kMostPlainBytes ||
        header.storedBytes > kMostPlainBytes || header.records > kMostRunRecords ||
        bytes.size() - sizeof header < header.storedBytes) {
        return 0;
    }
    constexpr std::size_t kChecked = offsetof(ChunkHeader, kind);
    const std::size_t size = sizeof header + header.storedBytes;
    return checksum(bytes.data() + kChecked, size - kChecked) == header.checksum ? size : 0;
}

void makeNative(std::string& chunk) {
    std::uint32_t magic = 0;
    if (chunk.size() < sizeof magic) {
        return;
    }
    std::memcpy(&magic, chunk.data(), sizeof magic);
    if (magic == swapped(kChunkMagic) && otherOrderChunk(chunk) == chunk.size()) {
        chunk = makeChunk(converted(chunk), std::string_view(chunk).substr(sizeof(ChunkHeader)));
    }
}

}  // namespace gantry::perf
