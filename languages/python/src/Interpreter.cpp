#include <gantry/Error.hpp>
#include <gantry/python/Array.hpp>
#include <gantry/python/Interpreter.hpp>

#include <dlfcn.h>
#include <mutex>

#include "Prelude.hpp"

namespace gantry::python {
namespace {

constexpr const char* kPreludeName = "_gantry";

// Python's extension modules resolve its symbols in the global scope of the process, but libpython
// was loaded with a component, whose symbols are local.
void showPythonToItsModules() {
    Dl_info place{};
    if (dladdr(reinterpret_cast<void*>(&Py_IsInitialized), &place) != 0 && place.dli_fname) {
        dlopen(place.dli_fname, RTLD_NOW | RTLD_GLOBAL | RTLD_NOLOAD);
    }
}

void startPython() {
    showPythonToItsModules();
    PyConfig config;
    PyConfig_InitPythonConfig(&config);
    config.install_signal_handlers = 0;
    config.parse_argv = 0;
    // Python is never finalised, so its buffered output would not be flushed otherwise.
    config.buffered_stdio = 0;
    const PyStatus status = Py_InitializeFromConfig(&config);
    PyConfig_Clear(&config);
    if (PyStatus_Exception(status) != 0) {
        throw Error(gov::cca::CCAExceptionType::Nonstandard,
                    std::string("Python cannot be started: ") +
                        (status.err_msg ? status.err_msg : "no reason given") +
                        "; check PYTHONHOME and PYTHONPATH, and that Python is installed");
    }
    // Releases the Gil; this thread takes it like any other one.
    PyEval_SaveThread();
}

// The prelude is compiled once for each process; package() makes the modules of SIDL packages on
// demand.
void addModules() {
    py::dict modules = py::module_::import("sys").attr("modules");
    if (modules.contains(kPreludeName)) {
        return;
    }
    auto made = py::reinterpret_steal<py::module_>(PyModule_New(kPreludeName));
    PyObject* const names = PyModule_GetDict(made.ptr());
    PyDict_SetItemString(names, "__builtins__", PyEval_GetBuiltins());
    const auto code =
        py::reinterpret_steal<py::object>(Py_CompileString(kPrelude, "<gantry>", Py_file_input));
    const auto done = py::reinterpret_steal<py::object>(
        code ? PyEval_EvalCode(code.ptr(), names, names) : nullptr);
    if (!done) {
        throw py::error_already_set();
    }
    modules[kPreludeName] = made;
    addSidlPackage();
    py::module_ gantry = package("gantry");
    addTimers(made);
    for (const char* name : {"Component", "UsedPort", "timed"}) {
        gantry.attr(name) = made.attr(name);
        made.attr(name).attr("__module__") = "gantry";
    }
}

py::module_ knownModule(const std::string& name, const py::dict& modules) {
    py::module_ module = modules[name.c_str()];
    if (!py::hasattr(module, "_gantry_package")) {
        throw Error(gov::cca::CCAExceptionType::Nonstandard,
                    "the SIDL package '" + name +
                        "' cannot be a Python module: another module "
                        "of that name is loaded (" +
                        std::string(py::str(py::getattr(module, "__file__", py::str("built in")))) +
                        "); rename that one");
    }
    return module;
}

}  // namespace

void startInterpreter() {
    // Not the Gil, which needs an interpreter. Once one runs, the Gil orders everything else.
    static std::mutex mutex;
    static bool done = false;
    if (Py_IsInitialized() == 0) {
        const std::lock_guard lock(mutex);
        if (Py_IsInitialized() == 0) {
            startPython();
        }
    }
    const Gil gil;
    if (!done) {
        addModules();
        done = true;
    }
}

py::module_ package(const std::string& name) {
    py::dict modules = py::module_::import("sys").attr("modules");
    if (modules.contains(name.c_str())) {
        return knownModule(name, modules);
    }
    auto made = py::reinterpret_steal<py::module_>(PyModule_New(name.c_str()));
    // With a path, Python takes the module for a package, so that `import gov.cca` works.
    made.attr("__path__") = py::list();
    made.attr("_gantry_package") = true;
    // The enclosing package first, of which this module becomes an attribute, as import would do.
    const std::size_t dot = name.rfind('.');
    if (dot != std::string::npos) {
        package(name.substr(0, dot)).attr(name.substr(dot + 1).c_str()) = made;
    }
    modules[name.c_str()] = made;
    return made;
}

py::object prelude(const char* name) {
    const py::dict modules = py::module_::import("sys").attr("modules");
    return py::object(modules[kPreludeName]).attr(name);
}

}  // namespace gantry::python
