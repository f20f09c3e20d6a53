#include <gantry/python/Array.hpp>
#include <gantry/python/Errors.hpp>
#include <gantry/python/Mismatch.hpp>

#include <algorithm>
#include <string>

#include "ArrayObject.hpp"

namespace gantry::python {
namespace {

// Every slot function goes through it: no C++ exception may unwind Python's frames.
template <class Action>
auto guarded(Action action, decltype(action()) failed) noexcept {
    try {
        return action();
    } catch (...) {
        raiseInPython("sidl.Array: ");
        return failed;
    }
}

// The type is a heap type, so each object holds a reference to it, which goes last.
void destroy(PyObject* self) {
    PyTypeObject* const type = Py_TYPE(self);
    ArrayView* const view = reinterpret_cast<ArrayObject*>(self)->view;
    if (view != nullptr) {
        // Not under the Gil: the last owner of the elements may be a component that waits for other
        // threads.
        const WithoutGil others;
        delete view;
    }
    type->tp_free(self);
    Py_DECREF(type);
}

Py_ssize_t length(PyObject* self) {
    return viewIn(self).lengths[0];
}

PyObject* at(PyObject* self, PyObject* index) {
    return guarded(
        [&]() -> PyObject* {
            const ArrayView part = partOf(viewIn(self), index);
            return part.dimension == 0 ? listOf(part).release().ptr()
                                       : makeArray(part).release().ptr();
        },
        nullptr);
}

PyObject* item(PyObject* self, Py_ssize_t index) {
    return guarded([&] { return at(self, py::int_(index).ptr()); }, nullptr);
}

// A single value fills a whole part, as in numpy.
void assign(const ArrayView& part, py::handle value) {
    if (part.dimension == 0) {
        part.element->set(part.first, value.ptr());
        return;
    }
    for (Py_ssize_t i = 0; i < part.lengths[0]; ++i) {
        assign(partOf(part, py::int_(i)), value);
    }
}

int setAt(PyObject* self, PyObject* index, PyObject* value) {
    return guarded(
        [&] {
            if (value == nullptr) {
                throw Mismatch("elements cannot be deleted");
            }
            assign(partOf(viewIn(self), index), value);
            return 0;
        },
        -1);
}

// A consumer that cannot handle strides gets the elements only where they are dense.
int getBuffer(PyObject* self, Py_buffer* buffer, int flags) {
    const ArrayView& view = viewIn(self);
    buffer->obj = nullptr;
    return guarded(
        [&] {
            // Shape and strides point into the object, which the buffer keeps alive by `obj`.
            requireOpen(view);
            *buffer = {};
            buffer->obj = self;
            buffer->buf = view.first;
            buffer->itemsize = view.element->size;
            buffer->len = view.element->size;
            Py_ssize_t* const shape = reinterpret_cast<ArrayObject*>(self)->view->lengths.data();
            Py_ssize_t* const strides = reinterpret_cast<ArrayObject*>(self)->view->strides.data();
            for (int d = 0; d < view.dimension; ++d) {
                buffer->len *= shape[d];
            }
            buffer->ndim = view.dimension;
            buffer->format =
                (flags & PyBUF_FORMAT) != 0 ? const_cast<char*>(view.element->format) : nullptr;
            buffer->shape = shape;
            buffer->strides = strides;
            if ((flags & PyBUF_STRIDES) != PyBUF_STRIDES &&
                PyBuffer_IsContiguous(buffer, 'C') == 0) {
                buffer->obj = nullptr;
                PyErr_SetString(PyExc_BufferError, "the elements of this array are apart");
                return -1;
            }
            Py_INCREF(self);
            // Counted, so that closeMemory can see a view that outlives its call.
            ++view.memory->exports;
            return 0;
        },
        -1);
}

void releaseBuffer(PyObject* self, Py_buffer*) {
    --viewIn(self).memory->exports;
}

PyObject* toList(PyObject* self, PyObject*) {
    return guarded([&] { return listOf(viewIn(self)).release().ptr(); }, nullptr);
}

template <class Numbers>
PyObject* tupleOf(const ArrayView& view, const Numbers& numbers) {
    py::tuple result(static_cast<std::size_t>(view.dimension));
    for (std::size_t d = 0; d < result.size(); ++d) {
        result[d] = py::int_(numbers[d]);
    }
    return result.release().ptr();
}

PyObject* shape(PyObject* self, void*) {
    return guarded([&] { return tupleOf(viewIn(self), viewIn(self).lengths); }, nullptr);
}

PyObject* lower(PyObject* self, void*) {
    return guarded([&] { return tupleOf(viewIn(self), viewIn(self).lower); }, nullptr);
}

PyObject* represent(PyObject* self) {
    return guarded(
        [&] {
            return py::str("sidl.Array({}, {})")
                .format(listOf(viewIn(self)), viewIn(self).element->name)
                .release()
                .ptr();
        },
        nullptr);
}

// By elements, as lists compare; arrays are mutable and so not hashable.
PyObject* compare(PyObject* self, PyObject* other, int how) {
    if (how != Py_EQ && how != Py_NE) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    return guarded(
        [&] {
            const py::object mine = listOf(viewIn(self));
            const py::object theirs =
                isArray(other) ? listOf(viewIn(other)) : py::reinterpret_borrow<py::object>(other);
            return PyObject_RichCompare(mine.ptr(), theirs.ptr(), how);
        },
        nullptr);
}

PyTypeObject* makeType() {
    // Python keeps pointers into these tables for as long as the type lives.
    static PyMethodDef methods[] = {
        {"tolist", &toList, METH_NOARGS, "The elements in (nested) lists."}, {}};
    static PyGetSetDef attributes[] = {
        {"shape", &shape, nullptr, "The length of each dimension.", nullptr},
        {"lower", &lower, nullptr, "The first index of each dimension in SIDL.", nullptr},
        {}};
    static PyType_Slot slots[] = {
        {Py_tp_doc, const_cast<char*>("A SIDL array of numbers, which are shown in place: an "
                                      "index, a slice, or memoryview(a) and numpy.asarray(a) copy "
                                      "nothing. Indices count from 0.")},
        {Py_tp_dealloc, reinterpret_cast<void*>(&destroy)},
        {Py_tp_repr, reinterpret_cast<void*>(&represent)},
        {Py_tp_richcompare, reinterpret_cast<void*>(&compare)},
        {Py_tp_hash, reinterpret_cast<void*>(&PyObject_HashNotImplemented)},
        {Py_tp_methods, methods},
        {Py_tp_getset, attributes},
        {Py_mp_length, reinterpret_cast<void*>(&length)},
        {Py_mp_subscript, reinterpret_cast<void*>(&at)},
        {Py_mp_ass_subscript, reinterpret_cast<void*>(&setAt)},
        {Py_sq_length, reinterpret_cast<void*>(&length)},
        {Py_sq_item, reinterpret_cast<void*>(&item)},
        {Py_bf_getbuffer, reinterpret_cast<void*>(&getBuffer)},
        {Py_bf_releasebuffer, reinterpret_cast<void*>(&releaseBuffer)},
        {0, nullptr}};
    static PyType_Spec spec{"sidl.Array", sizeof(ArrayObject), 0,
                            Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
    PyObject* const made = PyType_FromSpec(&spec);
    if (made == nullptr) {
        throw py::error_already_set();
    }
    return reinterpret_cast<PyTypeObject*>(made);
}

// Guarded by the Gil, and never released.
PyTypeObject* type() {
    // NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): guarded by the Gil
    static PyTypeObject* made = nullptr;
    if (made == nullptr) {
        made = makeType();
    }
    return made;
}

}  // namespace

bool isArray(py::handle object) {
    return Py_TYPE(object.ptr()) == type();
}

py::object arrayClass() {
    return py::reinterpret_borrow<py::object>(reinterpret_cast<PyObject*>(type()));
}

py::object makeArray(const ArrayView& view) {
    auto made = py::reinterpret_steal<py::object>(type()->tp_alloc(type(), 0));
    if (!made) {
        throw py::error_already_set();
    }
    reinterpret_cast<ArrayObject*>(made.ptr())->view = new ArrayView(view);
    return made;
}

void closeMemory(ArrayMemory& memory) {
    memory.open = false;
    if (memory.exports > 0) {
        // Closed before the check: what the code kept raises ValueError from now on instead of
        // reading memory that is gone. The raw pointer of an exported buffer cannot be closed,
        // hence the error.
        throw Mismatch(
            "code keeps a view (a memoryview or numpy array) of an rarray argument, whose "
            "memory is lent for the call only; keep a copy in its place");
    }
}

}  // namespace gantry::python
