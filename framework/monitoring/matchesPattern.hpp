#pragma once

#include <string_view>

namespace gantry::framework {

/// Whether text is what pattern says: * stands for any characters, ? for one, any other for itself.
bool matchesPattern(std::string_view pattern, std::string_view text) noexcept;

}  // namespace gantry::framework
