#pragma once

#include <string_view>

namespace gantry::perf {

/// Whether the whole text fits the pattern: `*` stands for any bytes, none as well, `?` for any one
/// byte, every other byte for itself. Takes at most the product of the two lengths.
bool matchesPattern(std::string_view pattern, std::string_view text) noexcept;

}  // namespace gantry::perf
