#include <gantry/python/ClassBuilder.hpp>
#include <sidl/BaseClass.hpp>
#include <sidl/SIDLException.hpp>

#include <cstdint>

#include "Prelude.hpp"

namespace gantry::python {
namespace {

template <class T>
class PlainException final : public ExceptionImplementation, public virtual T {
public:
    using ExceptionImplementation::ExceptionImplementation;
};

class PlainObject final : public Implementation, public virtual ::sidl::BaseClass {
public:
    using Implementation::Implementation;
};

template <class T>
ObjectClass described(const char* name) {
    ObjectClass known;
    known.name = std::string("sidl.") + name;
    known.cast = [](::sidl::BaseInterface* object) -> void* { return dynamic_cast<T*>(object); };
    return known;
}

template <class T, class Class>
ObjectClass implemented(const char* name) {
    ObjectClass known = described<T>(name);
    known.implement = [](const Held& object) -> std::shared_ptr<::sidl::BaseInterface> {
        return std::make_shared<Class>(object);
    };
    return known;
}

template <class T, class Thrown>
ObjectClass raised(const char* name) {
    ObjectClass known = implemented<T, PlainException<Thrown>>(name);
    known.raise = [](const Held& object, const std::string& note, const std::string& trace) {
        PlainException<Thrown> exception(object);
        exception.setNote(note);
        if (!trace.empty()) {
            exception.add(trace);
        }
        throw exception;
    };
    return known;
}

// Whether two Python objects stand for one C++ object.
bool sameObject(py::handle left, py::handle right) {
    const Reference* const one = referenceOf(left.ptr());
    const Reference* const other = one == nullptr ? nullptr : referenceOf(right.ptr());
    return other != nullptr && one->object == other->object;
}

std::int64_t hashOf(py::handle object) {
    const Reference* const reference = referenceOf(object.ptr());
    const void* const address =
        reference == nullptr ? static_cast<const void*>(object.ptr()) : reference->object.get();
    return static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(address) >> 4U);
}

}  // namespace

void addSidlPackage() {
    adoptClass(typeid(::sidl::BaseInterface), described<::sidl::BaseInterface>("BaseInterface"));
    adoptClass(typeid(::sidl::BaseClass), implemented<::sidl::BaseClass, PlainObject>("BaseClass"));
    adoptClass(typeid(::sidl::BaseException),
               raised<::sidl::BaseException, ::sidl::SIDLException>("BaseException"));
    adoptClass(typeid(::sidl::RuntimeException),
               raised<::sidl::RuntimeException, ::sidl::RuntimeException>("RuntimeException"));
    adoptClass(typeid(::sidl::SIDLException),
               raised<::sidl::SIDLException, ::sidl::SIDLException>("SIDLException"));
    package("sidl").attr("Array") = arrayClass();
    py::object names = py::module_::import("sys").attr("modules")["_gantry"];
    names.attr("same_object") = py::cpp_function(&sameObject);
    names.attr("object_hash") = py::cpp_function(&hashOf);
}

}  // namespace gantry::python
