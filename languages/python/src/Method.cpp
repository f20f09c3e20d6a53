#include <gantry/python/Method.hpp>

#include <cstring>

namespace gantry::python {
namespace {

std::string listed(const std::vector<const char*>& names) {
    std::string text;
    for (const char* name : names) {
        text += (text.empty() ? "" : ", ") + std::string(name);
    }
    return text.empty() ? "none" : text;
}

// Linear: a SIDL method has few arguments.
std::size_t indexOf(PyObject* name, const std::vector<const char*>& wanted) {
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        if (PyUnicode_CompareWithASCIIString(name, wanted[i]) == 0) {
            return i;
        }
    }
    throw Mismatch("there is no argument '" + std::string(py::str(py::handle(name))) +
                   "'; its arguments are: " + listed(wanted));
}

}  // namespace

void readArguments(PyObject* const* given, Py_ssize_t positional, PyObject* names,
                   const std::vector<const char*>& wanted, PyObject** values) {
    const auto count = static_cast<std::size_t>(positional);
    if (count > wanted.size()) {
        throw Mismatch(std::to_string(count) + " arguments are given, not " +
                       std::to_string(wanted.size()) + ": " + listed(wanted));
    }
    for (std::size_t i = 0; i < count; ++i) {
        values[i] = given[i];
    }
    const Py_ssize_t named = names == nullptr ? 0 : PyTuple_GET_SIZE(names);
    for (Py_ssize_t i = 0; i < named; ++i) {
        const std::size_t at = indexOf(PyTuple_GET_ITEM(names, i), wanted);
        if (values[at] != nullptr) {
            throw Mismatch(std::string("argument '") + wanted[at] + "' is given twice");
        }
        values[at] = given[positional + i];
    }
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        if (values[i] == nullptr) {
            throw Mismatch(std::string("argument '") + wanted[i] + "' is missing");
        }
    }
}

}  // namespace gantry::python
