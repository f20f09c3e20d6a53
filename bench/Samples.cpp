#include "Samples.hpp"

#include <algorithm>
#include <cmath>

namespace gantry::bench {

double quantileOf(std::vector<double> values, double part) {
    const auto at =
        static_cast<std::size_t>(std::lround(part * static_cast<double>(values.size() - 1)));
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(at),
                     values.end());
    return values[at];
}

}  // namespace gantry::bench
