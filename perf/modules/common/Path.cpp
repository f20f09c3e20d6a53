#include "Path.hpp"

#include <cstdint>
#include <cstring>
#include <sys/syscall.h>
#include <unistd.h>

#include "WorkingFolder.hpp"

namespace gantry::io {

namespace {

// The system call itself: that of the C library is one that modules intercept.
std::size_t linkOf(int descriptor, char* to, std::size_t room) noexcept {
    char name[32] = "/proc/self/fd/";
    std::size_t end = std::strlen(name);
    char digits[12];
    std::size_t count = 0;
    for (auto number = static_cast<unsigned>(descriptor); count == 0 || number > 0; number /= 10) {
        digits[count++] = static_cast<char>('0' + number % 10);
    }
    while (count > 0) {
        name[end++] = digits[--count];
    }
    name[end] = '\0';
    const long length = ::syscall(SYS_readlinkat, AT_FDCWD, name, to, room);
    return length > 0 ? static_cast<std::size_t>(length) : 0;
}

constexpr std::uint64_t kOnes = 0x0101010101010101U;
constexpr std::uint64_t kLowBits = 0x7f7f7f7f7f7f7f7fU;

// The high bit of each byte that is c, and of no other.
std::uint64_t bytesOf(std::uint64_t word, char c) noexcept {
    const std::uint64_t rest = word ^ (kOnes * static_cast<unsigned char>(c));
    return ~(((rest & kLowBits) + kLowBits) | rest | kLowBits);
}

std::uint64_t wordAt(const char* at) noexcept {
    std::uint64_t word = 0;
    std::memcpy(&word, at, sizeof word);
    return word;
}

// Whether "//" or "/./" begins at one of eight bytes. Reads ten.
bool hasNothing(const char* at) noexcept {
    const std::uint64_t next = wordAt(at + 1);
    return (bytesOf(wordAt(at), '/') &
            (bytesOf(next, '/') | (bytesOf(next, '.') & bytesOf(wordAt(at + 2), '/')))) != 0;
}

// Eight bytes at a time: each open of a file looks at its name.
bool isSimple(const char* path, std::size_t length) noexcept {
    constexpr std::size_t kWord = sizeof(std::uint64_t);
    if (path[0] != '/') {
        return false;
    }
    if (length <= kWord) {
        return std::strstr(path, "//") == nullptr && std::strstr(path, "/./") == nullptr;
    }
    for (std::size_t at = 0; at + kWord < length; at += kWord) {
        if (hasNothing(path + at)) {
            return false;
        }
    }
    // The zero byte at the end may be read.
    return !hasNothing(path + length - kWord - 1);
}

}  // namespace

// NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): the buffer is filled as far as it is used
Path::Path(int folder, const char* path) noexcept {
    if (path == nullptr) {
        return;
    }
    const std::size_t length = std::strlen(path);
    if (isSimple(path, length)) {
        text_ = path;
        length_ = length;
        return;
    }
    text_ = buffer_.data();
    if (path[0] != '/') {
        if (folder == AT_FDCWD) {
            length_ = workingFolder(buffer_.data(), buffer_.size());
        } else {
            length_ = linkOf(folder, buffer_.data(), buffer_.size());
        }
        if (length_ == 0 || buffer_[0] != '/') {
            length_ = 0;
            return;
        }
    }
    append(path);
}

// NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): the buffer is filled as far as it is used
Path::Path(int descriptor) noexcept {
    text_ = buffer_.data();
    length_ = linkOf(descriptor, buffer_.data(), buffer_.size());
}

// Leaves out "." and empty parts; ".." stays, as what is above may be a link.
void Path::append(const char* path) noexcept {
    if (length_ == 1 && buffer_[0] == '/') {
        length_ = 0;
    }
    while (*path != '\0') {
        const std::size_t part = std::strcspn(path, "/");
        const bool isNothing = part == 0 || (part == 1 && path[0] == '.');
        if (!isNothing) {
            if (length_ + part + 1 >= buffer_.size()) {
                length_ = 0;
                return;
            }
            buffer_[length_++] = '/';
            std::memcpy(buffer_.data() + length_, path, part);
            length_ += part;
        }
        path += part + (path[part] == '/' ? 1 : 0);
    }
    if (length_ == 0) {
        buffer_[length_++] = '/';
    }
}

}  // namespace gantry::io
