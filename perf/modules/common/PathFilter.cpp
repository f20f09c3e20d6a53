#include "PathFilter.hpp"

#include <algorithm>
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

constexpr char kSeparator = ':';

}  // namespace

PathPatterns::Pattern PathPatterns::patternOf(const char* text, std::size_t length) noexcept {
    const bool hasWildcards =
        std::string_view(text, length).find_first_of("*?") != std::string_view::npos;
    while (!hasWildcards && length > 1 && text[length - 1] == '/') {
        --length;
    }
    return {text, length, hasWildcards};
}

bool PathPatterns::matches(const Pattern& pattern, const char* path, std::size_t length) noexcept {
    if (pattern.hasWildcards) {
        return globMatches({pattern.text, pattern.length}, {path, length});
    }
    return pattern.length > 0 && length >= pattern.length &&
           std::memcmp(path, pattern.text, pattern.length) == 0 &&
           (length == pattern.length || path[pattern.length] == '/' ||
            (pattern.length == 1 && pattern.text[0] == '/'));
}

// To the paths whose second byte it can match: of "/usr" those with a u, of "/" and "*.o" all.
void PathPatterns::add(std::size_t place) noexcept {
    const Pattern& pattern = all_[place];
    const std::uint64_t bit = std::uint64_t{1} << place;
    const char second = pattern.length > 1 ? pattern.text[1] : '*';
    const bool isOne =
        pattern.length > 1 && pattern.text[0] == '/' && second != '*' && second != '?';
    if (isOne) {
        byByte_[static_cast<unsigned char>(second)] |= bit;
        return;
    }
    for (std::uint64_t& patterns : byByte_) {
        patterns |= bit;
    }
}

void PathPatterns::set(const char* text) noexcept {
    *this = {};
    for (std::size_t place = 0; text != nullptr && *text != '\0'; ++place) {
        if (place == kMost) {
            further_ = text;
            return;
        }
        const std::size_t length = std::strcspn(text, ":");
        all_[place] = patternOf(text, length);
        add(place);
        text += length + (text[length] == kSeparator ? 1 : 0);
    }
}

bool PathPatterns::matchFurther(const char* path, std::size_t length) const noexcept {
    std::string_view rest = further_;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(kSeparator), rest.size());
        if (matches(patternOf(rest.data(), end), path, length)) {
            return true;
        }
        rest = rest.substr(std::min(end + 1, rest.size()));
    }
    return false;
}

void PathFilter::set(const char* excluded, const char* included) noexcept {
    excluded_.set(excluded != nullptr ? excluded : kUsuallyExcluded);
    included_.set(included != nullptr && *included != '\0' ? included : kUsuallyIncluded);
}

}  // namespace gantry::io
