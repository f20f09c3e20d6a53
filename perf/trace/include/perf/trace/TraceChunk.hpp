#pragma once

#include <perf/segment/TraceRing.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// The chunks of a trace, byte for byte as docs/formats/trace.md describes them. The numbers of
/// headers have the byte order of the machine that wrote them; readers convert the other order. The
/// functions keep no state: any thread may call them.
namespace gantry::perf {

/// The version of the format that is written, and the newest that is read.
inline constexpr std::uint32_t kTraceVersion = 1;
inline constexpr std::uint32_t kChunkMagic = 0x4b435447U;  ///< "GTCK"
/// Limits of one chunk, in records and in unpacked bytes. A reader refuses larger numbers, so that
/// a damaged header cannot ask for unlimited memory.
inline constexpr std::size_t kMostRunRecords = std::size_t{1} << 16U;
inline constexpr std::size_t kMostPlainBytes = std::size_t{64} << 20U;

/// What the payload of a chunk holds. The numbers are part of the format, as those of the next.
enum class ChunkKind : std::uint32_t {
    Records = 1,
    Tables = 2,  ///< names and clock; see TraceTables
    End = 3,     ///< nothing follows
};

/// How the payload of a chunk is stored. Of Zstd the level does not matter to a reader.
enum class ChunkEncoding : std::uint32_t { Plain = 0, Zstd = 1 };

/// The header of a chunk; `storedBytes` bytes of payload follow it. Only Records have a thread,
/// times, counts of records and losses; the other kinds have zeros there.
///
/// A file of chunks may end anywhere, as that of a killed program does: what is whole before
/// counts.
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

/// Consecutive records of one thread: numbers first, first + 1, and so on. records are in the order
/// of their numbers, without a gap.
struct TraceRun {
    std::uint32_t thread = 0;
    std::uint64_t first = 0;  ///< number of the first record
    std::uint64_t lost = 0;   ///< as ChunkHeader::lost
    std::vector<TraceRecord> records;
};

/// Builds a chunk from a header and its payload as it is to be stored, packed or not. Sets the
/// members magic, storedBytes and checksum; the caller sets the others. Throws std::bad_alloc only.
std::string makeChunk(ChunkHeader header, std::string_view stored);

/// What the bytes begin with: a complete chunk with the right checksum, too few bytes for the
/// header or for the payload it announces, or no chunk within the limits.
enum class ChunkState { Whole, Cut, Damaged };
/// Examines the chunk at the beginning of the bytes; more bytes may follow it. Copies its header to
/// `header`, which is left alone if there are too few bytes for one. Reads the whole payload for
/// the checksum, so the cost is linear in its size.
ChunkState lookAtChunk(std::string_view bytes, ChunkHeader& header) noexcept;

/// Converts a chunk that a machine of the other byte order wrote, if it is whole; leaves all other
/// bytes as they are. Only its header depends on the order. Costs a checksum of such a chunk, and a
/// comparison for others.
void makeNative(std::string& chunk);

/// The unpacked payload of a chunk that is Whole. Throws TraceError with Kind::Newer if this
/// program was built without the library for it, and with Kind::Damaged if unpacking fails.
std::string payloadOf(std::string_view chunk);

/// The records of a chunk that is Whole and of kind Records. Throws TraceError, as payloadOf() and
/// where the payload does not decode to exactly the announced number of records.
TraceRun decodeRun(std::string_view chunk);

/// The chunk that marks the end of a trace that was finished normally.
std::string endChunk();

}  // namespace gantry::perf
