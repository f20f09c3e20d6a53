#pragma once

#include <gantry/python/Interpreter.hpp>
#include <gantry/python/Method.hpp>
#include <gantry/python/Registry.hpp>

#include <string>
#include <utility>
#include <vector>

namespace gantry::python {

/// A function of Python's C interface with named arguments (METH_FASTCALL | METH_KEYWORDS). self is
/// borrowed, and so are the `given` values: positional ones first, then one for each of `names`.
/// Returns a new reference, or null with an error set.
using PythonFunction = PyObject* (*)(PyObject* self, PyObject* const* given, Py_ssize_t positional,
                                     PyObject* names);

/// A function of Python's C interface as a method of a class, until the process ends; the texts are
/// static data. Needs the Gil. Throws py::error_already_set without memory.
[[gnu::visibility("default")]] void addMethod(const ObjectClass& to, const char* name,
                                              PythonFunction function, const char* documentation);

/// The registry entry of the SIDL type T; Class is its C++ side for implementations in Python. The
/// functions are compiled here, in the shared object of the binding, where T and Class are known.
template <class T, class Class>
ObjectClass describedClass(const std::string& name) {
    ObjectClass known;
    known.name = name;
    known.cast = [](::sidl::BaseInterface* object) -> void* { return dynamic_cast<T*>(object); };
    known.implement = [](const Held& object) -> std::shared_ptr<::sidl::BaseInterface> {
        return std::make_shared<Class>(object);
    };
    if constexpr (std::derived_from<T, ::sidl::BaseException>) {
        // The note becomes what the exception says of itself; the trace of Python is one line
        // more.
        known.raise = [](const Held& object, const std::string& note, const std::string& trace) {
            Class exception(object);
            exception.setNote(note);
            if (!trace.empty()) {
                exception.add(trace);
            }
            throw Class(exception);
        };
    }
    return known;
}

/// Builds the Python class of the SIDL interface or class T; Class is its C++ side for
/// implementations in Python. The generated `Bind` function of a SIDL file uses one for each type,
/// once. All members need the Gil.
///
/// For the interface numeric.FunctionPort sidlc generates:
///     ClassBuilder<numeric::FunctionPort, Class>(text)
///         .method<&numeric::FunctionPort::evaluate, Mode::In>("evaluate", {"x"}, documentation);
template <class T, class Class>
class ClassBuilder final {
public:
    /// Creates the Python class in its package. The direct bases are registered already. Throws
    /// what registerClass throws.
    explicit ClassBuilder(const ClassText& text)
        : class_(registerClass(typeid(T), text, describedClass<T, Class>(wholeName(text)))) {}

    /// documentation begins with the signature that Python shows. `arguments` are the names of
    /// those that Python passes, in order; `modes` has one entry for each argument of the C++
    /// method. All texts are static data. pointer: of the interface's own method, not of an
    /// implementation: the call is virtual.
    template <auto pointer, Mode... modes>
    ClassBuilder& method(const char* name, std::vector<const char*>&& arguments,
                         const char* documentation) {
        using Function = Method<pointer, modes...>;
        Function::name = {class_.name.c_str(), name};
        Function::arguments = std::move(arguments);
        addMethod(class_, name, &Function::call, documentation);
        return *this;
    }

private:
    static std::string wholeName(const ClassText& text) {
        return *text.package == '\0' ? text.name : std::string(text.package) + "." + text.name;
    }

    // Owned by the registry, until the process ends.
    const ObjectClass& class_;
};

/// An enumerator of a SIDL enum.
struct NamedNumber {
    const char* name;
    std::int64_t value;
};
/// Creates the class of a SIDL enum, an enum.IntEnum, in its package. Used by generated code; needs
/// the Gil. The class accepts comparison with plain ints, as enumerators in C++ convert to them.
[[gnu::visibility("default")]] void addEnum(const std::type_info& type, const ClassText& text,
                                            const std::vector<NamedNumber>& values);
/// A member of a SIDL struct.
struct NamedField {
    const char* name;
    /// A Python expression of its default.
    const char* initial;
};
/// Creates the class of a SIDL struct, a dataclass whose members have the defaults given. Defaults
/// are evaluated in the namespace of the package, where the types that they name are registered
/// already. Used by generated code; needs the Gil. Throws py::error_already_set for an invalid
/// expression.
[[gnu::visibility("default")]] void addStruct(const std::type_info& type, const ClassText& text,
                                              const std::vector<NamedField>& fields);

}  // namespace gantry::python
