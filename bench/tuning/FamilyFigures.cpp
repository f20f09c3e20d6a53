#include <string>
#include <vector>

#include "FamilyRuns.hpp"
#include "Figures.hpp"

namespace gantry::bench {
namespace {

std::vector<Figure> bothHalves(const Effort& effort, const std::vector<int>& rows, double seconds) {
    const std::size_t most = (effort.of(families().size(), 2) + 1) / 2;
    const std::size_t sizes = effort.of(rows.size(), 1);
    const std::vector<int> chosen(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(sizes));
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
    return bothHalves(effort, {40000}, 3);
}
std::vector<Figure> largestFamilies(const Effort& effort) {
    return bothHalves(effort, {200000}, 3);
}

}  // namespace gantry::bench
