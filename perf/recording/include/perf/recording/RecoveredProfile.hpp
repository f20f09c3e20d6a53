#pragma once

#include <perf/archive/Archive.hpp>
#include <perf/model/Profile.hpp>
#include <perf/model/RankColumns.hpp>
#include <perf/recording/Supervisor.hpp>
#include <perf/segment/SegmentFile.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace gantry::perf {

/// Key of Profile::context: how the program came to its end.
inline constexpr const char* kEndedBy = "ended by";

/// What is in the segment of a process, with all that is known of its end: a profile that is
/// partial where the process did not exit normally. end: what its supervisor saw, else nothing.
/// keptElsewhere: its trace, which is left out then. Throws SegmentError. Maps the segment anew;
/// the program may still run.
///
/// Calls that ran count up to the end that the supervisor saw, else up to the last moment on
/// record; they are not a misuse where the process was ended from outside. `partial` says in words
/// what is missing.
struct RecoveredProfile {
    RecoveredProfile(SegmentFile& file, const std::optional<ProgramEnd>& end,
                     bool keptElsewhere = false);

    Profile profile;
    /// The system's number of each thread of the profile, in their order; 0 where several threads
    /// used one of them in turn.
    std::vector<std::uint32_t> threads;
    std::vector<ArchivedChunk> trace;
    /// The file that who ran the program drained its trace into: it goes with the segment. Empty
    /// where there is none.
    std::filesystem::path drained;
    std::uint64_t damaged = 0;  ///< records left out
};

/// Writes an archive, or the JSON profile where the name ends in .json: whole or not at all. Throws
/// ArchiveError or base::FileError. Trace and history have no place in a JSON profile and are left
/// out there.
void writeResult(const std::filesystem::path& path, const Profile& profile,
                 const std::vector<ArchivedChunk>& trace = {}, const History& history = {});

/// Writes an archive under the first free name: STEM.gantry, STEM.2.gantry, ... and returns it.
/// Throws ArchiveError or std::system_error. Never writes over a file, also where several processes
/// do this at once. Leaves no draft behind where it throws.
std::filesystem::path writeNumbered(const std::filesystem::path& stem, const Profile& profile,
                                    const std::vector<ArchivedChunk>& trace = {},
                                    const History& history = {},
                                    const std::vector<RankBlock>& blocks = {});

}  // namespace gantry::perf
