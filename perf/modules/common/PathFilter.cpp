#include "PathFilter.hpp"

#include <cstring>
#include <string_view>

namespace gantry::io {

namespace {

constexpr const char* kUsuallyExcluded =
    "/proc:/sys:/dev:/etc:/usr:/bin:/sbin:/lib:/lib32:/lib64:/libx32:/boot";
constexpr const char* kUsuallyIncluded = "/dev/shm";

// Linear in the text for each star, with no recursion: handlers have small stacks.
bool globMatches(std::string_view pattern, std::string_view text) noexcept {
    std::size_t p = 0;
    std::size_t t = 0;
    std::size_t star = std::string_view::npos;
    std::size_t mark = 0;
    while (t < text.size()) {
        if (p < pattern.size() &&
            (pattern[p] == '?' || (pattern[p] != '*' && pattern[p] == text[t]))) {
            ++p;
            ++t;
        } else if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            mark = t;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            t = ++mark;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == '*') {
        ++p;
    }
    return p == pattern.size();
}

bool matchesPattern(std::string_view pattern, std::string_view path) noexcept {
    if (pattern.find_first_of("*?") != std::string_view::npos) {
        return globMatches(pattern, path);
    }
    while (pattern.size() > 1 && pattern.back() == '/') {
        pattern.remove_suffix(1);
    }
    return !pattern.empty() && path.substr(0, pattern.size()) == pattern &&
           (path.size() == pattern.size() || pattern == "/" || path[pattern.size()] == '/');
}

}  // namespace

bool matchesOneOf(const char* patterns, const char* path, std::size_t length) noexcept {
    const std::string_view whole(path, length);
    std::string_view rest = patterns == nullptr ? std::string_view() : patterns;
    while (!rest.empty()) {
        const std::size_t end = rest.find(':');
        if (matchesPattern(rest.substr(0, end), whole)) {
            return true;
        }
        rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    }
    return false;
}

void PathFilter::set(const char* excluded, const char* included) noexcept {
    excluded_ = excluded != nullptr ? excluded : kUsuallyExcluded;
    included_ = included != nullptr && *included != '\0' ? included : kUsuallyIncluded;
}

bool PathFilter::excludes(const char* path, std::size_t length) const noexcept {
    return matchesOneOf(excluded_, path, length) && !matchesOneOf(included_, path, length);
}

}  // namespace gantry::io
