#include "core/suggest.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <numeric>

namespace gantry::framework {
namespace {

char lower(char letter) {
    return static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
}

/// Insertions, removals, replacements and swaps of neighbours that turn one name into the other,
/// not counting case.
std::size_t distance(const std::string& from, const std::string& to) {
    std::vector<std::vector<std::size_t>> steps(from.size() + 1,
                                                std::vector<std::size_t>(to.size() + 1));
    std::iota(steps[0].begin(), steps[0].end(), std::size_t{0});
    const auto same = [&](std::size_t i, std::size_t j) {
        return lower(from[i - 1]) == lower(to[j - 1]);
    };
    for (std::size_t i = 1; i <= from.size(); ++i) {
        steps[i][0] = i;
        for (std::size_t j = 1; j <= to.size(); ++j) {
            std::size_t& best = steps[i][j];
            best = std::min({steps[i - 1][j - 1] + (same(i, j) ? 0 : 1), steps[i - 1][j] + 1,
                             steps[i][j - 1] + 1});
            if (i > 1 && j > 1 && same(i, j - 1) && same(i - 1, j)) {
                best = std::min(best, steps[i - 2][j - 2] + 1);
            }
        }
    }
    return steps.back().back();
}

}  // namespace

std::string suggest(const std::string& name, const std::vector<std::string>& names) {
    constexpr std::size_t kLongestComparison = 200;
    constexpr std::size_t kMostNames = 12;
    if (names.empty()) {
        return "; there is none";
    }
    std::size_t best =
        name.size() > kLongestComparison ? 0 : std::max<std::size_t>(1, name.size() / 3) + 1;
    const std::string* nearest = nullptr;
    for (const std::string& candidate : names) {
        if (best > 0 && candidate.size() <= kLongestComparison) {
            const std::size_t steps = distance(name, candidate);
            if (steps < best) {
                best = steps;
                nearest = &candidate;
            }
        }
    }
    if (nearest) {
        return "; did you mean '" + *nearest + "'?";
    }
    std::string text = "; there are: ";
    for (std::size_t i = 0; i < std::min(names.size(), kMostNames); ++i) {
        text += (i ? ", " : "") + names[i];
    }
    return names.size() > kMostNames ? text + ", ..." : text;
}

}  // namespace gantry::framework
