#pragma once

#include <array>

namespace gates {

/// A candidate of the default cost model: as the tuner names it, and its component's version.
struct Named {
    const char* name;
    const char* version;
};

/// What was measured of one system.
struct Sample {
    const char* system;
    std::array<double, 11> features;
    /// Seconds by candidate, of a solve whose pattern is known; 0: not measured, -1: it failed.
    std::array<double, 7> seconds;
};

}  // namespace gates
