// What a trace says about its kinds: entries with a size, so that later programs can add others.

#include <perf/trace/PackedChunk.hpp>
#include <perf/trace/TraceError.hpp>
#include <perf/trace/TraceKinds.hpp>

#include <utility>

#include "ChunkKinds.hpp"
#include "FieldBytes.hpp"

namespace gantry::perf {

namespace {

// The numbers are part of the format.
enum Entry : std::uint64_t { kRecord = 1, kOperation = 2 };

void addEntry(std::string& to, Entry kind, const std::string& body) {
    base::addVarint(to, kind);
    traced::putText(to, body);
}

std::string bytesOf(const TraceField& field) {
    std::string bytes;
    traced::putText(bytes, field.name);
    base::addVarint(bytes, field.type);
    traced::putText(bytes, field.unit);
    traced::putText(bytes, field.meaning);
    return bytes;
}

std::string bytesOf(std::uint32_t number, const TraceRecordKind& kind) {
    std::string bytes;
    base::addVarint(bytes, number);
    traced::putText(bytes, kind.name);
    base::addVarint(bytes, kind.version);
    traced::putText(bytes, kind.meaning);
    base::addVarint(bytes, kind.fields.size());
    for (const TraceField& field : kind.fields) {
        // With its size: a later program may say more about it.
        traced::putText(bytes, bytesOf(field));
    }
    return bytes;
}

TraceRecordKind readKind(ByteReader& bytes) {
    TraceRecordKind kind;
    kind.name = bytes.text();
    kind.version = bytes.small();
    kind.meaning = bytes.text();
    const std::uint64_t fields = bytes.varint();
    for (std::uint64_t i = 0; i < fields && !bytes.failed(); ++i) {
        ByteReader each(bytes.bytes());
        TraceField field;
        field.name = each.text();
        field.type = each.small();
        field.unit = each.text();
        field.meaning = each.text();
        if (each.failed()) {
            break;
        }
        kind.fields.push_back(std::move(field));
    }
    return kind;
}

// False where the entry is cut.
bool takeEntry(std::uint64_t entry, std::string_view body, TraceKinds& kinds) {
    if (entry != kRecord && entry != kOperation) {
        return true;
    }
    ByteReader bytes(body);
    const std::uint32_t number = bytes.small();
    if (entry == kRecord) {
        kinds.records[number] = readKind(bytes);
    } else {
        TraceOperationKind& operation = kinds.operations[number];
        operation.name = bytes.text();
        operation.meaning = bytes.text();
    }
    return !bytes.failed();
}

}  // namespace

void TraceKinds::add(TraceKinds&& later) {
    for (auto& [number, kind] : later.records) {
        records[number] = std::move(kind);
    }
    for (auto& [number, kind] : later.operations) {
        operations[number] = std::move(kind);
    }
}

std::string encodeKinds(const TraceKinds& kinds) {
    std::string plain;
    for (const auto& [number, kind] : kinds.records) {
        addEntry(plain, kRecord, bytesOf(number, kind));
    }
    for (const auto& [number, kind] : kinds.operations) {
        std::string bytes;
        base::addVarint(bytes, number);
        traced::putText(bytes, kind.name);
        traced::putText(bytes, kind.meaning);
        addEntry(plain, kOperation, bytes);
    }
    return packedChunk(static_cast<std::uint32_t>(kKindsChunk), plain);
}

TraceKinds decodeKinds(std::string_view chunk) {
    const std::string plain = payloadOf(chunk);
    ByteReader bytes(plain);
    TraceKinds kinds;
    while (!bytes.atEnd()) {
        const std::uint64_t entry = bytes.varint();
        if (!takeEntry(entry, bytes.bytes(), kinds) || bytes.failed()) {
            throw TraceError(TraceError::Kind::Damaged,
                             "the description of the trace's records is damaged: it ends in the "
                             "middle");
        }
    }
    return kinds;
}

}  // namespace gantry::perf
