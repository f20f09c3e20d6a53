#pragma once

#include <perf/trace/TraceChunk.hpp>

namespace gantry::perf {

/// The kind of a chunk with facts. A reader without it says that the trace is a newer one.
inline constexpr auto kFactsChunk = static_cast<ChunkKind>(4);

}  // namespace gantry::perf
