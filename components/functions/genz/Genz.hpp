#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace genz {

/// The names that Function accepts, as the choices of a parameter.
inline constexpr const char* kFamilies =
    "oscillatory|product_peak|corner_peak|gaussian|continuous|discontinuous";

/// One function of the test families of A. Genz (Testing Multidimensional Integration Routines,
/// 1984) on the unit cube, whose integral is known in closed form. Immutable, so any thread may
/// evaluate.
class Function final {
public:
    /// The parameters are random; the difficulties of the variables add up to difficulty, or where
    /// that is 0 to what is usual for the family. Throws gantry::Error for an unknown family.
    Function(std::string family, int dimension, double difficulty, std::int64_t seed);

    [[nodiscard]] int dimension() const { return static_cast<int>(difficulties_.size()); }
    /// x has dimension() elements within [0, 1].
    [[nodiscard]] double evaluate(const double* x) const;
    /// Over the unit cube, exact up to rounding. Costs 2^dimension() steps for corner_peak,
    /// dimension() for the others.
    [[nodiscard]] double integral() const;
    /// Family and dimension, for people.
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
