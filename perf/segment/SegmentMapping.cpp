#include "SegmentMapping.hpp"

#include <perf/segment/ProcessStart.hpp>

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <string>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace gantry::perf {

namespace {

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

struct flock wholeFile() noexcept {
    struct flock lock {};
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    return lock;
}

// Programs take it that low numbers are theirs: a shell puts its own files there.
int withHighNumber(int descriptor) noexcept {
    constexpr rlim_t kHighest = 1024;
    constexpr rlim_t kBelow = 24;
    struct rlimit limit {};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur < 4 * kBelow) {
        return descriptor;
    }
    const auto least = static_cast<int>(std::min(limit.rlim_cur, kHighest) - kBelow);
    const int high = ::fcntl(descriptor, F_DUPFD_CLOEXEC, least);
    if (high < 0) {
        return descriptor;
    }
    ::close(descriptor);
    return high;
}

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
    return descriptor >= 0 && ::fstat(descriptor, &status) == 0 && status.st_dev == device &&
           status.st_ino == inode;
}

bool OwnedFile::regain(const std::filesystem::path& path) noexcept {
    if (isThere()) {
        return true;
    }
    OwnedFile again{::open(path.c_str(), O_RDWR | O_NOFOLLOW | O_CLOEXEC), device, inode};
    if (!again.isThere()) {
        if (again.descriptor >= 0) {
            ::close(again.descriptor);
        }
        return false;
    }
    again.descriptor = withHighNumber(again.descriptor);
    lock(again.descriptor);
    *this = again;
    return true;
}

void OwnedFile::close() noexcept {
    if (isThere()) {
        ::close(descriptor);
    }
    descriptor = -1;
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
    int& descriptor = mapping.owned.descriptor;
    descriptor = ::open(mapping.file.c_str(), kFlags, S_IRUSR | S_IWUSR);
    require(descriptor >= 0, errno, mapping.file);
    descriptor = withHighNumber(descriptor);
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
        ::close(descriptor);
        ::unlink(mapping.file.c_str());
        throw;
    }
    mapping.locked = lock(descriptor);
    return mapping;
}

}  // namespace gantry::perf
