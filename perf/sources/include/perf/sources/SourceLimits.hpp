#pragma once

#include <cstdint>
#include <string>

namespace gantry::perf {

/// How much of source files an archive keeps, in bytes before compression. A file above `file` is
/// left out, and so is each that would make all texts together larger than `all`.
struct SourceLimits {
    std::int64_t file = std::int64_t{1} << 20U;
    std::int64_t all = std::int64_t{16} << 20U;

    friend bool operator==(const SourceLimits&, const SourceLimits&) = default;
};

/// "FILE,ALL", numbers of bytes with or without k, M or G for powers of 1024, such as 4M,64M.
/// Throws std::invalid_argument that says what is allowed.
SourceLimits readSourceLimits(const std::string& text);

/// A size for people: "16 MiB", "12 KiB" where it is a whole number of them, else "1234 bytes".
std::string sizeText(std::int64_t bytes);

}  // namespace gantry::perf
