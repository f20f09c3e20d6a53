#include <algorithm>
#include <string>
#include <vector>

#include "FamilyRuns.hpp"
#include "Figures.hpp"

namespace gantry::bench {
namespace {

// A single solve of 200,000 rows takes seconds with some candidates: a trial takes fewer rows as
// well.
constexpr int kRowsOfTrial = 300;

std::vector<int> sizesFor(const Effort& effort, const std::vector<int>& rows) {
    std::vector<int> sizes;
    for (std::size_t i = 0; i < effort.of(rows.size(), 1); ++i) {
        const auto full = static_cast<std::size_t>(rows[i]);
        sizes.push_back(std::min(rows[i], static_cast<int>(effort.of(full, kRowsOfTrial))));
    }
    return sizes;
}

std::vector<Figure> bothHalves(const Effort& effort, const std::vector<int>& rows, double seconds) {
    const std::size_t most = (effort.of(families().size(), 2) + 1) / 2;
    const std::vector<int> chosen = sizesFor(effort, rows);
    std::string what = "about ";
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        what += (i == 0 ? "" : i + 1 == chosen.size() ? " and " : ", ") + std::to_string(chosen[i]);
    }
    std::vector<Figure> figures;
    for (const Half half : {Half::Tuned, Half::Kept}) {
        addRatios(figures, what + " rows", runFamilies(half, chosen, seconds, most));
    }
    return figures;
}

}  // namespace

std::vector<Figure> smallFamilies(const Effort& effort) {
    return bothHalves(effort, {10, 100, 1000}, 3);
}
std::vector<Figure> middleFamilies(const Effort& effort) {
    return bothHalves(effort, {6000}, 3);
}
std::vector<Figure> largeFamilies(const Effort& effort) {
    return bothHalves(effort, {40000}, 20);
}
std::vector<Figure> largestFamilies(const Effort& effort) {
    return bothHalves(effort, {200000}, 40);
}

}  // namespace gantry::bench
