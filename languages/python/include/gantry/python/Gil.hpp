#pragma once

#include <pybind11/pybind11.h>

namespace gantry::python {

namespace py = pybind11;

/// Whether there is an interpreter that runs and is not about to end.
[[nodiscard]] bool pythonRuns() noexcept;

/// The right to use Python objects, held as long as this object lives. Any thread; a thread that
/// has it may take it again. The first use in a thread that Python does not know costs some
/// microseconds, each further one some ten nanoseconds where nobody else has it.
class [[gnu::visibility("default")]] Gil final {
public:
    Gil();
    ~Gil();
    Gil(const Gil&) = delete;
    Gil& operator=(const Gil&) = delete;

private:
    PyGILState_STATE state_;
};

/// Lets other threads use Python as long as this object lives. For a thread that holds the Gil, and
/// uses no Python object meanwhile.
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
