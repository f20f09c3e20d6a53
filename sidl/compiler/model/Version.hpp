#pragma once

#include <string_view>

namespace sidlc {

/// True for equal versions; zeros at the end do not count, so 1.2 is 1.2.0.
bool sameVersion(std::string_view a, std::string_view b);

}  // namespace sidlc
