#pragma once

#include <cstdint>

namespace strategies {

/// Random numbers that depend on the seed only (splitmix64), the same on every machine.
class Random final {
public:
    explicit Random(std::uint64_t seed = 0) : state_(seed) {}

    /// Uniform, between 0 and 1, both excluded.
    double uniform();
    /// Standard normal: the quantile at a uniform number, to 1e-9.
    double normal();

private:
    std::uint64_t state_;
};

}  // namespace strategies
