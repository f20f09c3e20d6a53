#include "assembly/suggest.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <numeric>

namespace gantry::framework {
namespace {

char lower(char letter) {
    return static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
}

/// Insertions, removals and replacements that turn one name into the other, not counting case.
std::size_t distance(const std::string& from, const std::string& to) {
    std::vector<std::size_t> row(to.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < from.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < to.size(); ++j) {
            const std::size_t replaced = diagonal + (lower(from[i]) == lower(to[j]) ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
        }
    }
    return row.back();
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
