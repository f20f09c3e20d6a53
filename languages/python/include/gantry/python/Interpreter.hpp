#pragma once

#include <gantry/python/Gil.hpp>

#include <string>

namespace gantry::python {

/// Starts the interpreter of this process if none runs yet, and makes the modules `sidl` and
/// `gantry` known to it; returns at once where that is done. It is never ended: Python code and
/// objects may be used up to the end of the process. The caller does not hold the Gil, unless the
/// process is a Python program. Throws gantry::Error with Python's reason.
[[gnu::visibility("default")]] void startInterpreter();

/// The module of a SIDL package, for example "gov.cca", made with those around it where they do not
/// exist yet. Throws gantry::Error where a module of that name exists that is none of ours. Needs
/// the Gil.
[[gnu::visibility("default")]] py::module_ package(const std::string& name);

/// Something of the prelude (prelude.py). Needs the Gil.
[[gnu::visibility("default")]] py::object prelude(const char* name);

}  // namespace gantry::python
