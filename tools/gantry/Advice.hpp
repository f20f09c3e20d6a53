#pragma once

#include <exception>
#include <string>

namespace gantry::tools {

/// The message of an error, and behind it what only the command line knows: the command or option
/// that helps, such as "process 7 is not being measured; `gantry ps` lists those that are".
/// Libraries say what is wrong by their types of errors. Not made printable.
std::string messageOf(const std::exception& error);

}  // namespace gantry::tools
