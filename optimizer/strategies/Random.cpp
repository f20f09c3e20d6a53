#include "Random.hpp"

#include <cmath>

namespace strategies {
namespace {

// Acklam's rational approximations of the normal quantile: one for the middle, one for the tails.
constexpr double kTail = 0.02425;

double middleQuantile(double p) {
    const double q = p - 0.5;
    const double r = q * q;
    const double over =
        ((((-39.69683028665376 * r + 220.9460984245205) * r - 275.9285104469687) * r +
          138.3577518672690) *
             r -
         30.66479806614716) *
            r +
        2.506628277459239;
    const double under =
        ((((-54.47609879822406 * r + 161.5858368580409) * r - 155.6989798598866) * r +
          66.80131188771972) *
             r -
         13.28068155288572) *
            r +
        1;
    return q * over / under;
}

// The relative error is below 1.15e-9.
double lowTailQuantile(double p) {
    const double q = std::sqrt(-2 * std::log(p));
    const double over =
        ((((-0.007784894002430293 * q - 0.3223964580411365) * q - 2.400758277161838) * q -
          2.549732539343734) *
             q +
         4.374664141464968) *
            q +
        2.938163982698783;
    const double under =
        (((0.007784695709041462 * q + 0.3224671290700398) * q + 2.445134137142996) * q +
         3.754408661907416) *
            q +
        1;
    return over / under;
}

}  // namespace

double Random::uniform() {
    // splitmix64 (G. Steele, D. Lea, C. Flood, 2014).
    state_ += 0x9E3779B97F4A7C15U;
    std::uint64_t bits = state_;
    bits = (bits ^ (bits >> 30U)) * 0xBF58476D1CE4E5B9U;
    bits = (bits ^ (bits >> 27U)) * 0x94D049BB133111EBU;
    bits ^= bits >> 31U;
    // The middle of one of 2^52 intervals: never 0 or 1, whose quantiles are infinite.
    return (static_cast<double>(bits >> 12U) + 0.5) * 0x1p-52;
}

// By inversion, so that each number takes one uniform number and the sequence is the same
// everywhere.
double Random::normal() {
    const double p = uniform();
    if (p < kTail) {
        return lowTailQuantile(p);
    }
    return p > 1 - kTail ? -lowTailQuantile(1 - p) : middleQuantile(p);
}

}  // namespace strategies
