#pragma once

#include <cstddef>
#include <string>

namespace gantry::base {

/// Two lower-case hexadecimal digits for each of so many random bytes (at most 256) of the kernel,
/// so that nobody can guess them. One system call. Throws std::system_error.
///
///     const std::string session = "s" + randomToken(8);    // 16 digits
std::string randomToken(std::size_t bytes);

}  // namespace gantry::base
