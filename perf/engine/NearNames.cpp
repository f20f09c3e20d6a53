#include <perf/engine/NearNames.hpp>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <numeric>
#include <utility>

namespace gantry::perf {

namespace {

int upper(char letter) {
    return std::toupper(static_cast<unsigned char>(letter));
}

// How many letters must be changed, added or removed.
std::size_t lettersApart(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t changed = diagonal + (upper(a[i - 1]) == upper(b[j - 1]) ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({changed, row[j] + 1, row[j - 1] + 1});
        }
    }
    return row.back();
}

}  // namespace

std::string nearNames(std::string_view wanted, const std::vector<std::string>& names) {
    constexpr std::size_t kMost = 3;
    std::vector<std::pair<std::size_t, std::string>> near;
    for (const std::string& name : names) {
        const std::size_t apart = lettersApart(wanted, name);
        if (apart <= 1 + wanted.size() / 4) {
            near.emplace_back(apart, name);
        }
    }
    std::sort(near.begin(), near.end());
    std::string list;
    for (std::size_t i = 0; i < std::min(kMost, near.size()); ++i) {
        list += (i == 0 ? "" : ", ") + near[i].second;
    }
    return list;
}

}  // namespace gantry::perf
