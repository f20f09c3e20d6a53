#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace genz {

inline constexpr const char* kFamilies =
    "oscillatory|product_peak|corner_peak|gaussian|continuous|discontinuous";

/// One function of A. Genz's test families on the unit cube, whose integral is known.
class Function final {
public:
    /// The parameters are random; the difficulties of the variables add up to difficulty, or where
    /// that is 0 to what is usual for the family. Throws gantry::Error for an unknown family.
    Function(std::string family, int dimension, double difficulty, std::int64_t seed);

    [[nodiscard]] int dimension() const { return static_cast<int>(difficulties_.size()); }
    [[nodiscard]] double evaluate(const double* x) const;
    /// Over the unit cube.
    [[nodiscard]] double integral() const;
    [[nodiscard]] std::string text() const;

private:
    [[nodiscard]] double weightedSum(const double* x) const;
    [[nodiscard]] double cornerIntegral() const;
    [[nodiscard]] double factor(std::size_t variable) const;

    std::string family_;
    std::vector<double> difficulties_;
    std::vector<double> places_;
};

}  // namespace genz
