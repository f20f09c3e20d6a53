#pragma once

#include <array>
#include <cstddef>
#include <fcntl.h>

namespace gantry::io {

/// The absolute name of a file, without links being followed: made on the stack of the caller, by
/// system calls only, so that signal handlers may do it. Empty where the name is too long or the
/// folder is not known. errno may change.
class Path final {
public:
    /// What is put together must be shorter; a handler may have a small stack.
    static constexpr std::size_t kRoom = 1024;

    /// As openat() has them. path may be null or empty.
    Path(int folder, const char* path) noexcept;
    explicit Path(const char* path) noexcept : Path(AT_FDCWD, path) {}
    /// What a descriptor stands for, as the system says it: also "pipe:[123]".
    explicit Path(int descriptor) noexcept;

    [[nodiscard]] const char* text() const noexcept { return text_; }
    [[nodiscard]] std::size_t length() const noexcept { return length_; }

private:
    void append(const char* path) noexcept;

    const char* text_ = nullptr;
    std::size_t length_ = 0;
    std::array<char, kRoom> buffer_;  // not cleared: most names need none of it
};

}  // namespace gantry::io
