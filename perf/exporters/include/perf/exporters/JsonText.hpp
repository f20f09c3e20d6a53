#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace gantry::perf {

/// A string in JSON, with its quotes. Bytes that are not UTF-8 and control characters are written
/// as base::printable() does, so that the result is valid for any input. For formats that write
/// their file as a stream: a tree of values would need memory for all of it.
std::string jsonString(std::string_view text);

/// A time in ns as µs with three decimals, exact: "12.345". Negative ones as well.
std::string microseconds(std::int64_t ns);

/// A finite number as JSON has it; "null" for any other, which JSON has not.
std::string jsonNumberText(double value);

/// The unit of the pprof and speedscope formats for a unit of ours: "ns" is "nanoseconds", "us"
/// "microseconds", "B" "bytes"; empty for any other.
std::string_view longUnit(std::string_view unit);

}  // namespace gantry::perf
