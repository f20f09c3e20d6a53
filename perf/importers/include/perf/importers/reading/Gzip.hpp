#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace gantry::perf {

/// Whether the bytes begin as gzip writes. Looks at three bytes: RFC 1952, method deflate.
bool isGzip(std::string_view bytes);

/// What came out, or why nothing did.
struct Expanded {
    std::string bytes;
    std::string fault;         ///< empty: all is well
    std::size_t consumed = 0;  ///< how many bytes were read up to the fault
};

/// Expands one or several gzip members. More than `most` bytes are a fault. most protects from a
/// small file that expands without end. Throws std::bad_alloc.
///
///     const Expanded text = expandGzip(bytes, most);
///     if (!text.fault.empty()) { file.fail(text.consumed, text.fault); }
Expanded expandGzip(std::string_view bytes, std::size_t most);

/// Expands one or several streams of zlib, each with its own head or that of gzip, to the end of
/// the bytes; what is not one is a fault. Else as expandGzip().
Expanded expandZlib(std::string_view bytes, std::size_t most);

}  // namespace gantry::perf
