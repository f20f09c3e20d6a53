#pragma once

#include <perf/importers/reading/Gzip.hpp>

#include <cstddef>
#include <string_view>

namespace gantry::perf {

/// Expands one or several streams of bzip2, to the end of the bytes. As expandZlib(); where Gantry
/// was built without libbz2, that is the fault. Throws std::bad_alloc.
Expanded expandBzip2(std::string_view bytes, std::size_t most);

}  // namespace gantry::perf
