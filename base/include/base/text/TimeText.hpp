#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace gantry::base {

/// A time with the unit s, ms, us or ns, such as "1.5s", "20ms" or "7ns", in nanoseconds; a number
/// without a unit means seconds. Nothing for any other text, negative times or more than ten years.
std::optional<std::int64_t> nanoseconds(std::string_view text);

/// UTC as in ISO 8601, to the second: "2026-01-31T12:00:00Z".
std::string isoTime(std::chrono::system_clock::time_point time);

/// The same to the microsecond: "2026-01-31T12:00:00.000001Z".
std::string isoTimeMicroseconds(std::chrono::system_clock::time_point time);

/// A stored time as a time point, for isoTime().
std::chrono::system_clock::time_point timeOf(std::int64_t nanosecondsSince1970);

/// Seconds since 1970 as local date and time, "2026-01-31 12:00:00"; "-" for a time that cannot be.
/// In the time zone of the process.
std::string clockText(double seconds);

/// An age: "12 s", "5 min", "3.1 h", "26 h", "4 d".
std::string ageText(double seconds);

}  // namespace gantry::base
