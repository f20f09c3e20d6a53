#pragma once

#include <cstdint>

namespace strategies {

/// Numbers that follow from a seed alone (splitmix64), the same on every machine.
class Random final {
public:
    explicit Random(std::uint64_t seed = 0) : state_(seed) {}

    /// Of the numbers between 0 and 1, without both.
    double uniform();
    /// Of the standard normal distribution: its quantile at a uniform number, to 1e-9.
    double normal();

private:
    std::uint64_t state_;
};

}  // namespace strategies
