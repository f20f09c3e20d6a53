#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace gantry::perf {

/// A whole chunk of that kind with these bytes, compressed if that makes it smaller; payloadOf()
/// gives them back. At most kMostPlainBytes. Throws std::bad_alloc.
///
///     payloadOf(packedChunk(kind, plain));    // plain
std::string packedChunk(std::uint32_t kind, std::string_view plain);

}  // namespace gantry::perf
