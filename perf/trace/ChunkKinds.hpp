#pragma once

#include <perf/trace/TraceChunk.hpp>

namespace gantry::perf {

/// Kinds of chunks beside those of TraceChunk.hpp. Readers skip the kinds that they do not know.
inline constexpr auto kFactsChunk = static_cast<ChunkKind>(4);
/// 5 is a piece of a timeline, in archives.
inline constexpr auto kKindsChunk = static_cast<ChunkKind>(6);
inline constexpr auto kSizedChunk = static_cast<ChunkKind>(7);

}  // namespace gantry::perf
