#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace gantry::perf {

/// The kind of an ArchivedChunk that is a piece of the timeline of the trace
/// (docs/formats/timeline.md): it goes into a table of its own, which older programs ignore.
inline constexpr std::int64_t kTimelineChunk = 5;

/// The pieces of the timeline in an archive, in their order; empty where it has none. Checks as
/// much as readArchive(). Throws ArchiveError.
///
///     const auto pieces = readTimelineChunks("run.gantry");
std::vector<std::string> readTimelineChunks(const std::filesystem::path& path);

}  // namespace gantry::perf
