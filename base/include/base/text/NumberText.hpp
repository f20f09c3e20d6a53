#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace gantry::base {

/// Seconds with a unit that fits, three significant digits: "1.23 s", "45.6 ms", "789 us", "12.0
/// ns". For lengths of time, not for moments.
///
///     duration(0.00123);     // "1.23 ms"
///     share(1, 8);           // "12.5 %"
///     plural(2, "thread");   // "2 threads"
std::string duration(double seconds);
/// A value of a metric with its unit. Nanoseconds ("ns") and seconds ("s") are shown as durations,
/// large counts with a comma between groups of three digits, other values with four significant
/// digits.
std::string quantity(double value, const std::string& unit);
/// A count with every digit, without separators.
std::string count(std::uint64_t number);
/// The shortest text that reads back as the same number. Not a finite number: "nan", "inf" or
/// "-inf".
std::string exact(double value);
/// An error or an accuracy: two significant digits, or "0".
std::string scientific(double value);
/// A part of a whole, "12.3 %"; "-" where the whole is 0. One decimal; above 100 % where the part
/// is larger than the whole.
std::string share(double part, double whole);

/// "1 thread", "2 threads". The noun takes a plain s.
std::string plural(std::size_t number, const std::string& noun);

}  // namespace gantry::base
