#include <base/text/Joined.hpp>
#include <base/text/NameSuggestion.hpp>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

namespace gantry::base {
namespace {

// Bounds the table of distance(): names may come from files.
constexpr std::size_t kLongestComparison = 200;

// Not std::tolower, which follows the locale.
char lower(char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

// The number of insertions, deletions, replacements and swaps of neighbours that make one of the
// other (the distance of Damerau and Levenshtein in its restricted form), by dynamic programming.
// Upper and lower case are the same: a wrong case is the nearest mistake.
std::size_t distance(std::string_view from, std::string_view to) {
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

std::vector<std::string> nearest(std::string_view name, const std::vector<std::string>& candidates,
                                 std::size_t most) {
    if (name.size() > kLongestComparison) {
        return {};
    }
    // A third of the name: further away, a suggestion is a guess that confuses.
    const std::size_t limit = std::max<std::size_t>(1, name.size() / 3);
    std::vector<std::pair<std::size_t, std::string>> near;
    for (const std::string& candidate : candidates) {
        // The distance is no less than the difference of the lengths.
        if (candidate.size() + limit >= name.size() && candidate.size() <= name.size() + limit &&
            candidate.size() <= kLongestComparison) {
            if (const std::size_t steps = distance(name, candidate); steps <= limit) {
                near.emplace_back(steps, candidate);
            }
        }
    }
    std::sort(near.begin(), near.end());
    near.resize(std::min(near.size(), most));
    std::vector<std::string> names;
    names.reserve(near.size());
    for (auto& [steps, candidate] : near) {
        names.push_back(std::move(candidate));
    }
    return names;
}

}  // namespace

std::string nearNames(std::string_view name, const std::vector<std::string>& candidates) {
    constexpr std::size_t kMost = 3;
    return joined(nearest(name, candidates, kMost), ", ");
}

std::string didYouMean(std::string_view name, const std::vector<std::string>& candidates) {
    const std::vector<std::string> near = nearest(name, candidates, 1);
    return near.empty() ? std::string() : "; did you mean '" + near.front() + "'?";
}

std::string suggest(std::string_view name, const std::vector<std::string>& candidates) {
    constexpr std::size_t kMostListed = 12;
    if (candidates.empty()) {
        return "; there is none";
    }
    if (std::string hint = didYouMean(name, candidates); !hint.empty()) {
        return hint;
    }
    std::string text = "; there are: ";
    for (std::size_t i = 0; i < std::min(candidates.size(), kMostListed); ++i) {
        text += (i ? ", " : "") + candidates[i];
    }
    return candidates.size() > kMostListed ? text + ", ..." : text;
}

}  // namespace gantry::base
