#pragma once

#include <perf/model/Profile.hpp>
#include <perf/recording/RunTrace.hpp>

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <vector>

namespace gantry::perf {

/// Where the trace of a rank is kept beside the archive of all ranks: NAME.rank3.trace for
/// NAME.gantry. Whether there is such a file is not looked at.
std::filesystem::path rankTraceBeside(const std::filesystem::path& archive, std::uint32_t rank);

/// The rank in such a name; nothing in any other name.
std::optional<std::uint32_t> rankOfTrace(const std::filesystem::path& file);

/// The traces that are found beside it, by rank; a rank without one is left out.
std::map<std::uint32_t, std::filesystem::path> rankTracesBeside(
    const std::filesystem::path& archive);

/// Removes those beside it but the ones that are named: what the ranks of an earlier run left whose
/// archive was replaced. One that cannot be removed stays.
void removeOtherRankTraces(const std::filesystem::path& archive,
                           const std::vector<std::filesystem::path>& own);

/// The trace of this process on its way into a file of its own, as one rank of a run. For one
/// thread.
///
///     RankTraceFile trace(profile);                  // before the engine goes
///     trace.writeRings(file);
///     ...                                        // the engine goes
///     const RunTrace kept = trace.finish(file);  // what is known of it, without its chunks
class RankTraceFile final {
public:
    /// profile: of this process. Reads what the rings hold, and no drained records. Throws as
    /// traceOfThisProcess() does.
    explicit RankTraceFile(const Profile& profile);

    /// Writes the file atomically, unless the trace was drained. Throws base::FileError.
    void writeRings(const std::filesystem::path& file);

    /// Moves a drained file there; what its drainer adds later, such as its end, follows it. The
    /// result has no chunks. Where it cannot be moved, it stays where it is, and a note says why;
    /// without a target, it stays as well. Throws TraceError where it cannot be read.
    RunTrace finish(const std::filesystem::path& file);

private:
    RunTrace trace_;  // its chunks: of the rings
};

}  // namespace gantry::perf
