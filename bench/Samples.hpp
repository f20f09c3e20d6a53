#pragma once

#include <chrono>
#include <cstddef>
#include <vector>

namespace gantry::bench {

/// The value below which that part of the values lies; values must not be empty.
double quantileOf(std::vector<double> values, double part);

/// Milliseconds one call of the function takes.
template <class Function>
double millisecondsOf(const Function& function) {
    const auto begin = std::chrono::steady_clock::now();
    function();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
        .count();
}

}  // namespace gantry::bench
