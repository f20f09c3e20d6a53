#pragma once

#include <cstddef>
#include <functional>

namespace gantry::bench {

/// Reads the clock of the engine twice, that many times, and does nothing else.
std::function<void(std::size_t)> twoReadsOfTheClock();

}  // namespace gantry::bench
