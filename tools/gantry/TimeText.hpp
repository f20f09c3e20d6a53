#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace gantry::tools {

/// "1.5", "1.5s", "20ms", "300us" or "7ns" in ns; nothing for any other text, negative times or
/// more than ten years.
std::optional<std::int64_t> nanoseconds(std::string_view text);

/// Seconds since 1970 as local date and time, "2026-01-31 12:00:00"; "-" for a time that can not
/// be.
std::string clockText(double seconds);

/// How long ago something was: "12 s", "5 min", "3.1 h", "26 h", "4 d".
std::string ageText(double seconds);

}  // namespace gantry::tools
