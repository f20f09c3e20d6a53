// Facts that a trace carries itself, so that it can be read without its profile: which rank it is
// of, and what is known of its clock (docs/formats/trace.md).

#include <base/bytes/Varint.hpp>
#include <perf/segment/EntryChecksum.hpp>
#include <perf/segment/NameView.hpp>
#include <perf/segment/SegmentReader.hpp>
#include <perf/trace/TraceError.hpp>
#include <perf/trace/TraceFacts.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>
#include <utility>

#include "ByteReader.hpp"
#include "ChunkKinds.hpp"

namespace gantry::perf {

namespace {

// The rest is in the profile.
bool belongsToTrace(std::string_view key) {
    constexpr std::array<std::string_view, 5> kKeys{"rank", "size", "job", "machine.host",
                                                    "machine.bootId"};
    return key.starts_with("clock.") || std::find(kKeys.begin(), kKeys.end(), key) != kKeys.end();
}

void addText(std::string& to, const std::string& text) {
    base::addVarint(to, text.size());
    to += text;
}

}  // namespace

std::string factsChunk(SegmentBytes segment) {
    const auto& segmentHeader = *reinterpret_cast<const SegmentHeader*>(segment.data());
    const auto tableOf = [&](Table table) {
        return segmentHeader.tables[static_cast<std::size_t>(table)];
    };
    TraceFacts facts{{"pid", std::to_string(segmentHeader.pid)}};
    const StoreView records(segment, tableOf(Table::Facts), sizeof(FactRecord));
    const NameView names(segment, tableOf(Table::Names));
    for (std::uint32_t i = 0; i < records.size(); ++i) {
        const auto& fact = records.at<FactRecord>(i);
        // A damaged fact is left out: a trace is of use without it.
        if (entryChecksum(fact) == fact.checksum && belongsToTrace(names.at(fact.key))) {
            facts[names.at(fact.key)] = names.at(fact.value);
        }
    }
    std::string payload;
    for (const auto& [key, value] : facts) {
        addText(payload, key);
        addText(payload, value);
    }
    ChunkHeader header{};
    header.kind = static_cast<std::uint32_t>(kFactsChunk);
    header.plainBytes = static_cast<std::uint32_t>(payload.size());
    header.encoding = static_cast<std::uint32_t>(ChunkEncoding::Plain);
    return makeChunk(header, payload);
}

TraceFacts factsOf(const Trace& trace) {
    TraceFacts facts;
    for (const std::string& chunk : trace.chunks()) {
        ChunkHeader header{};
        std::memcpy(&header, chunk.data(), sizeof header);
        if (header.kind != static_cast<std::uint32_t>(kFactsChunk)) {
            continue;
        }
        const std::string payload = payloadOf(chunk);
        ByteReader bytes(payload);
        while (!bytes.atEnd()) {
            std::string key = bytes.text();
            facts[std::move(key)] = bytes.text();
        }
        if (bytes.failed()) {
            throw TraceError(TraceError::Kind::Damaged,
                             "the facts of the trace are damaged: they end in the middle");
        }
    }
    return facts;
}

}  // namespace gantry::perf
