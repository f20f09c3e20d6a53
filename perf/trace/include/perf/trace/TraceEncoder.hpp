#pragma once

#include <perf/trace/TraceChunk.hpp>

#include <memory>
#include <string>

namespace gantry::base {
class Compressor;
}

namespace gantry::perf {

/// Encodes records as chunks, at about 8 ns and 3 bytes for each. A chunk has two columns, tags and
/// times, and is compressed if that makes it smaller; docs/formats/trace.md describes both. Keeps
/// its working memory from one run to the next. For one thread.
///
///     TraceEncoder encoder;
///     file.append(encoder.encode(run));
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
    // Its state is large, so it is made once.
    std::unique_ptr<base::Compressor> compressor_;
    // The two columns, the chunk before and after compression: kept for their memory only.
    std::string tags_;
    std::string times_;
    std::string plain_;
    std::string packed_;
    // Timers that were started in this chunk and not stopped yet: the stop of the last one is
    // one byte.
    std::vector<std::uint32_t> open_;
};

}  // namespace gantry::perf
