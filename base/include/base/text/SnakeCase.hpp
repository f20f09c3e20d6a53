#pragma once

#include <string>
#include <string_view>

namespace gantry::base {

/// The words of a name in lower case, joined by '_': heat_rod of HeatRod, http_port of HTTPPort. A
/// file, folder or target is named so after a class. For names of ASCII characters. An abbreviation
/// counts as one word.
std::string snakeCase(std::string_view name);

}  // namespace gantry::base
