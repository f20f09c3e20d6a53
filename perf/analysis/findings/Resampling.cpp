#include "Resampling.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace gantry::perf {

double meanOf(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

ResampledGain summary(double gain, std::vector<double> gains, double least) {
    std::sort(gains.begin(), gains.end());
    const auto above =
        std::count_if(gains.begin(), gains.end(), [least](double each) { return each >= least; });
    constexpr double kLow = 0.1;
    const auto at = [&gains](double part) {
        return gains[static_cast<std::size_t>(part * static_cast<double>(gains.size() - 1))];
    };
    const double low = at(kLow);
    const double high = at(1 - kLow);
    const double confidence = static_cast<double>(above) / static_cast<double>(gains.size());
    return {gain, low, high, confidence, std::move(gains)};
}

// B. Efron and C. Morris, 1973.
std::vector<double> plausibleWithin(const std::vector<double>& values, double deviation,
                                    std::mt19937_64& random) {
    const auto count = static_cast<double>(values.size());
    const double mean = meanOf(values);
    double squares = 0;
    for (const double each : values) {
        squares += (each - mean) * (each - mean);
    }
    const double all = values.size() > 1 ? squares / (count - 1) : 0;
    const double part = all > 0 ? std::max(0.0, 1 - deviation * deviation / all) : 0;
    std::normal_distribution<double> normal;
    std::vector<double> drawn;
    drawn.reserve(values.size());
    for (const double each : values) {
        drawn.push_back(mean + part * (each - mean) + deviation * std::sqrt(part) * normal(random));
    }
    return drawn;
}

std::vector<double> plausible(const std::vector<double>& useful, double noise,
                              std::mt19937_64& random) {
    return plausibleWithin(useful, noise * meanOf(useful), random);
}

}  // namespace gantry::perf
