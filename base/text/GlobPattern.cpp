#include <base/text/GlobPattern.hpp>

#include <cstddef>

namespace gantry::base {

// Greedy with one place to return to: no recursion, no allocation, O(pattern * text) at worst.
bool matchesPattern(std::string_view pattern, std::string_view text) noexcept {
    std::size_t p = 0;
    std::size_t t = 0;
    std::size_t lastStar = std::string_view::npos;
    std::size_t starText = 0;
    while (t < text.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            lastStar = p++;
            starText = t;
        } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
            ++p;
            ++t;
        } else if (lastStar != std::string_view::npos) {
            // The last star takes one more byte; earlier ones need not be tried again.
            p = lastStar + 1;
            t = ++starText;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == '*') {
        ++p;
    }
    return p == pattern.size();
}

}  // namespace gantry::base
