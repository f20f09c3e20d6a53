#pragma once

#include <perf/segment/TraceRing.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// The pieces a trace is kept in, byte for byte: docs/formats/trace.md.
namespace gantry::perf {

inline constexpr std::uint32_t kTraceVersion = 1;
inline constexpr std::uint32_t kChunkMagic = 0x4b435447U;  ///< "GTCK"
/// What a chunk may hold at most, so that no damaged number asks for endless memory.
inline constexpr std::size_t kMostRunRecords = std::size_t{1} << 16U;
inline constexpr std::size_t kMostPlainBytes = std::size_t{64} << 20U;

enum class ChunkKind : std::uint32_t {
    Records = 1,
    Tables = 2,  ///< names and clock; see TraceTables
    End = 3,     ///< nothing follows
};

enum class ChunkEncoding : std::uint32_t { Plain = 0, Zstd = 1 };

/// The first bytes of a chunk; its payload follows.
struct ChunkHeader {
    std::uint32_t magic;
    std::uint32_t checksum;  ///< CRC-32 of all that follows this field, payload included
    std::uint32_t kind;      ///< ChunkKind
    std::uint32_t thread;
    std::uint64_t firstRecord;  ///< number of the first record in its ring
    std::uint64_t firstTime;    ///< ticks of the first record that has a time
    std::uint64_t lastTime;     ///< and of the last
    std::uint64_t lost;         ///< records of this thread lost in the run, as far as known then
    std::uint32_t records;
    std::uint32_t encoding;  ///< ChunkEncoding
    std::uint32_t storedBytes;
    std::uint32_t plainBytes;
};
static_assert(sizeof(ChunkHeader) == 64);

/// Records of one thread that follow each other.
struct TraceRun {
    std::uint32_t thread = 0;
    std::uint64_t first = 0;  ///< number of the first record
    std::uint64_t lost = 0;   ///< as ChunkHeader::lost
    std::vector<TraceRecord> records;
};

/// A chunk with that payload, which may be packed already. The header's magic, sizes of what is
/// stored and checksum are set here.
std::string makeChunk(ChunkHeader header, std::string_view stored);

/// The header of the chunk that the bytes begin with and that lies whole in them; of size 0 in
/// `whole` where they hold only its beginning, or no chunk at all.
enum class ChunkState { Whole, Cut, Damaged };
ChunkState lookAtChunk(std::string_view bytes, ChunkHeader& header) noexcept;

/// What was packed into a whole chunk. Throws TraceError.
std::string payloadOf(std::string_view chunk);

/// The records of a whole chunk of that kind. Throws TraceError where they cannot be as it says.
TraceRun decodeRun(std::string_view chunk);

/// Says that the trace was exited normally.
std::string endChunk();

}  // namespace gantry::perf
