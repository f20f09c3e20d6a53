#pragma once

#include <gantry/Instrumentation.hpp>
#include <gantry/python/Gil.hpp>

namespace gantry::python {

/// The text of prelude.py.
extern const char* const kPrelude;

/// Puts the functions that `timed` calls into the prelude. Needs the Gil.
void addTimers(py::module_& prelude);

/// What start_timer of the prelude takes. Needs the Gil; timer outlives the object.
py::object makeTimer(const MethodTimer& timer);

/// Makes the classes of package sidl, which are written by hand. Needs the Gil.
void addSidlPackage();

}  // namespace gantry::python
