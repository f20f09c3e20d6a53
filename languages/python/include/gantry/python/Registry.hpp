#pragma once

#include <gantry/python/Held.hpp>
#include <sidl/BaseException.hpp>
#include <sidl/BaseInterface.hpp>

#include <exception>
#include <memory>
#include <string>
#include <typeinfo>
#include <vector>

namespace gantry::python {

/// What is known of one SIDL interface, class or exception.
struct ObjectClass {
    std::string name;  ///< as in SIDL, for example "numeric.FunctionPort"
    PyObject* type = nullptr;
    /// The T* of an object, or null where it is not a T.
    void* (*cast)(::sidl::BaseInterface* object) = nullptr;
    /// The C++ side of a Python object.
    std::shared_ptr<::sidl::BaseInterface> (*implement)(const Held& object) = nullptr;
    /// For exceptions: throws the C++ side of a Python exception; else null.
    void (*raise)(const Held& object, const std::string& note, const std::string& trace) = nullptr;
};

/// The C++ object that a Python object stands for.
struct Reference {
    std::shared_ptr<::sidl::BaseInterface> object;
    /// Of an exception: how it came.
    std::exception_ptr thrown;

    /// Null where the object is not a T.
    template <class T>
    T* as() {
        if (knownType != &typeid(T)) {
            known = dynamic_cast<T*>(object.get());
            knownType = &typeid(T);
        }
        return static_cast<T*>(known);
    }

    const std::type_info* knownType = nullptr;
    void* known = nullptr;
};

/// What makes a Python class of a SIDL type.
struct ClassText {
    const char* package;
    const char* name;
    const char* documentation;
    /// What it extends, derived ones first.
    std::vector<const std::type_info*> bases;
};

// All of these need the Gil.

/// Makes the Python class and keeps what is known of the type, for ever. The bases are registered.
/// Throws gantry::Error where the package's name is taken by another module.
[[gnu::visibility("default")]] const ObjectClass& registerClass(const std::type_info& type,
                                                                const ClassText& text,
                                                                const ObjectClass& known);

/// As registerClass, for a class of package sidl, which the prelude has.
void adoptClass(const std::type_info& type, const ObjectClass& known);

/// Null where the type was not registered.
[[gnu::visibility("default")]] const ObjectClass* findClass(const std::type_info& type);
/// By SIDL name.
[[gnu::visibility("default")]] const ObjectClass* findClass(const std::string& name);

/// The C++ object behind a Python object; null for one whose class is written in Python.
[[gnu::visibility("default")]] Reference* referenceOf(PyObject* object);

/// The Python object of a C++ object: the one it came from, or else an object of all registered
/// types it has; None for null.
[[gnu::visibility("default")]] py::object makeObject(
    const std::shared_ptr<::sidl::BaseInterface>& object);

/// The Python exception of a C++ exception that is being handled.
[[gnu::visibility("default")]] py::object makeException(::sidl::BaseException& exception);

/// The C++ object of a Python object that is to be a `wanted`: the one behind it, or one that calls
/// it; null for None. Throws Mismatch.
[[gnu::visibility("default")]] std::shared_ptr<::sidl::BaseInterface> takeObject(
    py::handle object, const ObjectClass& wanted);

/// The C++ object that calls the Python object as exactly this class. The same as long as anybody
/// holds it. Throws Mismatch where the Python object does not derive from the class.
[[gnu::visibility("default")]] std::shared_ptr<::sidl::BaseInterface> implementAs(
    py::handle object, const ObjectClass& wanted);

/// The registered class of a Python exception that nearest fits, or null.
[[gnu::visibility("default")]] const ObjectClass* exceptionClassOf(py::handle exception);

/// The class of a SIDL enum or struct, kept for ever.
[[gnu::visibility("default")]] void registerValueClass(const std::type_info& type,
                                                       const py::object& pythonClass);
/// Throws Mismatch where it was not registered.
[[gnu::visibility("default")]] py::handle valueClass(const std::type_info& type);

}  // namespace gantry::python
