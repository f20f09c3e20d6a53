#pragma once

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

/// The words of a process that runs, with blanks between them; empty where there is none.
std::string commandOf(pid_t pid);

/// The folder in which programs of this user leave their segments: GANTRY_SEGMENT_DIR where that is
/// set and neither "auto" nor "none" (a program measures into no file), else gantry-UID in
/// /dev/shm, or in the folder for temporary files where there is no such thing. It need not exist.
std::filesystem::path segmentFolder();

/// A segment as a list shows it.
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
class SegmentFile final {
public:
    /// Throws SegmentError.
    explicit SegmentFile(std::filesystem::path path);
    ~SegmentFile();
    SegmentFile(const SegmentFile&) = delete;
    SegmentFile& operator=(const SegmentFile&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }
    [[nodiscard]] const SegmentHeader& header() const noexcept {
        return *reinterpret_cast<const SegmentHeader*>(bytes_.data());
    }
    /// Whether the process that made it is still there.
    [[nodiscard]] bool isLive() const noexcept;
    /// Whether measuring has exited normally.
    [[nodiscard]] bool hasEnded() const noexcept;
    /// The last moment the segment knows of by the system clock, ns since 1970 UTC. Throws
    /// SegmentError.
    [[nodiscard]] std::int64_t lastKnownSystemNs() const;
    /// What is known of it but for what was measured.
    [[nodiscard]] SegmentInfo info() const;

    /// Everything measured up to now, no call path with less than in an earlier reading; of a
    /// process that is gone, up to its end. endNs is the moment
    /// of that end by CLOCK_MONOTONIC where it is known, else 0: then calls that ran count up to
    /// the last moment the segment knows of. Throws SegmentError.
    [[nodiscard]] SegmentReader::Reading read(std::uint64_t endNs = 0);

    /// The bytes of the file as long as it is now, for readers of other parts; valid up to the next
    /// call of this or of read(). Throws SegmentError.
    [[nodiscard]] SegmentBytes mapAgain();

private:
    SegmentReader::Reading readMapped(std::uint64_t endNs);
    void map();
    void unmap() noexcept;

    std::filesystem::path path_;
    int descriptor_ = -1;
    SegmentBytes bytes_;
    LiveFloors floors_;
};

/// The segments in a folder, oldest first; none where there is no such folder.
std::vector<SegmentInfo> segmentsIn(const std::filesystem::path& folder);

}  // namespace gantry::perf
