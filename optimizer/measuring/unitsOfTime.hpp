#pragma once

#include <string_view>

namespace optimizer {

/// The length of a unit of time in seconds: "ns", "us", "ms" and "s"; 0 for any other. The names
/// are those that performance.Snapshot gives for units of counters.
[[nodiscard]] constexpr double secondsIn(std::string_view unit) {
    return unit == "ns" ? 1e-9 : unit == "us" ? 1e-6 : unit == "ms" ? 1e-3 : unit == "s" ? 1 : 0;
}

}  // namespace optimizer
