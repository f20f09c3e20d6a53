#include <gantry/python/Errors.hpp>
#include <gantry/python/Implementation.hpp>
#include <gantry/python/Interpreter.hpp>
#include <gantry/python/Mismatch.hpp>
#include <gantry/python/Registry.hpp>

#include <new>
#include <stdexcept>

namespace gantry::python {
namespace {

struct Description {
    std::string note;
    std::string trace;
};

// An exception whose own code fails must still be reported.
Description describe(const py::object& exception) {
    try {
        const py::tuple described = prelude("describe")(exception);
        return {described[0].cast<std::string>(), described[1].cast<std::string>()};
    } catch (const py::error_already_set&) {
        return {typeNameOf(exception) + " (its text cannot be read)", ""};
    }
}

std::string noteOf(const py::object& exception) {
    try {
        return py::str(exception);
    } catch (const py::error_already_set&) {
        return typeNameOf(exception);
    }
}

void setError(PyObject* type, const std::string& text) {
    PyErr_SetString(type, text.c_str());
}

void setException(const py::object& exception) {
    // PyErr_Restore takes over three references.
    PyObject* const traceback = PyException_GetTraceback(exception.ptr());
    PyErr_Restore(py::object(py::type::of(exception)).release().ptr(),
                  py::object(exception).release().ptr(), traceback);
}

void raiseSidlException(::sidl::BaseException& error) {
    // An exception that began in Python is raised as the same object, so that `except` clauses and
    // tracebacks see it as if no C++ frame lay between.
    if (const auto* python = dynamic_cast<PythonError*>(&error)) {
        setException(objectOf(python->exception()));
    } else if (const auto* own = dynamic_cast<Implementation*>(&error)) {
        setException(objectOf(own->object()));
    } else {
        setException(makeException(error));
    }
}

constexpr const char* kThrownName = "gantry.thrown";

// A C++ exception that is not a SIDL exception: back in C++ it is the original one. The
// exception_ptr travels in a capsule, an attribute of the Python exception.
void raiseForeign(PyObject* type, const std::string& text) {
    const auto exception =
        py::reinterpret_steal<py::object>(PyObject_CallOneArg(type, py::str(text).ptr()));
    if (!exception) {
        throw py::error_already_set();
    }
    exception.attr("_gantry_thrown") = py::reinterpret_steal<py::object>(PyCapsule_New(
        new std::exception_ptr(std::current_exception()), kThrownName, [](PyObject* dying) {
            delete static_cast<std::exception_ptr*>(PyCapsule_GetPointer(dying, kThrownName));
        }));
    setException(exception);
}

void rethrowForeign(const py::object& exception) {
    const py::object thrown = py::getattr(exception, "_gantry_thrown", py::none());
    if (PyCapsule_IsValid(thrown.ptr(), kThrownName) != 0) {
        std::rethrow_exception(
            *static_cast<std::exception_ptr*>(PyCapsule_GetPointer(thrown.ptr(), kThrownName)));
    }
}

void raiseCurrent(const std::string& context) {
    try {
        throw;
    } catch (py::error_already_set& error) {
        error.restore();
    } catch (const Mismatch& mismatch) {
        setError(mismatch.kind() == Mismatch::Kind::Type ? PyExc_TypeError : PyExc_OverflowError,
                 context + mismatch.what());
    } catch (::sidl::BaseException& error) {
        raiseSidlException(error);
    } catch (const std::bad_alloc&) {
        PyErr_NoMemory();
    } catch (const std::out_of_range& error) {
        raiseForeign(PyExc_IndexError, error.what());
    } catch (const std::invalid_argument& error) {
        raiseForeign(PyExc_ValueError, error.what());
    } catch (const std::exception& error) {
        raiseForeign(PyExc_RuntimeError, error.what());
    } catch (...) {
        raiseForeign(PyExc_RuntimeError, "a C++ exception that is not a std::exception");
    }
}

}  // namespace

void throwFromPython(const py::error_already_set& error) {
    const py::object& exception = error.value();
    if (!error.trace().is_none() && error.trace()) {
        PyException_SetTraceback(exception.ptr(), error.trace().ptr());
    }
    // First what began in C++: it goes on as it was, whatever Python type it had in between.
    rethrowForeign(exception);
    const Description description = describe(exception);
    if (const ObjectClass* const known = exceptionClassOf(exception)) {
        Reference* const reference = referenceOf(exception.ptr());
        // A SIDL exception thrown by C++: Python code may have changed its text, which is written
        // back.
        if (reference != nullptr && reference->thrown) {
            if (auto* const thrown = reference->as<::sidl::BaseException>()) {
                thrown->setNote(noteOf(exception));
                thrown->add(description.trace);
            }
            std::rethrow_exception(reference->thrown);
        }
        known->raise(hold(exception), noteOf(exception), description.trace);
    }
    PythonError made(description.note, hold(exception));
    made.add(description.trace);
    throw PythonError(made);
}

void raiseInPython(const std::string& context) noexcept {
    try {
        raiseCurrent(context);
    } catch (...) {
        PyErr_SetString(PyExc_SystemError, "a C++ exception cannot be converted to Python");
    }
}

}  // namespace gantry::python
