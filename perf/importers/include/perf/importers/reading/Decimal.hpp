#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace gantry::perf {

/// A decimal number, as JSON and printf() write it, times ten to the power of `shift`, rounded to
/// the nearest whole number, halves away from zero. Exact: no binary fraction is involved, so that
/// "9007199254740993.25" microseconds become 9007199254740993250 ns. Nothing for what is not such a
/// number, or does not fit.
std::optional<std::int64_t> scaledDecimal(std::string_view text, int shift) noexcept;

/// A number as a double; nothing for what is not a finite one.
std::optional<double> realNumber(std::string_view text) noexcept;

/// A whole number, all of the text.
std::optional<std::int64_t> wholeNumber(std::string_view text) noexcept;

/// A count, all of the text; at most 2^63 - 1.
std::optional<std::uint64_t> countNumber(std::string_view text) noexcept;

}  // namespace gantry::perf
