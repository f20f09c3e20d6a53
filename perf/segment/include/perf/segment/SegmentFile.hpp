#pragma once

#include <base/files/Descriptor.hpp>
#include <perf/model/Profile.hpp>
#include <perf/segment/LiveFloors.hpp>
#include <perf/segment/SegmentReader.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <sys/types.h>
#include <vector>

namespace gantry::perf {

/// Keys of facts that processes note of themselves where they know them.
inline constexpr const char* kSessionFact = "session";
inline constexpr const char* kCommandFact = "command";
inline constexpr const char* kRankFact = "rank";
inline constexpr const char* kSizeFact = "size";  ///< how many ranks there are
inline constexpr const char* kJobFact = "job";    ///< of the launcher that started all ranks

/// The words of a process that runs, with blanks between them; empty where there is none. From
/// /proc/PID/cmdline; also empty for a process of another user that hides it, and for kernel
/// threads.
std::string commandOf(pid_t pid);

/// The folder in which programs of this user leave their segments: GANTRY_SEGMENT_DIR where that is
/// set and neither "auto" nor "none" (a program measures into no file), else gantry-UID in
/// /dev/shm, or in the folder for temporary files where there is no such thing. It need not exist.
/// Reads the environment: not while another thread changes it.
std::filesystem::path segmentFolder();

/// A segment as a list shows it. Filled as far as the file can be read: `problem` says why the rest
/// is missing.
struct SegmentInfo {
    std::filesystem::path path;
    pid_t pid = 0;
    bool live = false;    ///< the process is still there
    bool ended = false;   ///< measuring has exited normally, and the file was kept
    std::string command;  ///< of a live process as the system reports it, else as it was noted
    std::string session;  ///< which processes were started together; empty: none is known
    std::string rank;     ///< the rank in its parallel run; empty: none is known
    std::int64_t createdNs = 0;  ///< system clock
    std::int64_t lastNs = 0;     ///< system clock: the last moment the segment knows of
    std::uint64_t usedBytes = 0;
    std::string problem;  ///< why it cannot be read; else empty
};

/// A segment's file, mapped to be read. The process that writes it, if there still is one, goes on
/// undisturbed.
///
/// Holds a descriptor and a read-only mapping. A process that is gone leaves the file; the mapping
/// stays valid also where the file is removed meanwhile. Not for several threads at once.
///
///     SegmentFile file(path);
///     const SegmentReader::Reading reading = file.read();
class SegmentFile final {
public:
    /// Throws SegmentError. Kind File where it cannot be opened or mapped; WrongKind where it is
    /// shorter than a header or is none; and what SegmentReader throws. Named pipes do not block
    /// it.
    explicit SegmentFile(std::filesystem::path path);
    ~SegmentFile();
    SegmentFile(const SegmentFile&) = delete;
    SegmentFile& operator=(const SegmentFile&) = delete;

    /// As it was given.
    [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }
    [[nodiscard]] const SegmentHeader& header() const noexcept {
        return *reinterpret_cast<const SegmentHeader*>(bytes_.data());
    }
    /// Whether the process that made it is still there. The process with that id must have the
    /// start that the header notes and, where the header says that it locks its file, hold that
    /// lock. False also for a segment that has ended.
    [[nodiscard]] bool isLive() const noexcept;
    /// Whether measuring has exited normally.
    [[nodiscard]] bool hasEnded() const noexcept;
    /// The last moment the segment knows of by the system clock, ns since 1970 UTC. Throws
    /// SegmentError.
    [[nodiscard]] std::int64_t lastKnownSystemNs() const;
    /// What is known of it but for what was measured. Does not throw for damage: `problem` says it.
    [[nodiscard]] SegmentInfo info() const;

    /// Everything measured up to now, no call path with less than in an earlier reading; of a
    /// process that is gone, up to its end. endNs is the moment
    /// of that end by CLOCK_MONOTONIC where it is known, else 0: then calls that ran count up to
    /// the last moment the segment knows of. Throws SegmentError.
    ///
    /// Maps the file as long as it is, and once more where the writer grew it meanwhile. The values
    /// of a live process and of its earlier readings never go back; see LiveFloors.
    [[nodiscard]] SegmentReader::Reading read(std::uint64_t endNs = 0);

    /// The bytes of the file as long as it is now, for readers of other parts; valid up to the next
    /// call of this or of read(). Throws SegmentError.
    [[nodiscard]] SegmentBytes mapAgain();

private:
    SegmentReader::Reading readMapped(std::uint64_t endNs);
    void map();
    void unmap() noexcept;

    std::filesystem::path path_;
    base::Descriptor descriptor_;
    SegmentBytes bytes_;
    LiveFloors floors_;
};

/// The segments in a folder, oldest first; none where there is no such folder. Files ending in
/// kSegmentSuffix; those that cannot be read are listed with their problem. Opens and reads each of
/// them but those that were last written before the moment `since`.
std::vector<SegmentInfo> segmentsIn(
    const std::filesystem::path& folder,
    std::filesystem::file_time_type since = std::filesystem::file_time_type::min());

}  // namespace gantry::perf
