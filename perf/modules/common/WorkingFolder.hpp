#pragma once

#include <cstddef>

namespace gantry::io {

/// Puts the absolute name of the working folder there and returns its length; 0 where it is not
/// known or does not fit. The system is asked once after each chdir(): any thread and any signal
/// handler may ask, and none waits. errno may change.
std::size_t workingFolder(char* to, std::size_t room) noexcept;

}  // namespace gantry::io
