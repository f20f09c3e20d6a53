#pragma once

#include <cstddef>

namespace gantry::io {

/// Which paths are recorded. Patterns are separated by colons: * is any text, ? any one byte; a
/// pattern without either means that path and all below it. Allocates nothing; any thread and any
/// handler may ask.
class PathFilter final {
public:
    constexpr PathFilter() noexcept = default;

    /// Null: the usual ones. The texts must stay.
    void set(const char* excluded, const char* included) noexcept;

    /// included wins over excluded.
    [[nodiscard]] bool excludes(const char* path, std::size_t length) const noexcept;

private:
    const char* excluded_ = nullptr;
    const char* included_ = nullptr;
};

/// Whether one of the patterns is that of the path; false for null.
bool matchesOneOf(const char* patterns, const char* path, std::size_t length) noexcept;

}  // namespace gantry::io
