#include <base/compression/Compressor.hpp>
#include <perf/segment/Checksum.hpp>
#include <perf/trace/TraceChunk.hpp>
#include <perf/trace/TraceError.hpp>

#include <cstring>

#include "ByteReader.hpp"
#include "TraceTag.hpp"

namespace gantry::perf {

namespace {

// The checksum covers all that follows its own field.
constexpr std::size_t kChecked = offsetof(ChunkHeader, kind);

[[noreturn]] void refuse(const std::string& what) {
    throw TraceError(TraceError::Kind::Damaged, "a chunk of the trace is damaged: " + what);
}

ChunkHeader headerOf(std::string_view chunk) noexcept {
    ChunkHeader header{};
    std::memcpy(&header, chunk.data(), sizeof header);
    return header;
}

// Decodes the records of one chunk from its two columns: tags (kind and id) and times. Times are
// differences to the record before. Mirrors TraceEncoder::encode().
class RunDecoder final {
public:
    RunDecoder(const ChunkHeader& header, std::string_view tags, std::string_view times)
        : number_(header.firstRecord), time_(header.firstTime), tags_(tags), times_(times) {}

    TraceRecord next() {
        const std::uint64_t tag = tags_.varint();
        auto kind = static_cast<TraceKind>(tag & ((1U << kTagKindBits) - 1));
        auto id = static_cast<std::uint32_t>(tag >> kTagKindBits);
        // The stack follows the encoder's: a start pushes, only a short stop pops.
        if (tag == kStopInnermost) {
            if (open_.empty()) {
                refuse("a stop without its start");
            }
            kind = TraceKind::Stop;
            id = open_.back();
            open_.pop_back();
        } else if (kind == TraceKind::Start) {
            open_.push_back(id);
        } else if (static_cast<std::uint32_t>(kind) < 1 ||
                   static_cast<std::uint32_t>(kind) > kLastTraceKind) {
            refuse("a record of an unknown kind");
        }
        const std::uint64_t told = times_.varint();
        if (kind == TraceKind::Value) {
            return TraceRecord::make(kind, id, reversedBytes(told), number_++);
        }
        time_ += told;
        return TraceRecord::make(kind, id, time_, number_++);
    }

    [[nodiscard]] bool isRightAtEnd() const noexcept {
        return !tags_.failed() && !times_.failed() && tags_.atEnd() && times_.atEnd();
    }

private:
    std::uint64_t number_;
    std::uint64_t time_;
    ByteReader tags_;
    ByteReader times_;
    std::vector<std::uint32_t> open_;
};

}  // namespace

std::string makeChunk(ChunkHeader header, std::string_view stored) {
    header.magic = kChunkMagic;
    header.storedBytes = static_cast<std::uint32_t>(stored.size());
    std::string chunk(sizeof header, '\0');
    std::memcpy(chunk.data(), &header, sizeof header);
    chunk += stored;
    header.checksum = checksum(chunk.data() + kChecked, chunk.size() - kChecked);
    std::memcpy(chunk.data(), &header, sizeof header);
    return chunk;
}

ChunkState lookAtChunk(std::string_view bytes, ChunkHeader& header) noexcept {
    if (bytes.size() < sizeof header) {
        return ChunkState::Cut;
    }
    header = headerOf(bytes);
    // The limits come before the checksum, so that a damaged size is never used.
    if (header.magic != kChunkMagic || header.plainBytes > kMostPlainBytes ||
        header.storedBytes > kMostPlainBytes || header.records > kMostRunRecords) {
        return ChunkState::Damaged;
    }
    if (bytes.size() - sizeof header < header.storedBytes) {
        return ChunkState::Cut;
    }
    const std::size_t checked = sizeof header + header.storedBytes - kChecked;
    return checksum(bytes.data() + kChecked, checked) == header.checksum ? ChunkState::Whole
                                                                         : ChunkState::Damaged;
}

std::string payloadOf(std::string_view chunk) {
    const ChunkHeader header = headerOf(chunk);
    const std::string_view stored = chunk.substr(sizeof header, header.storedBytes);
    if (header.encoding == static_cast<std::uint32_t>(ChunkEncoding::Plain)) {
        return std::string(stored);
    }
    if (header.encoding != static_cast<std::uint32_t>(ChunkEncoding::Zstd) || !base::canUnpack()) {
        throw TraceError(TraceError::Kind::Newer,
                         "the trace is packed in a way that this program was built without; build "
                         "it with libzstd-dev, or use a newer one");
    }
    std::string plain;
    if (!base::unpack(stored, header.plainBytes, plain)) {
        refuse("it cannot be decompressed");
    }
    return plain;
}

TraceRun decodeRun(std::string_view chunk) {
    const ChunkHeader header = headerOf(chunk);
    const std::string plain = payloadOf(chunk);
    ByteReader columns(plain);
    const std::string_view tags = columns.bytes();
    if (columns.failed()) {
        refuse("its columns are shorter than it states");
    }
    RunDecoder decoder(header, tags, columns.rest());
    TraceRun run{header.thread, header.firstRecord, header.lost, {}};
    run.records.reserve(header.records);
    for (std::uint32_t i = 0; i < header.records; ++i) {
        run.records.push_back(decoder.next());
    }
    if (!decoder.isRightAtEnd()) {
        refuse("its number of records differs from the stated one");
    }
    return run;
}

std::string endChunk() {
    ChunkHeader header{};
    header.kind = static_cast<std::uint32_t>(ChunkKind::End);
    return makeChunk(header, {});
}

}  // namespace gantry::perf
