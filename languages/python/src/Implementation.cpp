#include <gantry/python/Implementation.hpp>
#include <gantry/python/Interpreter.hpp>

#include <unordered_map>

namespace gantry::python {
namespace {

/// The name as a Python object, made once for each method; names are static data.
PyObject* keptName(const char* name) {
    // Never destroyed: calls may come until the process ends. Guarded by the Gil.
    // NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): guarded by the Gil
    static auto* const known = new std::unordered_map<const char*, PyObject*>;
    PyObject*& kept = (*known)[name];
    if (kept == nullptr) {
        kept = PyUnicode_InternFromString(name);
    }
    return kept;
}

}  // namespace

PythonCall::PythonCall(PyObject* self, const MethodName& method) : method_(method) {
    push(py::reinterpret_borrow<py::object>(self));
}

PythonCall::~PythonCall() {
    PyObject** const all = many_.empty() ? few_.data() : many_.data();
    for (std::size_t i = 0; i < count_; ++i) {
        Py_DECREF(all[i]);
    }
    // Without closeMemory: a destructor does not throw, and the call has failed already.
    for (const auto& memory : lent_) {
        memory->open = false;
    }
}

// Vectorcall wants all arguments in one array, so they move together when the small one is full.
void PythonCall::push(py::object argument) {
    if (count_ < kFewArguments && many_.empty()) {
        few_[count_++] = argument.release().ptr();
        return;
    }
    if (many_.empty()) {
        // The first overflow moves the references, which many_ owns from here on.
        many_.assign(few_.begin(), few_.end());
    }
    many_.push_back(argument.ptr());
    argument.release();
    ++count_;
}

void PythonCall::run() {
    PyObject* const* const all = many_.empty() ? few_.data() : many_.data();
    returned_ = py::reinterpret_steal<py::object>(
        PyObject_VectorcallMethod(keptName(method_.method), all, count_, nullptr));
    if (!returned_) {
        throw py::error_already_set();
    }
    // Before the results are read: an argument that Python kept is an error of this call.
    closeLent();
    if (results_ > 1) {
        const bool several = PyTuple_Check(returned_.ptr()) || PyList_Check(returned_.ptr());
        const std::size_t size = several ? py::len(returned_) : 1;
        if (size != results_) {
            throw Mismatch("result is " + typeNameOf(returned_) +
                           (several ? " of " + std::to_string(size) : "") + ", not a tuple of " +
                           std::to_string(results_) + " values");
        }
        returned_ = py::reinterpret_steal<py::object>(PySequence_Tuple(returned_.ptr()));
    }
}

void PythonCall::closeLent() {
    for (const auto& memory : lent_) {
        closeMemory(*memory);
    }
}

py::handle PythonCall::next() {
    return results_ > 1 ? PyTuple_GET_ITEM(returned_.ptr(), static_cast<Py_ssize_t>(taken_++))
                        : returned_.ptr();
}

// By way of Python's error, so that C++ sees the same exception as for other faults of the Python
// code.
void Implementation::refuse(const MethodName& method, const Mismatch& mismatch) const {
    const std::string text = typeNameOf(object_.get()) + "." + method.method + ": its " +
                             mismatch.what() + " (as " + method.type + " says)";
    PyErr_SetString(mismatch.kind() == Mismatch::Kind::Type ? PyExc_TypeError : PyExc_OverflowError,
                    text.c_str());
    throwFromPython(py::error_already_set());
}

// Whether the attribute is another one than that of the SIDL class.
bool ExceptionImplementation::defines(const MethodName& method) const {
    const Gil gil;
    const ObjectClass* const known = exceptionClassOf(object().get());
    PyObject* const own = reinterpret_cast<PyObject*>(Py_TYPE(object().get()));
    const auto mine = py::reinterpret_steal<py::object>(PyObject_GetAttrString(own, method.method));
    const auto theirs = py::reinterpret_steal<py::object>(
        known ? PyObject_GetAttrString(known->type, method.method) : nullptr);
    PyErr_Clear();
    return mine && mine.ptr() != theirs.ptr();
}

}  // namespace gantry::python
