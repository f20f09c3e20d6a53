#pragma once

#include <perf/model/Profile.hpp>
#include <perf/segment/SegmentReader.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <sys/types.h>
#include <vector>

namespace gantry::perf {

/// The folder in which programs of this user leave their segments: GANTRY_SEGMENT_DIR where that is
/// set, else gantry-UID in /dev/shm, or in the folder for temporary files where there is no such
/// thing. It need not exist.
std::filesystem::path segmentFolder();

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

    /// Everything measured up to now; of a process that is gone, up to its end. endNs is the moment
    /// of that end by CLOCK_MONOTONIC where it is known, else 0: then calls that ran count up to
    /// the last moment the segment knows of. Throws SegmentError.
    [[nodiscard]] SegmentReader::Reading read(std::uint64_t endNs = 0);

    /// The bytes of the file as long as it is now, for readers of other parts; valid up to the next
    /// call of this or of read(). Throws SegmentError.
    [[nodiscard]] SegmentBytes mapAgain();

private:
    SegmentReader::Reading readMapped(std::uint64_t endNs) const;
    void map();
    void unmap() noexcept;

    std::filesystem::path path_;
    int descriptor_ = -1;
    SegmentBytes bytes_;
};

/// A segment as a list shows it.
struct SegmentInfo {
    std::filesystem::path path;
    pid_t pid = 0;
    bool live = false;
    std::string command;         ///< of a live process
    std::int64_t createdNs = 0;  ///< system clock
    std::uint64_t usedBytes = 0;
    std::string problem;  ///< why it can not be read; else empty
};

/// The segments in a folder, oldest first; none where there is no such folder.
std::vector<SegmentInfo> segmentsIn(const std::filesystem::path& folder);

}  // namespace gantry::perf
