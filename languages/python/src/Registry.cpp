#include <gantry/python/ClassBuilder.hpp>
#include <gantry/python/Implementation.hpp>
#include <gantry/python/Interpreter.hpp>
#include <gantry/python/Mismatch.hpp>
#include <gantry/python/Registry.hpp>

#include <algorithm>
#include <map>
#include <unordered_map>

namespace gantry::python {
namespace {

constexpr const char* kReferenceName = "gantry.object";
constexpr const char* kImplementationName = "gantry.implementation";

/// All that is known, for the whole process: there is one interpreter. Guarded by the Gil.
struct Known {
    // Classes are never moved or destroyed.
    std::map<std::string, ObjectClass> classes;
    std::unordered_map<std::string, const ObjectClass*> byType;
    std::unordered_map<std::string, PyObject*> values;
    /// The Python class of C++ classes seen so far.
    std::map<std::pair<const std::type_info*, std::string>, std::vector<const ObjectClass*>> seen;
    std::map<std::vector<const ObjectClass*>, PyObject*> combined;
};

Known& known() {
    // Never destroyed: objects may be released after the static destructors ran.
    // NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): guarded by the Gil
    static auto* const all = new Known;
    return *all;
}

PyObject* internedName(const char* name) {
    return PyUnicode_InternFromString(name);
}

bool extends(const ObjectClass& derived, const ObjectClass& base) {
    return PyType_IsSubtype(reinterpret_cast<PyTypeObject*>(derived.type),
                            reinterpret_cast<PyTypeObject*>(base.type)) != 0;
}

/// Without those that another one extends; what remains in an order that Python accepts as bases.
std::vector<const ObjectClass*> mostDerived(const std::vector<const ObjectClass*>& classes) {
    std::vector<const ObjectClass*> result;
    for (const ObjectClass* each : classes) {
        const bool covered = std::any_of(classes.begin(), classes.end(), [&](const auto* other) {
            return other != each && extends(*other, *each);
        });
        if (!covered) {
            result.push_back(each);
        }
    }
    return result;
}

// Asks every registered type with a dynamic_cast, once for each C++ class.
std::vector<const ObjectClass*> classesOf(::sidl::BaseInterface& object) {
    const std::type_info& type = typeid(object);
    // The name as well as the address: a library that was unloaded may leave its address to another
    // type.
    const auto key = std::make_pair(&type, std::string(type.name()));
    const auto found = known().seen.find(key);
    if (found != known().seen.end()) {
        return found->second;
    }
    std::vector<const ObjectClass*> all;
    for (const auto& [name, each] : known().classes) {
        if (each.cast(&object) != nullptr) {
            all.push_back(&each);
        }
    }
    return known().seen[key] = mostDerived(all);
}

py::handle combinedClass(const std::vector<const ObjectClass*>& classes) {
    if (classes.empty()) {
        return findClass("sidl.BaseInterface")->type;
    }
    if (classes.size() == 1) {
        return classes.front()->type;
    }
    // Kept for the life of the process, or each object of two types would make a class of its own.
    PyObject*& made = known().combined[classes];
    if (made == nullptr) {
        std::string name;
        py::tuple bases(classes.size());
        for (std::size_t i = 0; i < classes.size(); ++i) {
            const std::string& whole = classes[i]->name;
            name += (name.empty() ? "" : "_") + whole.substr(whole.rfind('.') + 1);
            bases[i] = py::reinterpret_borrow<py::object>(classes[i]->type);
        }
        made = prelude("make_class")(name, "sidl", bases, "An object of several types.")
                   .release()
                   .ptr();
    }
    return made;
}

void setReference(const py::object& object, Reference reference) {
    auto* const kept = new Reference(std::move(reference));
    const auto capsule =
        py::reinterpret_steal<py::object>(PyCapsule_New(kept, kReferenceName, [](PyObject* dying) {
            auto* const last = static_cast<Reference*>(PyCapsule_GetPointer(dying, kReferenceName));
            // Not under the Gil: dropping the last pointer to a component may wait for other
            // threads that use Python.
            const WithoutGil others;
            delete last;
        }));
    // NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): guarded by the Gil
    static PyObject* const name = internedName("_gantry_object");
    if (!capsule || PyObject_SetAttr(object.ptr(), name, capsule.ptr()) != 0) {
        throw py::error_already_set();
    }
}

py::dict implementationsOf(const py::object& object) {
    if (object.attr("_gantry_implementations").is_none()) {
        object.attr("_gantry_implementations") = py::dict();
    }
    return object.attr("_gantry_implementations");
}

using Weak = std::weak_ptr<::sidl::BaseInterface>;

/// Those classes of SIDL that the Python object's class is written as and that are a `wanted`.
std::vector<const ObjectClass*> writtenClasses(py::handle object, const ObjectClass& wanted) {
    std::vector<const ObjectClass*> all;
    for (const auto& [name, each] : known().classes) {
        if (each.implement != nullptr && extends(each, wanted) &&
            PyObject_TypeCheck(object.ptr(), reinterpret_cast<PyTypeObject*>(each.type)) != 0) {
            all.push_back(&each);
        }
    }
    return mostDerived(all);
}

}  // namespace

namespace {

const ObjectClass& keep(const std::type_info& type, const ObjectClass& what,
                        const py::object& pythonClass) {
    ObjectClass& kept = known().classes[what.name];
    kept = what;
    kept.type = py::object(pythonClass).release().ptr();
    known().byType[type.name()] = &kept;
    // A new class may be the better answer for C++ classes seen before.
    known().seen.clear();
    return kept;
}

}  // namespace

void adoptClass(const std::type_info& type, const ObjectClass& known) {
    const std::string name = known.name.substr(known.name.rfind('.') + 1);
    const py::object written = prelude(name.c_str());
    written.attr("__module__") = "sidl";
    package("sidl").attr(name.c_str()) = written;
    keep(type, known, written);
}

const ObjectClass& registerClass(const std::type_info& type, const ClassText& text,
                                 const ObjectClass& known) {
    py::tuple bases(text.bases.size());
    for (std::size_t i = 0; i < text.bases.size(); ++i) {
        bases[i] = py::reinterpret_borrow<py::object>(findClass(*text.bases[i])->type);
    }
    const py::object made =
        prelude("make_class")(text.name, text.package, bases, text.documentation);
    package(text.package).attr(text.name) = made;
    return keep(type, known, made);
}

const ObjectClass* findClass(const std::type_info& type) {
    const auto found = known().byType.find(type.name());
    return found == known().byType.end() ? nullptr : found->second;
}

const ObjectClass* findClass(const std::string& name) {
    const auto found = known().classes.find(name);
    return found == known().classes.end() ? nullptr : &found->second;
}

Reference* referenceOf(PyObject* object) {
    // NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): guarded by the Gil
    static PyObject* const name = internedName("_gantry_object");
    const auto capsule = py::reinterpret_steal<py::object>(PyObject_GetAttr(object, name));
    if (!capsule) {
        PyErr_Clear();
        return nullptr;
    }
    return capsule.is_none()
               ? nullptr
               : static_cast<Reference*>(PyCapsule_GetPointer(capsule.ptr(), kReferenceName));
}

// __new__ without __init__: the C++ object exists already.
py::object makeObject(const std::shared_ptr<::sidl::BaseInterface>& object) {
    if (!object) {
        return py::none();
    }
    if (const auto* own = dynamic_cast<Implementation*>(object.get())) {
        return objectOf(own->object());
    }
    const py::handle type = combinedClass(classesOf(*object));
    py::object made = type.attr("__new__")(type);
    setReference(made, {object, nullptr});
    return made;
}

py::object makeException(::sidl::BaseException& exception) {
    const py::handle type = combinedClass(classesOf(exception));
    py::object made = prelude("make_exception")(type, exception.getNote(), exception.getTrace());
    const auto thrown = std::make_shared<std::exception_ptr>(std::current_exception());
    // The pointer goes into the exception object, which `thrown` keeps.
    setReference(made, {std::shared_ptr<::sidl::BaseInterface>(thrown, &exception), *thrown});
    return made;
}

std::shared_ptr<::sidl::BaseInterface> implementAs(py::handle object, const ObjectClass& wanted) {
    if (PyObject_TypeCheck(object.ptr(), reinterpret_cast<PyTypeObject*>(wanted.type)) == 0 ||
        wanted.implement == nullptr) {
        throw Mismatch("is " + typeNameOf(object) + ", which does not derive from " + wanted.name);
    }
    const auto self = py::reinterpret_borrow<py::object>(object);
    py::dict kept = implementationsOf(self);
    if (kept.contains(wanted.name.c_str())) {
        const py::object capsule = kept[wanted.name.c_str()];
        auto* const weak =
            static_cast<Weak*>(PyCapsule_GetPointer(capsule.ptr(), kImplementationName));
        // As long as C++ holds the first implementation, the same one is given: identity is pointer
        // equality.
        if (auto alive = weak->lock()) {
            return alive;
        }
    }
    auto made = wanted.implement(hold(self));
    kept[wanted.name.c_str()] = py::reinterpret_steal<py::object>(
        PyCapsule_New(new Weak(made), kImplementationName, [](PyObject* dying) {
            delete static_cast<Weak*>(PyCapsule_GetPointer(dying, kImplementationName));
        }));
    return made;
}

std::shared_ptr<::sidl::BaseInterface> takeObject(py::handle object, const ObjectClass& wanted) {
    if (PyObject_TypeCheck(object.ptr(), reinterpret_cast<PyTypeObject*>(wanted.type)) == 0) {
        throw Mismatch("is " + typeNameOf(object) + ", not " + wanted.name);
    }
    if (const Reference* const reference = referenceOf(object.ptr())) {
        return reference->object;
    }
    const auto classes = writtenClasses(object, wanted);
    if (classes.size() != 1) {
        std::string names;
        for (const ObjectClass* each : classes) {
            names += (names.empty() ? "" : " and ") + each->name;
        }
        throw Mismatch("is " + typeNameOf(object) + ", which is " + names +
                       " at once; write one class for each");
    }
    return implementAs(object, *classes.front());
}

const ObjectClass* exceptionClassOf(py::handle exception) {
    const ObjectClass* best = nullptr;
    for (const auto& [name, each] : known().classes) {
        if (each.raise != nullptr &&
            PyObject_TypeCheck(exception.ptr(), reinterpret_cast<PyTypeObject*>(each.type)) != 0 &&
            (best == nullptr || extends(each, *best))) {
            best = &each;
        }
    }
    return best;
}

void registerValueClass(const std::type_info& type, const py::object& pythonClass) {
    known().values[type.name()] = py::object(pythonClass).release().ptr();
}

py::handle valueClass(const std::type_info& type) {
    const auto found = known().values.find(type.name());
    if (found == known().values.end()) {
        throw Mismatch(std::string("is of C++ type ") + type.name() +
                       ", whose Python binding is not loaded");
    }
    return found->second;
}

}  // namespace gantry::python
