#pragma once

#include <pybind11/pybind11.h>

namespace gantry::python {

namespace py = pybind11;

/// True while an interpreter is running and not being finalised.
///
/// Any thread, no Gil needed. After false, no Python object may be touched any more, not even
/// released.
[[nodiscard]] bool pythonRuns() noexcept;

/// Holds Python's global interpreter lock during its lifetime. Any thread; the lock is recursive.
/// The first use in a thread that is new to Python costs some microseconds, each further one some
/// ten nanoseconds if the lock is free. The interpreter must run. A thread that waits for the Gil
/// must not hold a lock that Python code may need.
///
///     if (pythonRuns()) {
///         const Gil gil;
///         py::print("in a thread of C++");
///     }
class [[gnu::visibility("default")]] Gil final {
public:
    Gil();
    ~Gil();
    Gil(const Gil&) = delete;
    Gil& operator=(const Gil&) = delete;

private:
    PyGILState_STATE state_;
};

/// Releases the global interpreter lock during its lifetime. For a thread that holds the Gil and
/// uses no Python object meanwhile.
///
/// Every call from Python into C++ that may run long or wait for another thread has one: such a
/// thread may itself need the Gil.
///
///     {
///         const WithoutGil others;    // threads of Python run meanwhile
///         solver.solve();
///     }
class [[gnu::visibility("default")]] WithoutGil final {
public:
    WithoutGil() : state_(PyEval_SaveThread()) {}
    ~WithoutGil() {
        PyEval_RestoreThread(state_);
    }
    WithoutGil(const WithoutGil&) = delete;
    WithoutGil& operator=(const WithoutGil&) = delete;

private:
    PyThreadState* state_;
};

}  // namespace gantry::python
