#pragma once

#include <gantry/python/Gil.hpp>

#include <string>

namespace gantry::python {

/// Starts the interpreter of this process if none runs yet, and creates the modules `sidl` and
/// `gantry`; returns at once if that is done. It is never finalised: Python code and objects may be
/// used until the process ends. The caller does not hold the Gil, unless the process is a Python
/// program. Throws gantry::Error with Python's reason. Any thread; the first call costs the start
/// of Python. Signal handlers are not installed, and output is not buffered, as nobody would flush
/// it at the end.
[[gnu::visibility("default")]] void startInterpreter();

/// The module of a SIDL package, for example "gov.cca", created with its enclosing packages if
/// necessary. Throws gantry::Error if another module of that name is loaded. Needs the Gil.
[[gnu::visibility("default")]] py::module_ package(const std::string& name);

/// An attribute of the prelude (prelude.py). Needs the Gil.
[[gnu::visibility("default")]] py::object prelude(const char* name);

}  // namespace gantry::python
