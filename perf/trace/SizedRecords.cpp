#include <base/compression/Compressor.hpp>
#include <perf/trace/SizedRecords.hpp>
#include <perf/trace/TraceChunk.hpp>
#include <perf/trace/TraceError.hpp>

#include <array>
#include <cstdio>
#include <stdexcept>
#include <utility>

#include "ChunkKinds.hpp"
#include "FieldBytes.hpp"

namespace gantry::perf {

namespace {

// How long a field is: the lowest two bits of its type.
enum Wire : std::uint32_t { kVarint = 0, kEight = 1, kCounted = 2 };
// Types that are shown in another way than their wire suggests; as in scripts/trace-kinds.
constexpr std::uint32_t kReal = 1;
constexpr std::uint32_t kText = 2;
constexpr std::uint32_t kSigned = 4;

std::string chunkOf(std::uint32_t records, const std::string& plain) {
    ChunkHeader header{};
    header.kind = static_cast<std::uint32_t>(kSizedChunk);
    header.records = records;
    header.plainBytes = static_cast<std::uint32_t>(plain.size());
    std::string packed;
    const bool isPacked = base::Compressor().pack(plain, packed);
    header.encoding =
        static_cast<std::uint32_t>(isPacked ? ChunkEncoding::Zstd : ChunkEncoding::Plain);
    return makeChunk(header, isPacked ? packed : plain);
}

std::string hexadecimal(std::string_view bytes) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text;
    for (const char byte : bytes) {
        const auto value = static_cast<unsigned char>(byte);
        text += kDigits[value >> 4U];
        text += kDigits[value & 15U];
    }
    return text;
}

std::string realText(double value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.17g", value);
    return text.data();
}

// The next field; the reader has failed if it is not there.
std::string textOf(ByteReader& bytes, std::uint32_t type) {
    switch (type & 3U) {
        case kVarint: {
            const std::uint64_t number = bytes.varint();
            return type == kSigned ? std::to_string(traced::fromZigzag(number))
                                   : std::to_string(number);
        }
        case kEight:
            return type == kReal ? realText(traced::realOf(bytes)) : hexadecimal(bytes.take(8));
        case kCounted:
            return type == kText ? bytes.text() : hexadecimal(bytes.bytes());
        default:
            (void)bytes.take(~std::uint64_t{0});  // of unknown length
            return {};
    }
}

const TraceRecordKind* kindOf(const TraceKinds& kinds, std::uint32_t number) {
    const auto said = kinds.records.find(number);
    if (said != kinds.records.end()) {
        return &said->second;
    }
    const auto known = knownKinds().records.find(number);
    return known != knownKinds().records.end() ? &known->second : nullptr;
}

}  // namespace

std::vector<std::string> sizedChunks(const std::vector<SizedRecord>& records) {
    std::vector<std::string> chunks;
    std::string plain;
    std::uint32_t count = 0;
    for (const SizedRecord& record : records) {
        std::string bytes;
        base::addVarint(bytes, record.kind);
        traced::putText(bytes, record.fields);
        if (bytes.size() > kMostPlainBytes) {
            throw std::length_error("a record of a trace is too long");
        }
        if (count == kMostRunRecords || plain.size() + bytes.size() > kMostPlainBytes) {
            chunks.push_back(chunkOf(count, plain));
            plain.clear();
            count = 0;
        }
        plain += bytes;
        ++count;
    }
    if (count > 0) {
        chunks.push_back(chunkOf(count, plain));
    }
    return chunks;
}

std::vector<SizedRecord> decodeSized(std::string_view chunk) {
    ChunkHeader header{};
    (void)lookAtChunk(chunk, header);
    const std::string plain = payloadOf(chunk);
    ByteReader bytes(plain);
    std::vector<SizedRecord> records;
    while (!bytes.atEnd()) {
        SizedRecord& record = records.emplace_back();
        record.kind = bytes.small();
        record.fields = bytes.text();
    }
    if (bytes.failed() || records.size() != header.records) {
        throw TraceError(
            TraceError::Kind::Damaged,
            "a chunk of the trace is damaged: its number of records differs from the stated one");
    }
    return records;
}

std::vector<RawField> rawFields(const TraceKinds& kinds, const SizedRecord& record) {
    std::vector<RawField> fields;
    ByteReader bytes(record.fields);
    if (const TraceRecordKind* const kind = kindOf(kinds, record.kind)) {
        for (const TraceField& field : kind->fields) {
            const std::string_view before = bytes.rest();
            std::string text = textOf(bytes, field.type);
            if (bytes.failed()) {
                // An earlier version has fewer fields; what is cut is shown as it is.
                bytes = ByteReader(before);
                break;
            }
            fields.push_back({field.name, std::move(text), field.unit});
        }
    }
    if (!bytes.atEnd()) {
        fields.push_back({"bytes", hexadecimal(bytes.rest()), {}});
    }
    return fields;
}

}  // namespace gantry::perf
