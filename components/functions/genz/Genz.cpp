#include "Genz.hpp"

#include <gantry/Error.hpp>

#include <cmath>
#include <map>
#include <numbers>
#include <random>

namespace genz {
namespace {

constexpr double kPi = std::numbers::pi;

double usualDifficulty(const std::string& family) {
    static const std::map<std::string, double> kUsual{
        {"oscillatory", 9}, {"product_peak", 7.25}, {"corner_peak", 1.85},
        {"gaussian", 7.03}, {"continuous", 20.4},   {"discontinuous", 4.3}};
    const auto found = kUsual.find(family);
    if (found == kUsual.end()) {
        throw gantry::Error(gov::cca::CCAExceptionType::BadProperties,
                            "there is no family '" + family + "'; there are " + kFamilies);
    }
    return found->second;
}

// Not 0, so that no variable is without difficulty.
double uniform(std::mt19937_64& random) {
    return (static_cast<double>(random() >> 12U) + 0.5) * 0x1p-52;
}

}  // namespace

Function::Function(std::string family, int dimension, double difficulty, std::int64_t seed)
    : family_(std::move(family)) {
    const double total = difficulty > 0 ? difficulty : usualDifficulty(family_);
    // Also refuses an unknown family if a difficulty is given.
    (void)usualDifficulty(family_);
    std::mt19937_64 random(static_cast<std::uint64_t>(seed));
    double sum = 0;
    for (int i = 0; i < dimension; ++i) {
        difficulties_.push_back(uniform(random));
        places_.push_back(uniform(random));
        sum += difficulties_.back();
    }
    for (double& each : difficulties_) {
        // Genz fixes the sum of the difficulties and leaves their distribution to chance.
        each *= total / sum;
    }
}

double Function::weightedSum(const double* x) const {
    double sum = 0;
    for (std::size_t i = 0; i < difficulties_.size(); ++i) {
        sum += difficulties_[i] * x[i];
    }
    return sum;
}

double Function::evaluate(const double* x) const {
    if (family_ == "oscillatory") {
        return std::cos(2 * kPi * places_[0] + weightedSum(x));
    }
    if (family_ == "corner_peak") {
        return std::pow(1 + weightedSum(x), -(dimension() + 1));
    }
    if (family_ == "discontinuous") {
        const bool beyond = x[0] > places_[0] || (dimension() > 1 && x[1] > places_[1]);
        return beyond ? 0 : std::exp(weightedSum(x));
    }
    double product = 1;
    double exponent = 0;
    for (std::size_t i = 0; i < difficulties_.size(); ++i) {
        const double c = difficulties_[i];
        const double distance = x[i] - places_[i];
        product /= 1 / (c * c) + distance * distance;
        exponent += family_ == "gaussian" ? c * c * distance * distance : c * std::abs(distance);
    }
    return family_ == "product_peak" ? product : std::exp(-exponent);
}

// The integral over one variable, of the families that are products.
double Function::factor(std::size_t variable) const {
    const double c = difficulties_[variable];
    const double w = places_[variable];
    if (family_ == "product_peak") {
        return c * (std::atan(c * (1 - w)) + std::atan(c * w));
    }
    if (family_ == "gaussian") {
        return std::sqrt(kPi) / (2 * c) * (std::erf(c * (1 - w)) + std::erf(c * w));
    }
    if (family_ == "continuous") {
        // expm1 keeps the digits for small c, as erf and atan do above.
        return -(std::expm1(-c * w) + std::expm1(-c * (1 - w))) / c;
    }
    if (family_ == "oscillatory") {
        return 2 * std::sin(c / 2) / c;
    }
    return std::expm1(variable < 2 ? c * w : c) / c;
}

// Sums over the corners of the cube with alternating signs.
double Function::cornerIntegral() const {
    double scale = 1;
    for (std::size_t i = 0; i < difficulties_.size(); ++i) {
        scale *= difficulties_[i] * static_cast<double>(i + 1);
    }
    // Terms of alternating sign cancel; the wider type keeps some more digits.
    long double sum = 0;
    for (std::uint32_t corner = 0; corner < (1U << difficulties_.size()); ++corner) {
        long double at = 1;
        int sign = 1;
        for (std::size_t i = 0; i < difficulties_.size(); ++i) {
            if (((corner >> i) & 1U) != 0) {
                at += static_cast<long double>(difficulties_[i]);
                sign = -sign;
            }
        }
        sum += static_cast<long double>(sign) / at;
    }
    return static_cast<double>(sum) / scale;
}

double Function::integral() const {
    if (family_ == "corner_peak") {
        return cornerIntegral();
    }
    double product = 1;
    double sum = 0;
    for (std::size_t i = 0; i < difficulties_.size(); ++i) {
        product *= factor(i);
        sum += difficulties_[i];
    }
    return family_ == "oscillatory" ? std::cos(2 * kPi * places_[0] + sum / 2) * product : product;
}

std::string Function::text() const {
    return "Genz " + family_ + " of " + std::to_string(dimension()) + " variables";
}

}  // namespace genz
