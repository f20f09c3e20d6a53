#pragma once

#include <string_view>

namespace gantry::perf {

/// The page of viewer/ without data, compiled in.
std::string_view viewerPage();

}  // namespace gantry::perf
