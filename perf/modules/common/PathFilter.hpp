#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace gantry::io {

/// Patterns of paths, separated by colons: * is any text, ? any one byte; a pattern without either
/// means that path and all below it. The text is read once; to match is then to compare the
/// patterns that share the byte behind the first slash. Allocates nothing.
class PathPatterns final {
public:
    constexpr PathPatterns() noexcept = default;

    /// Null: no pattern. The text must stay. Once, before it is used.
    void set(const char* text) noexcept;

    /// Whether one of the patterns is that of the path.
    [[nodiscard]] bool match(const char* path, std::size_t length) const noexcept {
        std::uint64_t left = byByte_[length > 1 ? static_cast<unsigned char>(path[1]) : 0];
        for (; left != 0; left &= left - 1) {
            if (matches(all_[static_cast<std::size_t>(__builtin_ctzll(left))], path, length)) {
                return true;
            }
        }
        return further_ != nullptr && matchFurther(path, length);
    }

    /// Whether a pattern without wildcards is that of an absolute name, or that of a folder above
    /// it. The name need not be in its normal form, nor its length be known: most names that are
    /// excluded are found by their first few bytes.
    [[nodiscard]] bool matchBegin(const char* path) const noexcept {
        std::uint64_t left = byByte_[static_cast<unsigned char>(path[1])];
        for (; left != 0; left &= left - 1) {
            if (begins(all_[static_cast<std::size_t>(__builtin_ctzll(left))], path)) {
                return true;
            }
        }
        return false;
    }

    /// Whether a pattern may be that of a path whose second byte is that one.
    [[nodiscard]] bool mayMatch(char second) const noexcept {
        return byByte_[static_cast<unsigned char>(second)] != 0 || further_ != nullptr;
    }

private:
    struct Pattern {
        const char* text = nullptr;
        std::size_t length = 0;
        bool hasWildcards = false;
    };
    static constexpr std::size_t kMost = 64;
    static constexpr std::size_t kBytes = 256;

    // Without calls: what a system call has left of the caches is needed for the code around it.
    static bool begins(const Pattern& pattern, const char* path) noexcept {
        std::size_t same = 0;
        while (same < pattern.length && path[same] == pattern.text[same]) {
            ++same;
        }
        return same == pattern.length && !pattern.hasWildcards &&
               (path[same] == '\0' || path[same] == '/');
    }
    static Pattern patternOf(const char* text, std::size_t length) noexcept;
    static bool matches(const Pattern& pattern, const char* path, std::size_t length) noexcept;
    [[nodiscard]] bool matchFurther(const char* path, std::size_t length) const noexcept;
    void add(std::size_t place) noexcept;

    std::array<Pattern, kMost> all_{};
    std::array<std::uint64_t, kBytes> byByte_{};  ///< which may match, a bit for each
    const char* further_ = nullptr;               ///< text of those beyond kMost
};

/// Which paths are recorded. Any thread and any handler may ask.
class PathFilter final {
public:
    constexpr PathFilter() noexcept = default;

    /// Null: the usual ones. The texts must stay.
    void set(const char* excluded, const char* included) noexcept;

    /// included wins over excluded.
    [[nodiscard]] bool excludes(const char* path, std::size_t length) const noexcept {
        return excluded_.match(path, length) && !included_.match(path, length);
    }

    /// Whether a name, as the program gives it, is excluded for certain: quick, and false for most
    /// names of which excludes() has to be asked. May be null.
    [[nodiscard]] bool excludesAtOnce(const char* path) const noexcept {
        return path != nullptr && path[0] == '/' && !included_.mayMatch(path[1]) &&
               excluded_.matchBegin(path);
    }

private:
    PathPatterns excluded_;
    PathPatterns included_;
};

}  // namespace gantry::io
