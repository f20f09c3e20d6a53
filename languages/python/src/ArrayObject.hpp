#pragma once

#include <gantry/python/Array.hpp>

namespace gantry::python {

/// A sidl.Array of Python.
struct ArrayObject {
    PyObject_HEAD ArrayView* view;
};

/// Whether it is a sidl.Array.
bool isArray(py::handle object);

/// The view of an object for which isArray is true; it lives as long as the object.
inline const ArrayView& viewIn(PyObject* array) {
    return *reinterpret_cast<ArrayObject*>(array)->view;
}

/// The part of a view that an index, a slice or a tuple of those names; dimension 0 means one
/// element, at `first`. Throws py::error_already_set.
ArrayView partOf(const ArrayView& view, py::handle index);

/// Nested lists of the elements, or the element itself for dimension 0.
py::object listOf(const ArrayView& view);

/// Throws py::error_already_set where the memory was lent for a call that is over.
void requireOpen(const ArrayView& view);

}  // namespace gantry::python
