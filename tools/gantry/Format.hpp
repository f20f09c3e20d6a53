#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace gantry::tools {

/// Seconds with a unit that fits: "1.23 s", "45.6 ms", "789 us", "12.0 ns".
std::string duration(double seconds);
/// A value of a metric in its unit; seconds and nanoseconds are shown as durations.
std::string quantity(double value, const std::string& unit);
/// A count with every digit.
std::string count(std::uint64_t number);
/// A number with all digits that are needed to read the same one again.
std::string exact(double value);
/// An error or an accuracy: two digits, "0" for nothing.
std::string scientific(double value);
/// A part of a whole, "12.3 %"; "-" where the whole is nothing.
std::string share(double part, double whole);

/// "1 thread", "2 threads".
std::string plural(std::size_t number, const std::string& noun);

}  // namespace gantry::tools
