#include "secondsWithin.hpp"

namespace optimizer {

double secondsWithin(const CostExpression& cost, const std::vector<double>& call,
                     double costLimit) {
    constexpr double kPatience = 10;
    // A call that takes that many times as long is beyond every limit, or costs depend on no time.
    constexpr double kFurthest = 1e9;
    constexpr int kHalvings = 40;
    const double seconds = call.front();
    std::vector<double> figures(call.size(), 0.0);
    const auto isWithin = [&](double factor) {
        for (std::size_t i = 0; i + 1 < figures.size(); ++i) {
            figures[i] = call[i] * factor;
        }
        // A cost that is NaN exceeds nothing.
        return !(cost.evaluate(figures) > costLimit);
    };
    if (isWithin(kFurthest)) {
        return kPatience * seconds;
    }
    double within = 0;
    double beyond = 1;
    while (isWithin(beyond)) {
        within = beyond;
        beyond *= 2;
    }
    for (int i = 0; i < kHalvings; ++i) {
        const double middle = (within + beyond) / 2;
        (isWithin(middle) ? within : beyond) = middle;
    }
    return within * seconds;
}

}  // namespace optimizer
