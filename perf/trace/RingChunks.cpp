#include <perf/segment/SegmentError.hpp>
#include <perf/segment/TraceCopy.hpp>
#include <perf/trace/RingChunks.hpp>
#include <perf/trace/TraceEncoder.hpp>
#include <perf/trace/TraceFacts.hpp>
#include <perf/trace/TraceOperations.hpp>

#include <algorithm>

namespace gantry::perf {

namespace {

void addRuns(const TraceCopy& copy, std::uint32_t thread, TraceEncoder& encoder,
             std::vector<std::string>& chunks) {
    for (std::size_t from = 0; from < copy.records.size(); from += kMostRunRecords) {
        const std::size_t to = std::min(copy.records.size(), from + kMostRunRecords);
        const auto begin = copy.records.begin();
        chunks.push_back(encoder.encode({thread,
                                         copy.first + from,
                                         copy.lost,
                                         {begin + static_cast<std::ptrdiff_t>(from),
                                          begin + static_cast<std::ptrdiff_t>(to)}}));
    }
}

}  // namespace

std::vector<std::string> chunksOf(SegmentBytes segment) {
    const auto& header = *reinterpret_cast<const SegmentHeader*>(segment.data());
    const StoreView threads(segment, header.tables[static_cast<std::size_t>(Table::Threads)],
                            sizeof(ThreadRecord));
    TraceEncoder encoder;
    std::vector<std::string> chunks;
    bool traced = false;
    for (std::uint32_t i = 0; i < threads.size(); ++i) {
        const TraceCopy copy = copyTrace(segment, threads.at<ThreadRecord>(i));
        traced = traced || copy.mode != TraceMode::None;
        addRuns(copy, i, encoder, chunks);
    }
    if (traced) {
        // Read after the records, so that they hold every name in use; stored first for readers.
        std::vector<std::string> names = tableChunks(readTables(segment));
        names.push_back(encodeKinds(knownKinds()));
        chunks.insert(chunks.begin(), names.begin(), names.end());
        chunks.push_back(factsChunk(segment));
        chunks.push_back(endChunk());
    }
    return chunks;
}

std::vector<std::string> chunksOf(SegmentFile& file) {
    std::size_t size = 0;
    while (true) {
        const SegmentBytes bytes = file.mapAgain();
        try {
            return chunksOf(bytes);
        } catch (const SegmentError&) {
            // The writer may have added a ring behind the mapped end. Each retry needs a larger
            // segment, and that has a limit, so the loop ends.
            if (bytes.size() <= size) {
                throw;
            }
            size = bytes.size();
        }
    }
}

}  // namespace gantry::perf
