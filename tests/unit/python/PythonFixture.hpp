#pragma once

#include <everything/Node.hpp>
#include <gantry/python/Conversion.hpp>
#include <gantry/python/Errors.hpp>
#include <gantry/python/Interpreter.hpp>

#include <pybind11/embed.h>

#include <memory>
#include <string>

namespace gantry::python::bindings {
// NOLINTBEGIN(readability-identifier-naming): the names that sidlc gives
void bindFile_everything();
void bindFile_gov_cca();
void bindFile_numeric();
// NOLINTEND(readability-identifier-naming)
}  // namespace gantry::python::bindings

namespace everything::test {

namespace py = pybind11;

/// Python code with names of its own; the types of everything.sidl are imported.
class PythonFixture {
public:
    PythonFixture() {
        gantry::python::startInterpreter();
        const gantry::python::Gil gil;
        gantry::python::bindings::bindFile_everything();
        names_ = gantry::python::hold(py::dict());
        run("import sidl\nfrom everything import *\nimport everything\n");
    }
    ~PythonFixture() {
        const gantry::python::Gil gil;
        py::dict(gantry::python::objectOf(names_)).clear();
    }
    PythonFixture(const PythonFixture&) = delete;
    PythonFixture& operator=(const PythonFixture&) = delete;

    void run(const std::string& code) const {
        const gantry::python::Gil gil;
        const py::dict names = gantry::python::objectOf(names_);
        if (!names.contains("__builtins__")) {
            names["__builtins__"] = py::module_::import("builtins");
        }
        py::exec(code, names);
    }
    /// What is raised, as "Type: text"; empty where nothing is.
    [[nodiscard]] std::string error(const std::string& code) const {
        const gantry::python::Gil gil;
        try {
            run(code);
            return "";
        } catch (const py::error_already_set& error) {
            return std::string(py::str(error.type().attr("__name__"))) + ": " +
                   std::string(py::str(error.value()));
        }
    }
    /// Whether the expression is true.
    [[nodiscard]] bool holds(const std::string& expression) const {
        const gantry::python::Gil gil;
        const py::dict names = gantry::python::objectOf(names_);
        return py::eval(expression, names).cast<bool>();
    }
    template <class T>
    [[nodiscard]] T value(const std::string& expression) const {
        const gantry::python::Gil gil;
        const py::dict names = gantry::python::objectOf(names_);
        return gantry::python::Conversion<T>::take(py::object(py::eval(expression, names)));
    }
    template <class T>
    void set(const char* name, const T& value) const {
        const gantry::python::Gil gil;
        py::dict(gantry::python::objectOf(names_))[name] =
            gantry::python::Conversion<T>::make(value);
    }

private:
    gantry::python::Held names_;
};

}  // namespace everything::test
