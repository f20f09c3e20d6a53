#include "Faults.hpp"

#include <cerrno>
#include <climits>
#include <cstddef>
#include <cstdlib>
#include <fcntl.h>
#include <new>
#include <sys/mman.h>
#include <sys/types.h>

namespace {

// Requests that are still granted; below 0, as many have failed.
std::atomic<int> memory{INT_MAX};
std::atomic<int> systemCalls{INT_MAX};
std::atomic<int> failures{0};

std::atomic<int>& left(faults::Kind kind) {
    return kind == faults::Kind::Memory ? memory : systemCalls;
}

bool fails(std::atomic<int>& granted) {
    if (granted.load() == INT_MAX) {
        return false;
    }
    const int known = granted.fetch_sub(1);
    return known <= 0 && known > -failures.load();
}

}  // namespace

namespace faults {

Failing::Failing(Kind kind, int first, int howMany) : kind_(kind) {
    failures = howMany;
    left(kind_) = first - 1;
}

Failing::~Failing() {
    left(kind_) = INT_MAX;
}

bool Failing::happened() const {
    return left(kind_) < 0;
}

}  // namespace faults

// NOLINTBEGIN(cppcoreguidelines-no-malloc): these are what manages the memory
void* operator new(std::size_t size) {
    void* const bytes = fails(memory) ? nullptr : std::malloc(size);
    if (bytes == nullptr) {
        throw std::bad_alloc();
    }
    return bytes;
}

void* operator new(std::size_t size, const std::nothrow_t& /*tag*/) noexcept {
    return fails(memory) ? nullptr : std::malloc(size);
}

void* operator new[](std::size_t size) {
    return operator new(size);
}

void* operator new[](std::size_t size, const std::nothrow_t& tag) noexcept {
    return operator new(size, tag);
}

void operator delete(void* bytes) noexcept {
    std::free(bytes);
}

// Visible to other libraries, as the other operators are; clang++ does not declare these two
// before.
[[gnu::visibility("default")]] void operator delete(void* bytes, std::size_t /*size*/) noexcept {
    std::free(bytes);
}

void operator delete[](void* bytes) noexcept {
    std::free(bytes);
}

[[gnu::visibility("default")]] void operator delete[](void* bytes, std::size_t /*size*/) noexcept {
    std::free(bytes);
}
// NOLINTEND(cppcoreguidelines-no-malloc)

// The linker gives the libraries under test these in place of the system's (--wrap).
// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming): the linker's names
extern "C" {

void* __real_mmap(void* address, size_t length, int protection, int flags, int file, off_t offset);
int __real_posix_fallocate(int file, off_t offset, off_t length);
int __real_open(const char* path, int flags, mode_t mode);
ssize_t __real_write(int file, const void* bytes, size_t size);
int __real_fsync(int file);
int __real_rename(const char* from, const char* to);

void* __wrap_mmap(void* address, size_t length, int protection, int flags, int file, off_t offset) {
    if (fails(systemCalls)) {
        errno = ENOMEM;
        return MAP_FAILED;
    }
    return __real_mmap(address, length, protection, flags, file, offset);
}

int __wrap_posix_fallocate(int file, off_t offset, off_t length) {
    return fails(systemCalls) ? ENOSPC : __real_posix_fallocate(file, offset, length);
}

int __wrap_open(const char* path, int flags, mode_t mode) {
    if (fails(systemCalls)) {
        errno = EMFILE;
        return -1;
    }
    return __real_open(path, flags, mode);
}

ssize_t __wrap_write(int file, const void* bytes, size_t size) {
    if (fails(systemCalls)) {
        errno = ENOSPC;
        return -1;
    }
    return __real_write(file, bytes, size);
}

int __wrap_fsync(int file) {
    if (fails(systemCalls)) {
        errno = EIO;
        return -1;
    }
    return __real_fsync(file);
}

int __wrap_rename(const char* from, const char* to) {
    if (fails(systemCalls)) {
        errno = EROFS;
        return -1;
    }
    return __real_rename(from, to);
}

}  // extern "C"
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)
