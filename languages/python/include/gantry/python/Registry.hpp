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

/// The registry entry of one SIDL interface, class or exception. Entries are never moved or
/// destroyed. Pointers to functions are in the shared object of the binding, which stays loaded.
/// type is owned: the reference is never given back.
struct ObjectClass {
    std::string name;  ///< as in SIDL, for example "numeric.FunctionPort"
    PyObject* type = nullptr;
    /// The T* of an object, or null if it is not a T.
    void* (*cast)(::sidl::BaseInterface* object) = nullptr;
    /// The C++ side of a Python object.
    std::shared_ptr<::sidl::BaseInterface> (*implement)(const Held& object) = nullptr;
    /// For exceptions: throws the C++ side of a Python exception; else null.
    void (*raise)(const Held& object, const std::string& note, const std::string& trace) = nullptr;
};

/// The C++ object behind a Python object. The Python object owns it and is alive as long as one
/// uses it. Guarded by the Gil. It is in a capsule of the Python object, in the attribute
/// _gantry_object.
struct Reference {
    std::shared_ptr<::sidl::BaseInterface> object;
    /// Of an exception: as it was thrown.
    std::exception_ptr thrown;

    /// Null if the object is not a T. The last answer is kept, so that repeated calls through one
    /// interface cost no dynamic_cast.
    template <class T>
    T* as() {
        if (knownType != &typeid(T)) {
            known = dynamic_cast<T*>(object.get());
            knownType = &typeid(T);
        }
        return static_cast<T*>(known);
    }

    // The last type that was asked for, and the answer.
    const std::type_info* knownType = nullptr;
    void* known = nullptr;
};

/// The inputs from which the Python class of a SIDL type is built. All texts are static data of the
/// binding.
struct ClassText {
    const char* package;
    const char* name;
    const char* documentation;
    /// The direct bases, derived ones first.
    std::vector<const std::type_info*> bases;
};

// All of these need the Gil.

/// Creates the Python class and registers the type until the process ends. The bases are registered
/// already. Throws gantry::Error if another module has the name of the package.
[[gnu::visibility("default")]] const ObjectClass& registerClass(const std::type_info& type,
                                                                const ClassText& text,
                                                                const ObjectClass& known);

/// As registerClass, for a class of package sidl, which the prelude has.
void adoptClass(const std::type_info& type, const ObjectClass& known);

/// Null if the type is not registered.
[[gnu::visibility("default")]] const ObjectClass* findClass(const std::type_info& type);
/// By SIDL name.
[[gnu::visibility("default")]] const ObjectClass* findClass(const std::string& name);

/// The C++ object behind a Python object; null for one whose class is written in Python.
[[gnu::visibility("default")]] Reference* referenceOf(PyObject* object);

/// The Python object of a C++ object: the one from which it came, otherwise an object of all its
/// registered types; None for null.
[[gnu::visibility("default")]] py::object makeObject(
    const std::shared_ptr<::sidl::BaseInterface>& object);

/// The Python exception of a C++ exception that is being handled.
[[gnu::visibility("default")]] py::object makeException(::sidl::BaseException& exception);

/// The C++ object of a Python object that must be a `wanted`: the one behind it, or one that calls
/// it; null for None. Throws Mismatch. A class that is written as several SIDL types at once is
/// refused: it is not clear which of them is meant.
[[gnu::visibility("default")]] std::shared_ptr<::sidl::BaseInterface> takeObject(
    py::handle object, const ObjectClass& wanted);

/// The C++ object that calls the Python object as exactly this class. The same object as long as it
/// is referenced. Throws Mismatch if the Python object does not derive from the class. The Python
/// object knows it by a weak reference, so dropping the last C++ pointer frees it.
[[gnu::visibility("default")]] std::shared_ptr<::sidl::BaseInterface> implementAs(
    py::handle object, const ObjectClass& wanted);

/// The most derived registered class of a Python exception, or null.
[[gnu::visibility("default")]] const ObjectClass* exceptionClassOf(py::handle exception);

/// The class of a SIDL enum or struct, kept until the process ends.
[[gnu::visibility("default")]] void registerValueClass(const std::type_info& type,
                                                       const py::object& pythonClass);
/// Throws Mismatch if it is not registered.
[[gnu::visibility("default")]] py::handle valueClass(const std::type_info& type);

}  // namespace gantry::python
