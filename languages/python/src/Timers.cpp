#include <gantry/python/Errors.hpp>

#include "Prelude.hpp"

namespace gantry::python {
namespace {

constexpr const char* kTimerName = "gantry.timer";

// start_timer(timers, name): what stop_timer takes, None where nothing is to be timed.
PyObject* startTimer(PyObject*, PyObject* const* given, Py_ssize_t count) {
    if (count != 2 || PyDict_Check(given[0]) == 0) {
        Py_RETURN_NONE;
    }
    PyObject* const capsule = PyDict_GetItem(given[0], given[1]);
    if (capsule == nullptr) {
        Py_RETURN_NONE;
    }
    const auto* const timer =
        static_cast<const MethodTimer*>(PyCapsule_GetPointer(capsule, kTimerName));
    if (timer == nullptr) {
        return nullptr;
    }
    try {
        performance::Timer* const recording = timer->recording();
        if (recording == nullptr) {
            Py_RETURN_NONE;
        }
        recording->start();
        // The started timer itself, as a number: stop_timer needs no look-up, and it stops this one
        // even if another backend is connected by then. Instrumentation keeps every timer it ever
        // had.
        return PyLong_FromVoidPtr(recording);
    } catch (...) {
        raiseInPython("start of a timer: ");
        return nullptr;
    }
}

PyObject* stopTimer(PyObject*, PyObject* running) {
    if (running != Py_None) {
        try {
            static_cast<performance::Timer*>(PyLong_AsVoidPtr(running))->stop();
        } catch (...) {
            raiseInPython("stop of a timer: ");
            return nullptr;
        }
    }
    Py_RETURN_NONE;
}

}  // namespace

void addTimers(py::module_& prelude) {
    static PyMethodDef functions[] = {
        {"start_timer", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(&startTimer)),
         METH_FASTCALL, nullptr},
        {"stop_timer", &stopTimer, METH_O, nullptr},
        {}};
    if (PyModule_AddFunctions(prelude.ptr(), functions) != 0) {
        throw py::error_already_set();
    }
}

py::object makeTimer(const MethodTimer& timer) {
    return py::reinterpret_steal<py::object>(
        PyCapsule_New(const_cast<MethodTimer*>(&timer), kTimerName, nullptr));
}

}  // namespace gantry::python
