#pragma once

#include <gantry/python/Gil.hpp>

#include <memory>

namespace gantry::python {

/// A Python object that any thread may copy and drop, whether it holds the Gil or not. Where the
/// interpreter has ended before, the object is left to it.
using Held = std::shared_ptr<PyObject>;

/// Needs the Gil.
[[gnu::visibility("default")]] Held hold(py::object object);

/// The object again. Needs the Gil.
inline py::object objectOf(const Held& held) {
    return py::reinterpret_borrow<py::object>(held.get());
}

}  // namespace gantry::python
