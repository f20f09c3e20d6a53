#pragma once

#include <perf/trace/TraceKinds.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gantry::perf {

/// A record that carries its size, so that readers skip the kinds that they do not know. There are
/// few of them beside the compact records of starts, stops and events. A plain value.
struct SizedRecord {
    std::uint32_t kind = 0;
    std::string fields;  ///< one behind the other, as TraceField says

    friend bool operator==(const SizedRecord&, const SizedRecord&) = default;
};

/// One field as text, for people.
struct RawField {
    std::string name;  ///< "bytes" where the trace does not describe it
    std::string text;  ///< a number, a text of any bytes, or bytes as hexadecimal digits
    std::string unit;

    friend bool operator==(const RawField&, const RawField&) = default;
};

/// Whole chunks of kind kSizedChunk with these records, in their order; none for no records. Throws
/// std::length_error for a record of more than kMostPlainBytes.
std::vector<std::string> sizedChunks(const std::vector<SizedRecord>& records);

/// The records of such a chunk. Throws TraceError with Kind::Damaged if one is cut or the chunk has
/// another number of them than it says, and as payloadOf() does.
std::vector<SizedRecord> decodeSized(std::string_view chunk);

/// The fields of a record as the trace describes its kind: also of kinds, versions and types that
/// this program does not know. What is not described is one field "bytes". Never throws for
/// foreign bytes.
///
///     for (const RawField& field : rawFields(trace.kinds(), record)) {
///         std::cout << field.name << " = " << field.text << ' ' << field.unit << '\n';
///     }
std::vector<RawField> rawFields(const TraceKinds& kinds, const SizedRecord& record);

}  // namespace gantry::perf
