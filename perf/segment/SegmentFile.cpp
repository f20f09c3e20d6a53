#include <perf/segment/CpuClock.hpp>
#include <perf/segment/ProcessStart.hpp>
#include <perf/segment/SegmentError.hpp>
#include <perf/segment/SegmentFile.hpp>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <sys/mman.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "ForeignReadings.hpp"

namespace gantry::perf {

namespace {

[[noreturn]] void refuse(const std::filesystem::path& path, int code) {
    throw SegmentError(SegmentError::Kind::Missing,
                       path.string() + ": " + std::generic_category().message(code));
}

std::string commandOf(pid_t pid) {
    std::ifstream file("/proc/" + std::to_string(pid) + "/cmdline", std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    while (!text.empty() && text.back() == '\0') {
        text.pop_back();
    }
    std::replace(text.begin(), text.end(), '\0', ' ');
    return text;
}

std::size_t fileSize(int descriptor) noexcept {
    struct stat status {};
    return ::fstat(descriptor, &status) == 0 ? static_cast<std::size_t>(status.st_size) : 0;
}

SegmentInfo infoOf(const std::filesystem::path& path) {
    SegmentInfo info;
    info.path = path;
    try {
        const SegmentFile file(path);
        const SegmentHeader& header = file.header();
        info.pid = header.pid;
        info.live = file.isLive();
        info.createdNs = header.createdNs;
        info.usedBytes = loadAcquire(header.usedBytes);
        info.command = info.live ? commandOf(info.pid) : std::string();
    } catch (const SegmentError& error) {
        info.problem = error.what();
    }
    return info;
}

}  // namespace

std::filesystem::path segmentFolder() {
    if (const char* const chosen = std::getenv("GANTRY_SEGMENT_DIR");
        chosen != nullptr && *chosen != '\0') {
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
    descriptor_ = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor_ < 0) {
        refuse(path_, errno);
    }
    try {
        map();
    } catch (...) {
        ::close(descriptor_);
        throw;
    }
}

SegmentFile::~SegmentFile() {
    unmap();
    ::close(descriptor_);
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
    if (::fstat(descriptor_, &status) != 0) {
        refuse(path_, errno);
    }
    if (!S_ISREG(status.st_mode) || status.st_size < static_cast<off_t>(sizeof(SegmentHeader))) {
        throw SegmentError(SegmentError::Kind::Foreign, path_.string() + ": not a segment");
    }
    const auto size = static_cast<std::size_t>(status.st_size);
    void* const memory = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, descriptor_, 0);
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

bool SegmentFile::isLive() const noexcept {
    return header().state == static_cast<std::uint32_t>(SegmentState::Running) &&
           header().processStart != 0 && processStart(header().pid) == header().processStart;
}

SegmentBytes SegmentFile::mapAgain() {
    map();
    return bytes_;
}

SegmentReader::Reading SegmentFile::read(std::uint64_t endNs) {
    while (true) {
        map();
        try {
            return readMapped(endNs);
        } catch (const SegmentError&) {
            // The writer may have put records behind the end that was mapped.
            if (fileSize(descriptor_) <= bytes_.size()) {
                throw;
            }
        }
    }
}

SegmentReader::Reading SegmentFile::readMapped(std::uint64_t endNs) const {
    const SegmentReader reader(bytes_);
    const bool live = endNs == 0 && isLive();
    const std::uint64_t last =
        endNs != 0 ? endNs : std::max(reader.lastKnownNs(), loadAcquire(header().lastNs));
    const ForeignReadings readings(reader.metrics(), live ? 0 : last);
    SegmentReader::Reading reading = reader.read(readings, !live);
    const std::vector<MetricRecord> metrics = reader.metrics();
    const std::uint64_t now = live ? clockNs(CLOCK_MONOTONIC) : last;
    if (!metrics.empty() && now > metrics[0].startNs) {
        reading.profile.timeNs = static_cast<std::int64_t>(now - metrics[0].startNs);
    }
    return reading;
}

std::vector<SegmentInfo> segmentsIn(const std::filesystem::path& folder) {
    std::vector<SegmentInfo> infos;
    std::error_code none;
    for (const auto& entry : std::filesystem::directory_iterator(folder, none)) {
        if (entry.path().extension() == kSegmentSuffix) {
            infos.push_back(infoOf(entry.path()));
        }
    }
    std::sort(infos.begin(), infos.end(), [](const SegmentInfo& a, const SegmentInfo& b) {
        return std::pair(a.createdNs, a.path) < std::pair(b.createdNs, b.path);
    });
    return infos;
}

}  // namespace gantry::perf
