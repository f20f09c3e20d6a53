#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "ProcessCode.hpp"

namespace gantry::perf {

/// The file of the module that has Python functions in the call stack (perf/modules/python).
inline constexpr std::string_view kPythonFile = "python.so";

/// The number of the Python function that a frame of that module stands for; nothing for any other
/// frame.
std::optional<std::uint32_t> pythonFunctionAt(const CodePlace& place) noexcept;

/// A stack from its outermost frame on, as its author sees it: where it has Python functions, the
/// frames of the interpreter are left out, so that its time counts as that of the functions it
/// runs. The one with which the program or thread begins stays. Other stacks are not changed.
std::vector<const CodePlace*> withoutInterpreter(std::vector<const CodePlace*> stack);

/// How the function is called until its name is known: PythonNames finds it by this.
FunctionName pythonFrame(std::uint32_t function, std::uint32_t process, std::uint32_t program);

}  // namespace gantry::perf
