#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace gantry::base {

/// Seconds with a unit that fits: "1.23 s", "45.6 ms", "789 us", "12.0 ns".
std::string duration(double seconds);
/// A value of a metric in its unit; seconds and nanoseconds are shown as durations.
std::string quantity(double value, const std::string& unit);
/// A count with every digit.
std::string count(std::uint64_t number);
/// The shortest text that reads back as the same number.
std::string exact(double value);
/// An error or an accuracy: two significant digits, or "0".
std::string scientific(double value);
/// A part of a whole, "12.3 %"; "-" where the whole is 0.
std::string share(double part, double whole);

/// "1 thread", "2 threads".
std::string plural(std::size_t number, const std::string& noun);

}  // namespace gantry::base
