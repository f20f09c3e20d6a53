#pragma once

#include <perf/archive/Archive.hpp>
#include <perf/model/Overhead.hpp>
#include <perf/model/Profile.hpp>
#include <perf/recording/ChildPrograms.hpp>
#include <perf/recording/RecoveredProfile.hpp>
#include <perf/recording/Supervisor.hpp>
#include <perf/segment/SegmentFile.hpp>

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace gantry::perf {

/// Processes that were started together and measured, by what they noted in their segments. A
/// process belongs to it when it noted the token as its session; the first one also before it has
/// done so. folder: that of the segments of this session.
struct RecordedRun {
    std::filesystem::path folder;
    std::string token;
    /// How the first process ended, where this process has seen it.
    std::optional<ProgramEnd> end{};
};

/// A trace that is in a file of its own. The file is removed or renamed by the one that
/// archives the run.
struct KeptTrace {
    std::filesystem::path file;  ///< empty: there is none, for the problem below
    std::uint64_t records = 0;
    std::string problem;  ///< why records are missing at its end; else empty
};

/// Who drained the traces of a session while it ran. Called by the thread that archives; an
/// implementation locks what its own thread uses.
class TraceKeeper {
public:
    virtual ~TraceKeeper() = default;

    /// Of a process that has ended: takes what is left in its rings, and ends the file; later calls
    /// tell the same. Nothing of a process that keeps no trace. What goes wrong is
    /// KeptTrace::problem.
    virtual std::optional<KeptTrace> finish(const std::filesystem::path& segment) = 0;
};

/// How a run is to be archived. Everything that it points to outlives the call.
struct RunArchiveRequest {
    /// Names the archives of further processes: STEM.PID.gantry.
    std::filesystem::path stem;
    /// Writes what the session is about, a profile and, of a single process, its trace, and says
    /// where that stands; throws where it cannot.
    std::function<std::filesystem::path(const Profile&, const std::vector<ArchivedChunk>& trace)>
        write;
    /// Says what a start and stop costs, for processes that do not say it themselves; absent where
    /// it is not known. Asked when a process has ended.
    std::function<std::optional<MeasuredOverhead>()> overhead{};
    /// Whether processes beside the first one, or the ranks, get archives of their own; else they
    /// are counted in `dropped`.
    bool allProcesses = false;
    /// Adds the processes beside the first one, or the ranks, to its archive, by their programs
    /// (ChildPrograms). Not together with allProcesses. Their segments are removed when they have
    /// been read: a run may have more of them than there is memory.
    bool children = false;
    /// Adds what is known from elsewhere to the profile of each process that is kept for itself,
    /// such as samples; and to all of them together, before it is written.
    std::function<void(RecoveredProfile&, const SegmentInfo&)> completeProcess{};
    std::function<void(Profile&)> completeRun = [](Profile&) {};
    /// Sees the segment of each further process before it is added to others or removed. Must not
    /// throw.
    std::function<void(const SegmentInfo&)> seeFurther = [](const SegmentInfo&) {};
    /// What the archive of a further process has beside its profile, such as source files; empty:
    /// nothing. What the archive of the run has is up to `write`.
    std::function<History(const Profile&)> history{};
    /// Leaves the segments where they are, for `gantry recover`.
    bool keepSegments = false;
    TraceKeeper* traces = nullptr;  ///< who drained them; null: nobody
};

/// What became of a run: files that were written, what was left out, and what failed. A plain
/// value; texts are for people.
struct RunArchiveResult {
    /// Of the first process, or of all ranks; absent where there was none, or it could not be kept.
    std::optional<Profile> profile{};
    std::filesystem::path file{};
    std::uint64_t damaged = 0;
    std::vector<std::filesystem::path> furtherFiles{};
    std::vector<std::filesystem::path> traces{};  ///< files with traces, one for each rank
    std::vector<std::string> dropped{};           ///< programs measured beside it and not kept
    std::string ranByShell{};  ///< the program that stands for the shell that ran it; else empty
    ChildPrograms children{};  ///< those that its archive has
    std::vector<SegmentInfo> running{};   ///< processes that go on; their segments stay
    std::vector<std::string> problems{};  ///< what could not be done; its segments stay
};

/// Handles the programs of a session that have ended meanwhile, apart from the first process and
/// from ranks, as archiveRun() would: so that a run of very many short programs does not fill
/// the memory with their segments. Adds to the outcome. first: the number of the first process.
void sweepRun(const RecordedRun& run, const RunArchiveRequest& request, pid_t first,
              RunArchiveResult& outcome) noexcept;

/// The segments of a session in its folder, oldest first. Live ones, too. Those that cannot be read
/// are left out.
std::vector<SegmentInfo> segmentsOf(const RecordedRun& run);

/// Makes one archive of a run, and removes its segments when that is on the disk. Where the first
/// process is a shell that ran one measured program, the archive is that of the program, unless
/// all processes get archives; the segment of the shell is removed without a message. Traces of
/// several ranks are in files ARCHIVE.rankN.trace beside it, without its ending, and a trace that
/// was drained while the program ran in ARCHIVE.trace; any other one is in the archive. Processes
/// that know their rank become the ranks of it; else it is that of the process started first. Where
/// one process ran several programs, or one rank is several processes, the one with most calls and
/// CPU time counts. Never throws for what segments hold, nor for files that cannot be written:
/// that is reported as a problem. before: what sweepRun() has added up.
///
/// A segment is removed only after `write` has returned for its data. One that cannot be archived
/// stays and is named in `problems`.
RunArchiveResult archiveRun(const RecordedRun& run, const RunArchiveRequest& request,
                            RunArchiveResult before = {});

}  // namespace gantry::perf
