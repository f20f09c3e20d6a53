#pragma once

namespace gantry::python {

/// The text of prelude.py.
extern const char* const kPrelude;

/// Makes the classes of package sidl, which are written by hand. Needs the Gil.
void addSidlPackage();

}  // namespace gantry::python
