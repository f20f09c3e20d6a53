// Takes any bytes as a trace file, and reads all of it.

#include <perf/segment/Checksum.hpp>
#include <perf/trace/Replay.hpp>
#include <perf/trace/SizedRecords.hpp>
#include <perf/trace/Trace.hpp>
#include <perf/trace/TraceCursor.hpp>
#include <perf/trace/TraceEncoder.hpp>
#include <perf/trace/TraceError.hpp>
#include <perf/trace/TraceFile.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <string_view>

using namespace gantry::perf;

// NOLINTNEXTLINE(readability-identifier-naming): the name of libFuzzer's function
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace {

constexpr std::size_t kHead = 32;
constexpr std::uint32_t kKinds = 6;

// libFuzzer keeps the input of a run that aborts.
void require(bool holds, const char* what) {
    if (!holds) {
        std::fprintf(stderr, "fuzz-trace: does not hold: %s\n", what);
        std::abort();
    }
}

std::string_view textOf(const std::uint8_t* data, std::size_t size) {
    return {reinterpret_cast<const char*>(data), size};
}

// Puts the checksum of those bytes behind or before them.
void sign(std::uint8_t* place, const std::uint8_t* first, std::size_t size) {
    const std::uint32_t sum = checksum(first, size);
    std::memcpy(place, &sum, sizeof sum);
}

// Makes the checksums of the head and of all chunks right.
void repair(std::uint8_t* data, std::size_t size) {
    if (size < kHead) {
        return;
    }
    sign(data + kHead - 4, data, kHead - 4);
    for (std::size_t at = kHead; at + sizeof(ChunkHeader) <= size;) {
        ChunkHeader header{};
        std::memcpy(&header, data + at, sizeof header);
        if (header.magic != kChunkMagic || header.storedBytes > size - at - sizeof header) {
            ++at;
            continue;
        }
        constexpr std::size_t kChecked = offsetof(ChunkHeader, kind);
        const std::size_t end = sizeof header + header.storedBytes;
        sign(data + at + offsetof(ChunkHeader, checksum), data + at + kChecked, end - kChecked);
        at += end;
    }
}

// What was read can be written, and reads the same again.
void readTwice(const std::string& chunk, TraceEncoder& encoder) {
    ChunkHeader header{};
    require(lookAtChunk(chunk, header) == ChunkState::Whole, "a chunk of a trace is whole");
    if (header.kind == static_cast<std::uint32_t>(ChunkKind::Tables)) {
        const TraceTables tables = decodeTables(chunk);
        require(decodeTables(encodeTables(tables)) == tables, "tables can be written again");
    } else if (header.kind == kKinds) {
        const TraceKinds kinds = decodeKinds(chunk);
        require(decodeKinds(encodeKinds(kinds)) == kinds, "kinds can be written again");
    } else if (header.kind == static_cast<std::uint32_t>(ChunkKind::Records)) {
        const TraceRun run = decodeRun(chunk);
        const TraceRun again = decodeRun(encoder.encode(run));
        require(again.thread == run.thread && again.first == run.first && again.lost == run.lost &&
                    again.records == run.records,
                "records can be written again");
    }
}

void readAll(const Trace& trace) {
    for (const auto& [thread, chunks] : trace.threads()) {
        TraceCursor cursor(trace, thread);
        Replay replay;
        for (TraceRecord record{}; cursor.next(record);) {
            replay.add(record);
            (void)trace.timerName(record.id());
        }
        require(replay.depth() <= trace.records(), "no call runs that was not begun");
    }
    for (const SizedRecord& record : trace.sizedRecords()) {
        require(rawFields(trace.kinds(), record).empty() == record.fields.empty() ||
                    record.fields.empty(),
                "a record with fields shows them");
    }
    (void)compareTotals(trace, Profile{});
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
    std::mt19937 random(seed);
    size = LLVMFuzzerMutate(data, size, most);
    if (random() % 8 != 0) {
        repair(data, size);
    }
    return size;
}

// NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    try {
        const TraceFileContent content = readTraceBytes(textOf(data, size), "input");
        std::uint64_t bytes = kHead + content.damagedBytes + content.cutBytes;
        TraceEncoder encoder;
        for (const std::string& chunk : content.chunks) {
            bytes += chunk.size();
        }
        require(bytes == size, "each byte is of a chunk, or told to be of none");
        readAll(Trace(content.chunks));
        for (const std::string& chunk : content.chunks) {
            readTwice(chunk, encoder);
        }
    } catch (const TraceError&) {
        return 0;
    }
    return 0;
}
