#pragma once

#include <string_view>

namespace gantry::base {

/// Whether the whole text matches the glob pattern: `*` stands for any bytes, none included, `?`
/// for any one byte, every other byte for itself. Costs at most the product of both lengths. Upper
/// and lower case differ; there is no escape for the two signs. Allocates nothing.
bool matchesPattern(std::string_view pattern, std::string_view text) noexcept;

}  // namespace gantry::base
