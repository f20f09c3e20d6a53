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

// True if two Python objects refer to the same C++ object.
bool sameObject(py::handle left, py::handle right) {
    const Reference* const one = referenceOf(left.ptr());
    const Reference* const other = one == nullptr ? nullptr : referenceOf(right.ptr());
    return other != nullptr && one->object == other->object;
}

std::int64_t hashOf(py::handle object) {
    const Reference* const reference = referenceOf(object.ptr());
    // The address of the C++ object, not of the Python object: several Python objects may show one.
    const void* const address =
        reference == nullptr ? static_cast<const void*>(object.ptr()) : reference->object.get();
    return static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(address) >> 4U);
}

}  // namespace

void addSidlPackage() {
    using ::sidl::BaseException;
    using ::sidl::RuntimeException;
    using ::sidl::SIDLException;
    adoptClass(typeid(::sidl::BaseInterface),
               describedClass<::sidl::BaseInterface, PlainObject>("sidl.BaseInterface"));
    adoptClass(typeid(::sidl::BaseClass),
               describedClass<::sidl::BaseClass, PlainObject>("sidl.BaseClass"));
    adoptClass(typeid(BaseException),
               describedClass<BaseException, PlainException<SIDLException>>("sidl.BaseException"));
    adoptClass(typeid(RuntimeException),
               describedClass<RuntimeException, PlainException<RuntimeException>>(
                   "sidl.RuntimeException"));
    adoptClass(typeid(SIDLException),
               describedClass<SIDLException, PlainException<SIDLException>>("sidl.SIDLException"));
    package("sidl").attr("Array") = arrayClass();
    py::object names = py::module_::import("sys").attr("modules")["_gantry"];
    names.attr("same_object") = py::cpp_function(&sameObject);
    names.attr("object_hash") = py::cpp_function(&hashOf);
}

}  // namespace gantry::python
