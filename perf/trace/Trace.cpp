#include <perf/segment/SegmentReader.hpp>
#include <perf/trace/Trace.hpp>
#include <perf/trace/TraceError.hpp>

#include <algorithm>
#include <iterator>
#include <utility>

#include "ChunkKinds.hpp"

namespace gantry::perf {

namespace {

ChunkHeader headerOf(const std::string& chunk) {
    ChunkHeader header{};
    if (lookAtChunk(chunk, header) != ChunkState::Whole ||
        chunk.size() != sizeof header + header.storedBytes) {
        throw TraceError(TraceError::Kind::Damaged, "a chunk of the trace is damaged");
    }
    return header;
}

// A chunk with records, and the two figures of its header, so that its checksum is verified once.
struct Placed {
    const std::string* chunk;
    std::uint64_t first;
    std::uint64_t after;
};

// The chunks by their first record, without those whose records are all in earlier chunks; adds the
// number of distinct records.
std::vector<const std::string*> ordered(std::vector<Placed> chunks, std::uint64_t& records) {
    // Stable, so that of equal chunks the one given first stays.
    std::stable_sort(chunks.begin(), chunks.end(),
                     [](const Placed& a, const Placed& b) { return a.first < b.first; });
    std::vector<const std::string*> kept;
    std::uint64_t end = 0;
    for (const Placed& placed : chunks) {
        if (placed.after > end) {
            records += placed.after - std::max(end, placed.first);
            end = placed.after;
            kept.push_back(placed.chunk);
        }
    }
    return kept;
}

}  // namespace

Trace::Trace(std::vector<std::string> chunks) : chunks_(std::move(chunks)) {
    std::map<std::uint32_t, std::vector<Placed>> threads;
    for (std::string& chunk : chunks_) {
        makeNative(chunk);
        const ChunkHeader header = headerOf(chunk);
        bytes_ += chunk.size();
        // A number: kinds beyond those of the enumeration are valid.
        switch (header.kind) {
            case static_cast<std::uint32_t>(ChunkKind::Records):
                threads[header.thread].push_back(
                    {&chunk, header.firstRecord, header.firstRecord + header.records});
                break;
            case static_cast<std::uint32_t>(ChunkKind::Tables):
                tables_.add(decodeTables(chunk));
                break;
            case static_cast<std::uint32_t>(ChunkKind::End):
                ended_ = true;
                break;
            case static_cast<std::uint32_t>(kKindsChunk):
                kinds_.add(decodeKinds(chunk));
                break;
            case static_cast<std::uint32_t>(kSizedChunk):
                sized_.push_back(&chunk);
                takeOperations(decodeSized(chunk), operations_);
                break;
            default:
                // Facts, which factsOf() reads, and kinds of later programs: what is known can be
                // read without them.
                break;
        }
    }
    for (auto& [thread, of] : threads) {
        threads_[thread] = ordered(std::move(of), records_);
    }
}

std::vector<SizedRecord> Trace::sizedRecords() const {
    std::vector<SizedRecord> all;
    for (const std::string* const chunk : sized_) {
        std::vector<SizedRecord> records = decodeSized(*chunk);
        std::move(records.begin(), records.end(), std::back_inserter(all));
    }
    return all;
}

TraceOperation Trace::timerOperation(std::uint32_t id) const {
    if (const auto said = operations_.timers.find(id); said != operations_.timers.end()) {
        return said->second;
    }
    const auto known = tables_.timers.find(id);
    if (known == tables_.timers.end()) {
        return {};
    }
    return {static_cast<std::uint32_t>(operationOf(known->second)),
            sourceOf(known->second.name).value_or(SourceLocation{})};
}

TraceOperation Trace::eventOperation(std::uint32_t id) const {
    const auto said = operations_.events.find(id);
    return said != operations_.events.end()
               ? said->second
               : TraceOperation{static_cast<std::uint32_t>(OperationKind::Counter), {}};
}

std::string Trace::timerName(std::uint32_t id) const {
    if (id == kOtherTimer) {
        return kOtherName;
    }
    const auto known = tables_.timers.find(id);
    return known == tables_.timers.end() ? "timer #" + std::to_string(id) : fullName(known->second);
}

std::string Trace::eventName(std::uint32_t id) const {
    const auto known = tables_.events.find(id);
    return known == tables_.events.end() ? "event #" + std::to_string(id) : known->second;
}

}  // namespace gantry::perf
