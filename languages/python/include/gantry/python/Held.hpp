#pragma once

#include <gantry/python/Gil.hpp>

#include <memory>

namespace gantry::python {

/// A reference to a Python object that any thread may copy and drop, with or without the Gil. After
/// the interpreter has ended, the object is not released. So a C++ object that lives in a thread
/// pool may hold Python objects without knowing of Python's lock.
using Held = std::shared_ptr<PyObject>;

/// A reference that takes over the object's. Needs the Gil; the last copy takes the Gil itself. One
/// allocation.
[[gnu::visibility("default")]] Held hold(py::object object);

/// The object. Needs the Gil. A new reference: it stays valid when the Held goes.
inline py::object objectOf(const Held& held) {
    return py::reinterpret_borrow<py::object>(held.get());
}

}  // namespace gantry::python
