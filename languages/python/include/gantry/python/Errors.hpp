#pragma once

#include <gantry/Error.hpp>
#include <gantry/python/Held.hpp>
#include <sidl/RuntimeException.hpp>

#include <string>

namespace gantry::python {

/// An exception of Python code that is not SIDL exception. The note is its type, its message and
/// where it was raised; the trace is Python's traceback. Back in Python it is what was raised.
class [[gnu::visibility("default")]] PythonError final : public Error,
                                                         public virtual ::sidl::RuntimeException {
public:
    PythonError(const std::string& note, Held exception)
        : Error(gov::cca::CCAExceptionType::Nonstandard, note), exception_(std::move(exception)) {}

    gov::cca::CCAExceptionType getCCAExceptionType() override {
        return Error::getCCAExceptionType();
    }
    [[nodiscard]] const Held& exception() const noexcept {
        return exception_;
    }

private:
    Held exception_;
};

/// Throws what a Python exception stands for in C++: the SIDL exception it is, with the traceback
/// added to its trace, or else a PythonError. Needs the Gil.
[[noreturn, gnu::visibility("default")]] void throwFromPython(const py::error_already_set& error);

/// Sets the Python exception that stands for the C++ exception being handled: its SIDL class, the
/// Python exception it came from, or a standard one of Python. context is put before the text of a
/// Mismatch. Needs the Gil.
[[gnu::visibility("default")]] void raiseInPython(const std::string& context) noexcept;

}  // namespace gantry::python
