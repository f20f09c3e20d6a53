#include <perf/segment/SegmentReader.hpp>
#include <perf/trace/Trace.hpp>
#include <perf/trace/TraceError.hpp>

#include <algorithm>
#include <utility>

namespace gantry::perf {

namespace {

ChunkHeader headerOf(const std::string& chunk) {
    ChunkHeader header;
    if (lookAtChunk(chunk, header) != ChunkState::Whole ||
        chunk.size() != sizeof header + header.storedBytes) {
        throw TraceError(TraceError::Kind::Damaged, "a chunk of the trace is damaged");
    }
    return header;
}

// Removes the chunks whose records are all in earlier chunks, and returns the number of distinct
// records that are left. The chunks are sorted by their first record.
std::uint64_t dropCovered(std::vector<const std::string*>& chunks) {
    std::uint64_t records = 0;
    std::uint64_t end = 0;
    std::erase_if(chunks, [&](const std::string* chunk) {
        const ChunkHeader header = headerOf(*chunk);
        const std::uint64_t after = header.firstRecord + header.records;
        if (after <= end) {
            return true;
        }
        records += after - std::max(end, header.firstRecord);
        end = after;
        return false;
    });
    return records;
}

}  // namespace

Trace::Trace(std::vector<std::string> chunks) : chunks_(std::move(chunks)) {
    for (const std::string& chunk : chunks_) {
        const ChunkHeader header = headerOf(chunk);
        bytes_ += chunk.size();
        switch (static_cast<ChunkKind>(header.kind)) {
            case ChunkKind::Records:
                threads_[header.thread].push_back(&chunk);
                break;
            case ChunkKind::Tables:
                tables_.add(decodeTables(chunk));
                break;
            case ChunkKind::End:
                ended_ = true;
                break;
            default:
                throw TraceError(TraceError::Kind::Newer,
                                 "the trace has chunks of a kind that this program does not know; "
                                 "use a newer one");
        }
    }
    for (auto& [thread, of] : threads_) {
        // Stable, so that of equal chunks the one given first stays.
        std::stable_sort(of.begin(), of.end(), [](const std::string* a, const std::string* b) {
            return headerOf(*a).firstRecord < headerOf(*b).firstRecord;
        });
        records_ += dropCovered(of);
    }
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
