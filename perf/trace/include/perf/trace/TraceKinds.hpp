#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

/// What a trace says about its own records, so that programs can list kinds that they do not know
/// (docs/formats/trace.md).
namespace gantry::perf {

/// A field of a record.
struct TraceField {
    std::string name;
    /// The code of its type. The lowest two bits say how long it is: 0 a varint, 1 eight bytes, 2 a
    /// length and bytes. So a field of an unknown type can be skipped, too.
    std::uint32_t type = 0;
    std::string unit;
    std::string meaning;

    friend bool operator==(const TraceField&, const TraceField&) = default;
};

/// A kind of record. Compact ones have numbers below 16; the others are SizedRecords.
struct TraceRecordKind {
    std::string name;
    std::uint32_t version = 1;  ///< a larger one has more fields at the end
    std::string meaning;
    std::vector<TraceField> fields;

    friend bool operator==(const TraceRecordKind&, const TraceRecordKind&) = default;
};

/// A kind of operation, such as "send".
struct TraceOperationKind {
    std::string name;
    std::string meaning;

    friend bool operator==(const TraceOperationKind&, const TraceOperationKind&) = default;
};

/// Kinds by their numbers. A plain value.
///
///     const TraceKinds& kinds = trace.kinds();
///     kinds.records.at(18).name;    // "waited"
struct TraceKinds {
    std::map<std::uint32_t, TraceRecordKind> records;
    std::map<std::uint32_t, TraceOperationKind> operations;

    /// Adds the kinds of a later chunk, which win over those with the same number.
    void add(TraceKinds&& later);

    friend bool operator==(const TraceKinds&, const TraceKinds&) = default;
};

/// Those that this program writes; made from perf/trace/kinds.txt.
const TraceKinds& knownKinds();

/// The kinds as a whole chunk of kind kKindsChunk.
std::string encodeKinds(const TraceKinds& kinds);

/// The kinds of such a chunk. Entries that are not known are skipped. Throws TraceError with
/// Kind::Damaged if the payload is cut, and as payloadOf() does.
TraceKinds decodeKinds(std::string_view chunk);

}  // namespace gantry::perf
