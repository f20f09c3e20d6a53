// The segment of another process, as a file. The writer is never stopped and never asked: it may
// run, grow the file, end or be killed while this reads.

#include <perf/segment/CpuClock.hpp>
#include <perf/segment/ProcessStart.hpp>
#include <perf/segment/SegmentError.hpp>
#include <perf/segment/SegmentFile.hpp>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <string_view>
#include <sys/mman.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "ForeignReadings.hpp"
#include "SegmentMapping.hpp"

namespace gantry::perf {

namespace {

[[noreturn]] void refuse(const std::filesystem::path& path, int code) {
    throw SegmentError(SegmentError::Kind::File,
                       path.string() + ": " + std::generic_category().message(code));
}

std::size_t fileSize(int descriptor) noexcept {
    struct stat status {};
    return ::fstat(descriptor, &status) == 0 ? static_cast<std::size_t>(status.st_size) : 0;
}

// A list of segments names those that cannot be read, too; one bad file must not hide the others.
SegmentInfo infoOf(const std::filesystem::path& path) {
    try {
        return SegmentFile(path).info();
    } catch (const SegmentError& error) {
        SegmentInfo info;
        info.path = path;
        info.problem = error.what();
        return info;
    }
}

void noteFacts(SegmentInfo& info, const SegmentReader& reader) {
    for (const auto& [key, value] : reader.facts()) {
        if (key == kSessionFact) {
            info.session = value;
        } else if (key == kRankFact) {
            info.rank = value;
        } else if (key == kCommandFact) {
            info.command = value;
        }
    }
}

}  // namespace

std::string commandOf(pid_t pid) {
    std::ifstream file("/proc/" + std::to_string(pid) + "/cmdline", std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    while (!text.empty() && text.back() == '\0') {
        text.pop_back();
    }
    // The kernel ends each argument with a NUL.
    std::replace(text.begin(), text.end(), '\0', ' ');
    return text;
}

std::filesystem::path segmentFolder() {
    const char* const variable = std::getenv("GANTRY_SEGMENT_DIR");
    const std::string_view chosen = variable == nullptr ? "" : variable;
    if (!chosen.empty() && chosen != "auto" && chosen != "none") {
        return chosen;
    }
    const std::string name = "gantry-" + std::to_string(::geteuid());
    std::error_code ignored;
    const std::filesystem::path memory = "/dev/shm";
    return (std::filesystem::is_directory(memory, ignored)
                ? memory
                : std::filesystem::temp_directory_path(ignored)) /
           name;
}

SegmentFile::SegmentFile(std::filesystem::path path) : path_(std::move(path)) {
    // O_NONBLOCK: a named pipe in the folder must not stop the reader.
    descriptor_ = base::Descriptor(::open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (!descriptor_) {
        refuse(path_, errno);
    }
    map();
}

SegmentFile::~SegmentFile() {
    unmap();
}

void SegmentFile::unmap() noexcept {
    if (!bytes_.empty()) {
        ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
        bytes_ = {};
    }
}

void SegmentFile::map() {
    unmap();
    struct stat status {};
    if (::fstat(descriptor_.number(), &status) != 0) {
        refuse(path_, errno);
    }
    if (!S_ISREG(status.st_mode) || status.st_size < static_cast<off_t>(sizeof(SegmentHeader))) {
        throw SegmentError(SegmentError::Kind::WrongKind, path_.string() + ": not a segment");
    }
    const auto size = static_cast<std::size_t>(status.st_size);
    // Shared, so that what the writer does after this moment is seen.
    void* const memory = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, descriptor_.number(), 0);
    if (memory == MAP_FAILED) {
        refuse(path_, errno);
    }
    bytes_ = {static_cast<const std::byte*>(memory), size};
    try {
        const SegmentReader checked(bytes_);
    } catch (const SegmentError& error) {
        unmap();
        throw SegmentError(error.kind(), path_.string() + ": " + error.what());
    }
}

// Neither is enough alone: a process that calls exec keeps its id and start and loses the lock; a
// file system without locks has no lock.
bool SegmentFile::isLive() const noexcept {
    return header().state == static_cast<std::uint32_t>(SegmentState::Running) &&
           header().processStart != 0 && processStart(header().pid) == header().processStart &&
           ((header().flags & kSegmentLocked) == 0 || isLocked(descriptor_.number()));
}

bool SegmentFile::hasEnded() const noexcept {
    return loadAcquire(header().state) == static_cast<std::uint32_t>(SegmentState::Ended);
}

// CLOCK_MONOTONIC cannot be converted by itself after a reboot: the header has one moment in both
// clocks.
std::int64_t SegmentFile::lastKnownSystemNs() const {
    const SegmentReader reader(bytes_);
    const std::vector<MetricRecord> metrics = reader.metrics();
    const std::uint64_t last = std::max(reader.lastKnownNs(), header().lastNs.value());
    const std::uint64_t begin = metrics.empty() ? last : metrics[0].startNs;
    return std::max(header().endNs,
                    header().createdNs + static_cast<std::int64_t>(last - std::min(begin, last)));
}

SegmentInfo SegmentFile::info() const {
    SegmentInfo info;
    info.path = path_;
    info.pid = header().pid;
    info.live = isLive();
    info.ended = hasEnded();
    info.createdNs = header().createdNs;
    info.usedBytes = loadAcquire(header().usedBytes);
    try {
        noteFacts(info, SegmentReader(bytes_));
        info.lastNs = lastKnownSystemNs();
    } catch (const SegmentError& error) {
        // A live one may have grown behind the end that was mapped.
        info.lastNs = info.createdNs;
        info.problem = info.live ? "" : error.what();
    }
    if (std::string command = info.live ? commandOf(info.pid) : std::string(); !command.empty()) {
        info.command = std::move(command);
    }
    return info;
}

SegmentBytes SegmentFile::mapAgain() {
    map();
    return bytes_;
}

SegmentReader::Reading SegmentFile::read(std::uint64_t endNs) {
    while (true) {
        map();
        // The writer may put records behind the end that was mapped.
        const auto grew = [this] {
            return loadAcquire(header().usedBytes) > bytes_.size() &&
                   fileSize(descriptor_.number()) > bytes_.size();
        };
        try {
            SegmentReader::Reading reading = readMapped(endNs);
            if (reading.damaged == 0 || !grew()) {
                return reading;
            }
        } catch (const SegmentError& error) {
            if (!grew()) {
                throw SegmentError(error.kind(), path_.string() + ": " + error.what());
            }
        }
    }
}

SegmentReader::Reading SegmentFile::readMapped(std::uint64_t endNs) {
    const SegmentReader reader(bytes_);
    const bool live = endNs == 0 && isLive();
    const std::uint64_t last = endNs != 0 ? endNs : reader.lastKnownNs();
    const ForeignReadings readings(reader.metrics(), live ? 0 : last);
    SegmentReader::Reading reading = reader.read(readings, !live, live ? &floors_ : nullptr);
    const std::vector<MetricRecord> metrics = reader.metrics();
    const std::uint64_t now = live ? clockNs(CLOCK_MONOTONIC) : last;
    if (!metrics.empty() && now > metrics[0].startNs) {
        reading.profile.timeNs = static_cast<std::int64_t>(now - metrics[0].startNs);
    }
    return reading;
}

std::vector<SegmentInfo> segmentsIn(const std::filesystem::path& folder,
                                    std::filesystem::file_time_type since) {
    std::vector<SegmentInfo> infos;
    std::error_code none;
    const auto isOlder = [&](const std::filesystem::directory_entry& entry) {
        std::error_code unknown;
        const auto written = entry.last_write_time(unknown);
        return !unknown && written < since;
    };
    for (const auto& entry : std::filesystem::directory_iterator(folder, none)) {
        if (entry.path().extension() == kSegmentSuffix && !isOlder(entry)) {
            infos.push_back(infoOf(entry.path()));
        }
    }
    std::sort(infos.begin(), infos.end(), [](const SegmentInfo& a, const SegmentInfo& b) {
        return std::pair(a.createdNs, a.path) < std::pair(b.createdNs, b.path);
    });
    return infos;
}

}  // namespace gantry::perf
