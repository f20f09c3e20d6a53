#include <perf/segment/CpuClock.hpp>
#include <perf/segment/ProcessStart.hpp>
#include <perf/segment/Segment.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <exception>
#include <fcntl.h>
#include <new>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

#include "HeaderChecksum.hpp"
#include "StoreTypes.hpp"

namespace gantry::perf {

namespace {

constexpr std::size_t kFirstBacked = std::size_t{128} << 10U;
constexpr std::size_t kMostAtOnce = std::size_t{4} << 20U;

std::int64_t systemNs() noexcept {
    return static_cast<std::int64_t>(clockNs(CLOCK_REALTIME));
}

std::size_t roundUp(std::size_t bytes, std::size_t unit) noexcept {
    return (bytes + unit - 1) / unit * unit;
}

// A name that nobody can guess, so that nobody can put something in its place beforehand.
std::string unguessableName() {
    unsigned char bytes[16] = {};
    if (::getrandom(bytes, sizeof bytes, 0) != static_cast<ssize_t>(sizeof bytes)) {
        throw std::system_error(errno, std::generic_category(), "getrandom");
    }
    std::string name = std::to_string(::getpid()) + '-';
    for (const unsigned char byte : bytes) {
        constexpr const char* kDigits = "0123456789abcdef";
        name += kDigits[byte >> 4U];
        name += kDigits[byte & 15U];
    }
    return name + kSegmentSuffix;
}

// Makes the folder for this user alone; refuses one that others could write to.
void requirePrivateFolder(const std::filesystem::path& folder) {
    ::mkdir(folder.c_str(), S_IRWXU);
    struct stat status {};
    if (::lstat(folder.c_str(), &status) != 0) {
        throw std::system_error(errno, std::generic_category(), folder.string());
    }
    if (!S_ISDIR(status.st_mode) || status.st_uid != ::geteuid() ||
        (status.st_mode & (S_IWGRP | S_IWOTH)) != 0) {
        throw std::system_error(EPERM, std::generic_category(),
                                folder.string() + " is not a folder that only this user can write");
    }
}

int fallocateAll(int descriptor, std::size_t from, std::size_t bytes) noexcept {
    int code = EINTR;
    while (code == EINTR) {
        code = ::posix_fallocate(descriptor, static_cast<off_t>(from), static_cast<off_t>(bytes));
    }
    return code;
}

}  // namespace

Segment::Segment(const SegmentOptions& options)
    : limit_(roundUp(std::max(options.limit, kLeastSegment), kPlaceUnit)) {
    if (options.folder.empty() || !mapFile(options.folder)) {
        mapMemory();
    }
    writeHeader();
}

Segment::~Segment() {
    end();
    ::munmap(base_, limit_);
    if (descriptor_ >= 0) {
        ::close(descriptor_);
    }
}

void Segment::end() noexcept {
    if (header().state == static_cast<std::uint32_t>(SegmentState::Ended)) {
        return;
    }
    header().endNs = systemNs();
    storeRelease(header().state, static_cast<std::uint32_t>(SegmentState::Ended));
    if (!file_.empty() && !keepFile_) {
        ::unlink(file_.c_str());
    }
}

bool Segment::mapFile(const std::filesystem::path& folder) {
    try {
        requirePrivateFolder(folder);
        file_ = folder / unguessableName();
        constexpr int kFlags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
        descriptor_ = ::open(file_.c_str(), kFlags, S_IRUSR | S_IWUSR);
        if (descriptor_ < 0) {
            throw std::system_error(errno, std::generic_category(), file_.string());
        }
        if (const int code = fallocateAll(descriptor_, 0, kFirstBacked); code != 0) {
            throw std::system_error(code, std::generic_category(), file_.string());
        }
        void* const memory =
            ::mmap(nullptr, limit_, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor_, 0);
        if (memory == MAP_FAILED) {
            throw std::system_error(errno, std::generic_category(), file_.string());
        }
        base_ = static_cast<std::byte*>(memory);
        header().backedBytes = kFirstBacked;
        return true;
    } catch (const std::exception& error) {
        if (descriptor_ >= 0) {
            ::close(descriptor_);
            ::unlink(file_.c_str());
        }
        descriptor_ = -1;
        file_.clear();
        note_ = std::string("measured into memory of the process alone, not into a file: ") +
                error.what();
        return false;
    }
}

void Segment::mapMemory() {
    constexpr int kFlags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    void* const memory = ::mmap(nullptr, limit_, PROT_READ | PROT_WRITE, kFlags, -1, 0);
    if (memory == MAP_FAILED) {
        throw std::bad_alloc();
    }
    base_ = static_cast<std::byte*>(memory);
    header().backedBytes = limit_;
}

void Segment::writeHeader() noexcept {
    SegmentHeader& header = this->header();
    header.version = kSegmentVersion;
    header.byteOrder = kByteOrderMark;
    header.headerBytes = sizeof(SegmentHeader);
    header.state = static_cast<std::uint32_t>(SegmentState::Running);
    header.pid = ::getpid();
    header.processStart = processStart(header.pid);
    header.createdNs = systemNs();
    header.limitBytes = limit_;
    header.usedBytes = roundUp(sizeof(SegmentHeader), kPlaceUnit);
    header.lastNs.write(clockNs(CLOCK_MONOTONIC));
    header.numTypes = kRecordTypes;
    header.types = storeTypes();
    SegmentHeader whole = header;
    whole.magic = kSegmentMagic;
    header.checksum = headerChecksum(whole);
    // Last, so that nobody takes a segment in the making for a whole one.
    header.magic = kSegmentMagic;
}

bool Segment::back(std::size_t bytes) noexcept {
    SegmentHeader& header = this->header();
    if (bytes <= header.backedBytes) {
        return true;
    }
    const std::size_t step = std::clamp(header.backedBytes, kFirstBacked, kMostAtOnce);
    const std::size_t wanted = std::min(std::max(bytes, header.backedBytes + step), limit_);
    const std::size_t from = header.backedBytes;
    if (fallocateAll(descriptor_, from, wanted - from) == 0) {
        storeRelease(header.backedBytes, wanted);
        return true;
    }
    if (fallocateAll(descriptor_, from, bytes - from) == 0) {
        storeRelease(header.backedBytes, bytes);
        return true;
    }
    return false;
}

std::span<const std::byte> bytesOf(const Segment& segment) noexcept {
    return {segment.base(), segment.header().limitBytes};
}

void* Segment::allocate(std::size_t bytes, bool reserve) noexcept {
    const std::lock_guard lock(mutex_);
    SegmentHeader& header = this->header();
    const std::size_t end = roundUp(bytes, kPlaceUnit) + header.usedBytes;
    const std::size_t most = reserve ? limit_ : limit_ - limit_ / 16;
    if (end < header.usedBytes || end > most || !back(end)) {
        return nullptr;
    }
    void* const memory = base_ + header.usedBytes;
    storeRelease(header.usedBytes, std::uint64_t{end});
    header.lastNs.write(clockNs(CLOCK_MONOTONIC));
    return memory;
}

}  // namespace gantry::perf
