#include <string>

#include "ArrayObject.hpp"

namespace gantry::python {
namespace {

[[noreturn]] void raise(PyObject* type, const std::string& text) {
    PyErr_SetString(type, text.c_str());
    throw py::error_already_set();
}

/// Takes one dimension of `from`, at `dimension`, over to `part` as `index` says.
void take(const ArrayView& from, std::size_t dimension, py::handle index, ArrayView& part) {
    const Py_ssize_t length = from.lengths[dimension];
    const Py_ssize_t stride = from.strides[dimension];
    if (PySlice_Check(index.ptr()) != 0) {
        Py_ssize_t start = 0;
        Py_ssize_t stop = 0;
        Py_ssize_t step = 0;
        if (PySlice_Unpack(index.ptr(), &start, &stop, &step) != 0) {
            throw py::error_already_set();
        }
        const auto to = static_cast<std::size_t>(part.dimension++);
        part.lengths[to] = PySlice_AdjustIndices(length, &start, &stop, step);
        // A negative step gives a negative stride; `start` is then the last element of the slice.
        part.strides[to] = stride * step;
        part.first += start * stride;
        return;
    }
    const Py_ssize_t given = PyNumber_AsSsize_t(index.ptr(), PyExc_IndexError);
    if (given == -1 && PyErr_Occurred() != nullptr) {
        throw py::error_already_set();
    }
    // As everywhere in Python, -1 is the last element.
    const Py_ssize_t at = given < 0 ? given + length : given;
    if (at < 0 || at >= length) {
        raise(PyExc_IndexError, "index " + std::to_string(given) + " of dimension " +
                                    std::to_string(dimension) + " is outside an array of length " +
                                    std::to_string(length));
    }
    part.first += at * stride;
}

void keep(const ArrayView& from, std::size_t dimension, ArrayView& part) {
    const auto to = static_cast<std::size_t>(part.dimension++);
    part.lengths[to] = from.lengths[dimension];
    part.strides[to] = from.strides[dimension];
    part.lower[to] = from.lower[dimension];
}

}  // namespace

void requireOpen(const ArrayView& view) {
    if (!view.memory->open) {
        raise(PyExc_ValueError,
              "this array was lent for a call that is over; keep a copy (tolist) in its place");
    }
}

ArrayView partOf(const ArrayView& view, py::handle index) {
    requireOpen(view);
    const bool several = PyTuple_Check(index.ptr()) != 0;
    const std::size_t given = several ? static_cast<std::size_t>(PyTuple_GET_SIZE(index.ptr())) : 1;
    if (given > static_cast<std::size_t>(view.dimension)) {
        raise(PyExc_IndexError, std::to_string(given) + " indices for an array of dimension " +
                                    std::to_string(view.dimension));
    }
    ArrayView part = view;
    part.dimension = 0;
    // A part counts from 0; keep() restores the bound of a dimension that is taken whole.
    part.lower = {};
    for (std::size_t d = 0; d < static_cast<std::size_t>(view.dimension); ++d) {
        if (d < given) {
            take(view, d,
                 several ? PyTuple_GET_ITEM(index.ptr(), static_cast<Py_ssize_t>(d)) : index.ptr(),
                 part);
        } else {
            keep(view, d, part);
        }
    }
    return part;
}

py::object listOf(const ArrayView& view) {
    requireOpen(view);
    if (view.dimension == 0) {
        auto element = py::reinterpret_steal<py::object>(view.element->get(view.first));
        if (!element) {
            throw py::error_already_set();
        }
        return element;
    }
    py::list items;
    for (Py_ssize_t i = 0; i < view.lengths[0]; ++i) {
        items.append(listOf(partOf(view, py::int_(i))));
    }
    return items;
}

}  // namespace gantry::python
