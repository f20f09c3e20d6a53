#pragma once

#include <string>

namespace gantry::perf {

/// Whether what a command names runs Python: by its name, python3 or python3.11; as a script whose
/// first line names such an interpreter; or as a program that has the interpreter in it, or is
/// linked with its library. Reads the file, which is looked for in PATH as a shell does. False for
/// what cannot be read, and for a shell script that starts Python.
bool isPythonProgram(const std::string& word);

}  // namespace gantry::perf
