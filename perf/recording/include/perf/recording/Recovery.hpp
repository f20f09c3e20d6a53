#pragma once

#include <perf/archive/Archive.hpp>
#include <perf/model/Profile.hpp>
#include <perf/segment/SegmentFile.hpp>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace gantry::perf {

/// The process whose segment is to be recovered still runs.
class StillRunningError final : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// How segments that killed programs left become archives. A plain value.
struct RecoveryRequest {
    /// Archive to write, or JSON profile where the name ends in .json; absent: recovered-PID.gantry
    /// or recovered-SESSION.gantry in the current folder.
    std::optional<std::filesystem::path> output{};
    /// Else they are removed after the archive was synchronised to the disk.
    bool keepSegments = false;
    bool allowLive = false;  ///< of a process that still runs, what it has measured so far
    /// What the archive has beside the profile, such as source files; empty: nothing.
    std::function<History(const Profile&)> history{};
};

/// What was recovered. A plain value; texts are for people.
struct Recovery {
    std::filesystem::path file{};  ///< empty: nothing was written
    Profile profile{};
    std::uint64_t damaged = 0;                          ///< records left out
    std::uint64_t records = 0;                          ///< of its trace
    std::vector<std::filesystem::path> furtherFiles{};  ///< of further programs of the session
    std::vector<SegmentInfo> running{};                 ///< processes that go on
    std::vector<std::string> problems{};                ///< what could not be done
};

/// Writes an archive of one segment, and removes the segment, and the trace that was drained from
/// it, when the archive is on the disk. That trace stays where a JSON profile is written, which
/// holds none. Throws StillRunningError, SegmentError, ArchiveError or base::FileError. A segment
/// whose process still runs is never removed. One thread; time and memory grow with the number of
/// records.
Recovery recoverSegment(const std::filesystem::path& segment, const RecoveryRequest& request);

/// Recovers together all processes of a session whose segments are in the folder, as archiveRun()
/// does; nothing where there is no segment of it. What single segments hold never throws: see
/// Recovery::problems. Processes that still run are in Recovery::running, and their segments stay;
/// allowLive does not matter.
std::optional<Recovery> recoverSession(const std::filesystem::path& folder,
                                       const std::string& session, const RecoveryRequest& request);

}  // namespace gantry::perf
