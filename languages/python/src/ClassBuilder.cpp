#include <gantry/python/ClassBuilder.hpp>

#include <cstring>

namespace gantry::python {

void addMethod(const ObjectClass& to, const char* name, PythonFunction function,
               const char* documentation) {
    // Python keeps the pointer until the process ends.
    auto* const definition =
        new PyMethodDef{name, reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(function)),
                        METH_FASTCALL | METH_KEYWORDS, documentation};
    const auto method = py::reinterpret_steal<py::object>(
        PyDescr_NewMethod(reinterpret_cast<PyTypeObject*>(to.type), definition));
    if (!method || PyObject_SetAttrString(to.type, name, method.ptr()) != 0) {
        throw py::error_already_set();
    }
}

void addEnum(const std::type_info& type, const ClassText& text,
             const std::vector<NamedNumber>& values) {
    py::list pairs;
    for (const NamedNumber& each : values) {
        pairs.append(py::make_tuple(each.name, each.value));
    }
    const py::object made =
        prelude("make_enum")(text.name, text.package, text.documentation, pairs);
    package(text.package).attr(text.name) = made;
    registerValueClass(type, made);
}

void addStruct(const std::type_info& type, const ClassText& text,
               const std::vector<NamedField>& fields) {
    py::list pairs;
    for (const NamedField& each : fields) {
        // Defaults are Python expressions, such as another struct of the package, so they are
        // evaluated there.
        const auto initial = py::reinterpret_steal<py::object>(PyRun_String(
            each.initial, Py_eval_input, PyModule_GetDict(package(text.package).ptr()), nullptr));
        if (!initial) {
            throw py::error_already_set();
        }
        pairs.append(py::make_tuple(each.name, initial));
    }
    const py::object made =
        prelude("make_struct")(text.name, text.package, text.documentation, pairs);
    package(text.package).attr(text.name) = made;
    registerValueClass(type, made);
}

}  // namespace gantry::python
