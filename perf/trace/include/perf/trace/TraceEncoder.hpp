#pragma once

#include <perf/trace/TraceChunk.hpp>

#include <memory>
#include <string>

namespace gantry::perf {

class Compressor;

/// Makes chunks of records: some 8 ns and 3 bytes for each. Keeps its working memory from one run
/// to the next; one thread uses it.
class TraceEncoder final {
public:
    TraceEncoder();
    ~TraceEncoder();
    TraceEncoder(const TraceEncoder&) = delete;
    TraceEncoder& operator=(const TraceEncoder&) = delete;

    /// The whole chunk of a run of at most kMostRunRecords records. Throws std::bad_alloc.
    std::string encode(const TraceRun& run);

private:
    std::unique_ptr<Compressor> compressor_;
    std::string tags_;
    std::string times_;
    std::string plain_;
    std::string packed_;
    std::vector<std::uint32_t> open_;
};

}  // namespace gantry::perf
