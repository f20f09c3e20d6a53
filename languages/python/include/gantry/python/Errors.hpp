#pragma once

#include <gantry/Error.hpp>
#include <gantry/python/Held.hpp>
#include <sidl/RuntimeException.hpp>

#include <string>

namespace gantry::python {

/// An exception of Python code that is not a SIDL exception. The note is its type, its message and
/// where it was raised; the trace is Python's traceback. Back in Python it is the original
/// exception.
///
/// Thrown by value; it may be copied and dropped by any thread, with or without the Gil. CCA
/// callers see an exception of type Nonstandard; SIDL callers a sidl.RuntimeException.
class [[gnu::visibility("default")]] PythonError final : public Error,
                                                         public virtual ::sidl::RuntimeException {
public:
    PythonError(const std::string& note, Held exception)
        : Error(gov::cca::CCAExceptionType::Nonstandard, note), exception_(std::move(exception)) {}

    gov::cca::CCAExceptionType getCCAExceptionType() override {
        return Error::getCCAExceptionType();
    }
    /// The Python exception object.
    [[nodiscard]] const Held& exception() const noexcept {
        return exception_;
    }

private:
    Held exception_;
};

/// Throws the C++ form of a Python exception: the SIDL exception if it is one, with the traceback
/// added to its trace, otherwise a PythonError. Needs the Gil. An exception that began in C++ and
/// only passed through Python is the original one again.
[[noreturn, gnu::visibility("default")]] void throwFromPython(const py::error_already_set& error);

/// Sets the Python form of the C++ exception being handled: its SIDL class, the Python exception
/// from which it came, or a standard exception of Python. `context` precedes the text of a
/// Mismatch. Needs the Gil. std::out_of_range becomes IndexError, std::invalid_argument ValueError,
/// std::bad_alloc MemoryError, another std::exception RuntimeError. Only inside a catch block.
[[gnu::visibility("default")]] void raiseInPython(const std::string& context) noexcept;

}  // namespace gantry::python
