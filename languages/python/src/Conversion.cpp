#include <gantry/python/Conversion.hpp>

#include <limits>

namespace gantry::python {
namespace {

py::object made(PyObject* object) {
    if (object == nullptr) {
        throw py::error_already_set();
    }
    return py::reinterpret_steal<py::object>(object);
}

/// Reports a number out of range as such, and other errors as Python reports them.
std::int64_t takeInteger(py::handle object, std::int64_t low, std::int64_t high, const char* name) {
    if (PyIndex_Check(object.ptr()) == 0) {
        throw Mismatch("is " + typeNameOf(object) + ", not a whole number (" + name + ")");
    }
    const py::object number = made(PyNumber_Index(object.ptr()));
    int overflow = 0;
    const long long value = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
    if (value == -1 && PyErr_Occurred() != nullptr) {
        throw py::error_already_set();
    }
    if (overflow != 0 || value < low || value > high) {
        throw Mismatch("is " + std::string(py::str(number)) + ", which does not fit a SIDL " + name,
                       Mismatch::Kind::Range);
    }
    return value;
}

template <class T>
std::int64_t takeIntegerAs(py::handle object, const char* name) {
    return takeInteger(object, std::numeric_limits<T>::min(), std::numeric_limits<T>::max(), name);
}

}  // namespace

py::object Conversion<bool>::make(bool value) {
    return py::bool_(value);
}

bool Conversion<bool>::take(py::handle object) {
    // numpy's truth value is known by name: its headers are not needed to build this.
    const std::string type = typeNameOf(object);
    if (PyBool_Check(object.ptr()) == 0 && type != "numpy.bool_" && type != "numpy.bool") {
        throw Mismatch("is " + type + ", not True or False");
    }
    return PyObject_IsTrue(object.ptr()) == 1;
}

py::object Conversion<char>::make(char value) {
    return made(PyUnicode_DecodeLatin1(&value, 1, nullptr));
}

char Conversion<char>::take(py::handle object) {
    if (PyUnicode_Check(object.ptr()) == 0 || PyUnicode_GetLength(object.ptr()) != 1 ||
        PyUnicode_ReadChar(object.ptr(), 0) > 0xff) {
        throw Mismatch("is " + typeNameOf(object) + ", not a string of one character below 256");
    }
    return static_cast<char>(PyUnicode_ReadChar(object.ptr(), 0));
}

py::object Conversion<std::int32_t>::make(std::int32_t value) {
    return made(PyLong_FromLong(value));
}

std::int32_t Conversion<std::int32_t>::take(py::handle object) {
    return static_cast<std::int32_t>(takeIntegerAs<std::int32_t>(object, "int"));
}

py::object Conversion<std::int64_t>::make(std::int64_t value) {
    return made(PyLong_FromLongLong(value));
}

std::int64_t Conversion<std::int64_t>::take(py::handle object) {
    return takeIntegerAs<std::int64_t>(object, "long");
}

py::object Conversion<double>::make(double value) {
    return made(PyFloat_FromDouble(value));
}

double Conversion<double>::take(py::handle object) {
    // The common case, without a call.
    if (PyFloat_CheckExact(object.ptr())) {
        return PyFloat_AS_DOUBLE(object.ptr());
    }
    const double value = PyFloat_AsDouble(object.ptr());
    // -1 is a value as well as the sign of an error.
    if (value == -1 && PyErr_Occurred() != nullptr) {
        if (PyErr_ExceptionMatches(PyExc_TypeError) == 0) {
            throw py::error_already_set();
        }
        PyErr_Clear();
        throw Mismatch("is " + typeNameOf(object) + ", not a number");
    }
    return value;
}

py::object Conversion<std::complex<double>>::make(std::complex<double> value) {
    return made(PyComplex_FromDoubles(value.real(), value.imag()));
}

std::complex<double> Conversion<std::complex<double>>::take(py::handle object) {
    const Py_complex value = PyComplex_AsCComplex(object.ptr());
    if (value.real == -1 && PyErr_Occurred() != nullptr) {
        if (PyErr_ExceptionMatches(PyExc_TypeError) == 0) {
            throw py::error_already_set();
        }
        PyErr_Clear();
        throw Mismatch("is " + typeNameOf(object) + ", not a number");
    }
    return {value.real, value.imag};
}

py::object Conversion<std::string>::make(const std::string& value) {
    return made(PyUnicode_DecodeUTF8(value.data(), static_cast<Py_ssize_t>(value.size()),
                                     "surrogateescape"));
}

std::string Conversion<std::string>::take(py::handle object) {
    if (PyUnicode_Check(object.ptr()) == 0) {
        throw Mismatch("is " + typeNameOf(object) + ", not a string (str)");
    }
    Py_ssize_t size = 0;
    // Cached in the str object; it fails only for lone surrogates, which stand for bytes that are
    // not UTF-8.
    if (const char* const text = PyUnicode_AsUTF8AndSize(object.ptr(), &size)) {
        return {text, static_cast<std::size_t>(size)};
    }
    PyErr_Clear();
    const py::object bytes =
        made(PyUnicode_AsEncodedString(object.ptr(), "utf-8", "surrogateescape"));
    return {PyBytes_AS_STRING(bytes.ptr()),
            static_cast<std::size_t>(PyBytes_GET_SIZE(bytes.ptr()))};
}

py::object Conversion<void*>::make(void* value) {
    return value == nullptr ? py::none() : made(PyLong_FromVoidPtr(value));
}

void* Conversion<void*>::take(py::handle object) {
    if (object.is_none()) {
        return nullptr;
    }
    if (PyLong_Check(object.ptr()) == 0) {
        throw Mismatch("is " + typeNameOf(object) + ", not an address (a whole number or None)");
    }
    void* const value = PyLong_AsVoidPtr(object.ptr());
    if (value == nullptr && PyErr_Occurred() != nullptr) {
        PyErr_Clear();
        throw Mismatch("is not a valid address", Mismatch::Kind::Range);
    }
    return value;
}

py::object makeEnumerator(const std::type_info& type, std::int64_t value) {
    py::object number = made(PyLong_FromLongLong(value));
    const py::handle values = valueClass(type);
    auto found = py::reinterpret_steal<py::object>(PyObject_CallOneArg(values.ptr(), number.ptr()));
    if (!found) {
        // C++ may hold values that have no enumerator.
        PyErr_Clear();
        return number;
    }
    return found;
}

std::int64_t takeEnumerator(const std::type_info& type, py::handle object) {
    const py::handle values = valueClass(type);
    const auto found =
        PyLong_Check(object.ptr()) == 0
            ? py::object()
            : py::reinterpret_steal<py::object>(PyObject_CallOneArg(values.ptr(), object.ptr()));
    if (!found) {
        PyErr_Clear();
        throw Mismatch("is " + std::string(py::repr(object)) + ", not one of " +
                       std::string(py::str(values.attr("__qualname__"))));
    }
    return takeIntegerAs<std::int32_t>(found, "enum");
}

}  // namespace gantry::python
