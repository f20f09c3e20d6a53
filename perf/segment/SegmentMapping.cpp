#include "SegmentMapping.hpp"

#include <base/text/RandomToken.hpp>
#include <perf/segment/ProcessStart.hpp>

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <string>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace gantry::perf {

namespace {

// A name that nobody can guess, so that nobody can put something in its place beforehand.
std::string unguessableName() {
    constexpr std::size_t kBytes = 16;
    return std::to_string(::getpid()) + '-' + base::randomToken(kBytes) + kSegmentSuffix;
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

struct flock wholeFile() noexcept {
    struct flock lock {};
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    return lock;
}

// Programs take it that low numbers are theirs: a shell puts its own files there.
base::Descriptor withHighNumber(base::Descriptor descriptor) noexcept {
    constexpr rlim_t kHighest = 1024;
    constexpr rlim_t kBelow = 24;
    struct rlimit limit {};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur < 4 * kBelow) {
        return descriptor;
    }
    const auto least = static_cast<int>(std::min(limit.rlim_cur, kHighest) - kBelow);
    base::Descriptor high(::fcntl(descriptor.number(), F_DUPFD_CLOEXEC, least));
    return high ? std::move(high) : std::move(descriptor);
}

// An open-file-description lock, unlike one of fcntl(F_SETLK), is not lost when the program closes
// another descriptor of the file.
bool lock(int descriptor) noexcept {
    struct flock lock = wholeFile();
    return ::fcntl(descriptor, F_OFD_SETLK, &lock) == 0;
}

void require(bool done, int code, const std::filesystem::path& file) {
    if (!done) {
        throw std::system_error(code, std::generic_category(), file.string());
    }
}

}  // namespace

bool OwnedFile::isThere() const noexcept {
    struct stat status {};
    return descriptor && ::fstat(descriptor.number(), &status) == 0 && status.st_dev == device &&
           status.st_ino == inode;
}

bool OwnedFile::regain(const std::filesystem::path& path) noexcept {
    if (isThere()) {
        return true;
    }
    OwnedFile again{base::Descriptor(::open(path.c_str(), O_RDWR | O_NOFOLLOW | O_CLOEXEC)), device,
                    inode};
    if (!again.isThere()) {
        return false;
    }
    again.descriptor = withHighNumber(std::move(again.descriptor));
    lock(again.descriptor.number());
    // Its number may be of another file by now, also the new one's.
    (void)descriptor.release();
    descriptor = std::move(again.descriptor);
    return true;
}

void OwnedFile::close() noexcept {
    if (!isThere()) {
        (void)descriptor.release();
    }
    descriptor.close();
}

int reserveBytes(int descriptor, std::size_t from, std::size_t bytes) noexcept {
    // Beyond this limit the system would not only refuse, but send a signal that ends the program.
    struct rlimit limit {};
    if (::getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY &&
        from + bytes > limit.rlim_cur) {
        return EFBIG;
    }
    int code = EINTR;
    while (code == EINTR) {
        code = ::posix_fallocate(descriptor, static_cast<off_t>(from), static_cast<off_t>(bytes));
    }
    return code;
}

bool isLocked(int descriptor) noexcept {
    struct flock lock = wholeFile();
    return ::fcntl(descriptor, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

std::size_t withinAddressSpace(std::size_t limit) noexcept {
    constexpr std::size_t kShare = 32;
    struct rlimit space {};
    if (::getrlimit(RLIMIT_AS, &space) != 0 || space.rlim_cur == RLIM_INFINITY) {
        return limit;
    }
    return std::min<std::size_t>(limit, space.rlim_cur / kShare);
}

std::byte* mapPlainMemory(std::size_t limit) noexcept {
    constexpr int kFlags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    void* const memory = ::mmap(nullptr, limit, PROT_READ | PROT_WRITE, kFlags, -1, 0);
    return memory == MAP_FAILED ? nullptr : static_cast<std::byte*>(memory);
}

SegmentMapping mapNewFile(const std::filesystem::path& folder, std::size_t limit,
                          std::size_t backed) {
    requirePrivateFolder(folder);
    SegmentMapping mapping;
    mapping.file = folder / unguessableName();
    constexpr int kFlags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    base::Descriptor opened(::open(mapping.file.c_str(), kFlags, S_IRUSR | S_IWUSR));
    require(bool(opened), errno, mapping.file);
    mapping.owned.descriptor = withHighNumber(std::move(opened));
    const int descriptor = mapping.owned.descriptor.number();
    try {
        struct stat status {};
        require(::fstat(descriptor, &status) == 0, errno, mapping.file);
        mapping.owned.device = status.st_dev;
        mapping.owned.inode = status.st_ino;
        const int code = reserveBytes(descriptor, 0, backed);
        require(code == 0, code, mapping.file);
        void* const memory =
            ::mmap(nullptr, limit, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
        require(memory != MAP_FAILED, errno, mapping.file);
        mapping.base = static_cast<std::byte*>(memory);
    } catch (...) {
        ::unlink(mapping.file.c_str());
        throw;
    }
    mapping.locked = lock(descriptor);
    return mapping;
}

}  // namespace gantry::perf
