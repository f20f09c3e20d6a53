#include <gantry/python/Gil.hpp>
#include <gantry/python/Held.hpp>

namespace gantry::python {
namespace {

/// Python's knowledge of a thread that it did not make, kept for the thread's life: making it anew
/// for each call would cost more than the call.
class Attachment final {
public:
    Attachment() {
        if (PyGILState_GetThisThreadState() == nullptr) {
            // Makes the thread state; SaveThread then lets the Gil go but keeps the state, to which
            // the unbalanced Ensure leaves one count. So the Ensure of each Gil finds it and only
            // takes the lock.
            PyGILState_Ensure();
            state_ = PyEval_SaveThread();
        }
    }
    ~Attachment() {
        if (state_ != nullptr && pythonRuns()) {
            PyEval_RestoreThread(state_);
            PyGILState_Release(PyGILState_UNLOCKED);
        }
    }
    Attachment(const Attachment&) = delete;
    Attachment& operator=(const Attachment&) = delete;

private:
    PyThreadState* state_ = nullptr;
};

}  // namespace

bool pythonRuns() noexcept {
    return Py_IsInitialized() != 0 && _Py_IsFinalizing() == 0;
}

// The attachment comes first and, as a thread_local, dies with the thread: after every Gil of it.
Gil::Gil() {
    thread_local const Attachment attachment;
    state_ = PyGILState_Ensure();
}

Gil::~Gil() {
    PyGILState_Release(state_);
}

Held hold(py::object object) {
    return Held(object.release().ptr(), [](PyObject* dying) {
        if (dying != nullptr && pythonRuns()) {
            const Gil gil;
            Py_DECREF(dying);
        }
    });
}

}  // namespace gantry::python
