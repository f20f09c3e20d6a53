#include "NearName.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>

#include "Diagnostics.hpp"
#include "FoldedName.hpp"

namespace sidlc {

namespace {

constexpr std::size_t kLongest = 64;

int limitFor(std::string_view name) {
    return name.size() <= 3 ? 1 : 2;
}

}  // namespace

int nameDistance(std::string_view a, std::string_view b, int limit) {
    const auto difference = static_cast<int>(a.size()) - static_cast<int>(b.size());
    if (std::abs(difference) > limit || a.size() > kLongest || b.size() > kLongest) {
        return limit + 1;
    }
    const std::size_t width = b.size() + 1;
    std::vector<int> cost((a.size() + 1) * width);
    const auto at = [&cost, width](std::size_t row, std::size_t column) -> int& {
        return cost[row * width + column];
    };
    for (std::size_t row = 0; row <= a.size(); ++row) {
        for (std::size_t column = 0; column < width; ++column) {
            if (row == 0 || column == 0) {
                at(row, column) = static_cast<int>(row + column);
                continue;
            }
            const bool same = FoldedName::lowered(a[row - 1]) == FoldedName::lowered(b[column - 1]);
            int least = std::min({at(row - 1, column) + 1, at(row, column - 1) + 1,
                                  at(row - 1, column - 1) + (same ? 0 : 1)});
            if (row > 1 && column > 1 &&
                FoldedName::lowered(a[row - 1]) == FoldedName::lowered(b[column - 2]) &&
                FoldedName::lowered(a[row - 2]) == FoldedName::lowered(b[column - 1])) {
                least = std::min(least, at(row - 2, column - 2) + 1);
            }
            at(row, column) = least;
        }
    }
    return std::min(at(a.size(), b.size()), limit + 1);
}

std::string nearNameHint(std::string_view wanted, const std::vector<std::string>& candidates) {
    int least = limitFor(wanted) + 1;
    const std::string* best = nullptr;
    for (const std::string& candidate : candidates) {
        const int distance = nameDistance(wanted, candidate, least - 1);
        if (distance < least) {
            least = distance;
            best = &candidate;
        }
    }
    return best == nullptr ? std::string() : "; did you mean " + quoted(*best) + "?";
}

}  // namespace sidlc
