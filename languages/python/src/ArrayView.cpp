#include <gantry/python/Conversion.hpp>

#include <limits>
#include <string_view>

#include "ArrayObject.hpp"

namespace gantry::python {
namespace {

template <class T>
PyObject* getElement(const void* element) {
    return Conversion<T>::make(*static_cast<const T*>(element)).release().ptr();
}

template <class T>
void setElement(void* element, PyObject* value) {
    *static_cast<T*>(element) = Conversion<T>::take(value);
}

template <class T>
constexpr ElementType describe(const char* format, const char* name) {
    return {format, sizeof(T), name, &getElement<T>, &setElement<T>};
}

constexpr ElementType kBool = describe<bool>("?", "bool");
constexpr ElementType kChar = describe<char>("c", "char");
constexpr ElementType kInt = describe<std::int32_t>("i", "int");
constexpr ElementType kLong = describe<std::int64_t>("q", "long");
constexpr ElementType kFloat = describe<float>("f", "float");
constexpr ElementType kDouble = describe<double>("d", "double");
constexpr ElementType kFcomplex = describe<std::complex<float>>("Zf", "fcomplex");
constexpr ElementType kDcomplex = describe<std::complex<double>>("Zd", "dcomplex");

constexpr std::array kElementTypes{&kBool,  &kChar,   &kInt,      &kLong,
                                   &kFloat, &kDouble, &kFcomplex, &kDcomplex};

// Whether elements of a buffer are those of the type. Format letters name C types; what counts is
// the kind and the size. numpy names the same type i, l or q by platform; sizes have been compared
// already.
bool isSame(const Py_buffer& buffer, const ElementType& element) {
    std::string_view format = buffer.format == nullptr ? "B" : buffer.format;
    if (format.size() > 1 && (format[0] == '@' || format[0] == '=' || format[0] == '<')) {
        format.remove_prefix(1);
    }
    if (buffer.itemsize != element.size) {
        return false;
    }
    if (&element == &kInt || &element == &kLong) {
        return format.size() == 1 && std::string_view("ilqn").find(format[0]) != format.npos;
    }
    if (&element == &kChar) {
        return format.size() == 1 && std::string_view("cbB").find(format[0]) != format.npos;
    }
    return format == element.format;
}

bool fitsInt(Py_ssize_t number) {
    return number >= std::numeric_limits<int>::min() && number <= std::numeric_limits<int>::max();
}

/// A buffer that any thread may let go.
std::shared_ptr<void> ownerOf(const Py_buffer& buffer) {
    return std::shared_ptr<void>(new Py_buffer(buffer), [](void* dying) {
        const std::unique_ptr<Py_buffer> last(static_cast<Py_buffer*>(dying));
        if (pythonRuns()) {
            const Gil gil;
            PyBuffer_Release(last.get());
        }
    });
}

// The owner is made first, so that the buffer is released on every way out.
std::optional<ArrayView> viewOfBuffer(const Py_buffer& buffer, const ViewRequest& request) {
    ArrayView view;
    view.memory = std::make_shared<ArrayMemory>();
    view.memory->owner = ownerOf(buffer);
    if (!isSame(buffer, request.element) || buffer.ndim != request.dimension) {
        return std::nullopt;
    }
    view.first = static_cast<char*>(buffer.buf);
    view.element = &request.element;
    view.dimension = request.dimension;
    for (int d = 0; d < view.dimension; ++d) {
        const auto at = static_cast<std::size_t>(d);
        view.lengths[at] = buffer.shape[d];
        view.strides[at] = buffer.strides[d];
        const Py_ssize_t stride = buffer.strides[d] / buffer.itemsize;
        if (buffer.strides[d] % buffer.itemsize != 0 || !fitsInt(stride) ||
            !fitsInt(buffer.shape[d])) {
            return std::nullopt;
        }
    }
    return view;
}

/// An array of any number of dimensions up to 7.
template <class T, int N = 1>
std::shared_ptr<::sidl::BaseArray> arrayOf(const ArrayView& view) {
    if (view.dimension == N) {
        return std::make_shared<::sidl::array<T, N>>(arrayOfView<T, N>(view));
    }
    if constexpr (N < 7) {
        return arrayOf<T, N + 1>(view);
    } else {
        return nullptr;
    }
}

template <class T, int N = 1>
bool addView(const ::sidl::BaseArray& array, std::optional<ArrayView>& view) {
    if (const auto* known = dynamic_cast<const ::sidl::array<T, N>*>(&array)) {
        view = viewOfArray(*known);
        return true;
    }
    if constexpr (N < 7) {
        return addView<T, N + 1>(array, view);
    } else {
        return false;
    }
}

template <class... Types>
struct PlainTypes {
    static std::shared_ptr<::sidl::BaseArray> take(const ArrayView& view) {
        std::shared_ptr<::sidl::BaseArray> array;
        ((view.element == &elementType<Types>() ? array = arrayOf<Types>(view) : array), ...);
        return array;
    }
    static std::optional<ArrayView> viewOf(const ::sidl::BaseArray& array) {
        std::optional<ArrayView> view;
        (void)(addView<Types>(array, view) || ...);
        return view;
    }
};

using AllPlainTypes = PlainTypes<bool, char, std::int32_t, std::int64_t, float, double,
                                 std::complex<float>, std::complex<double>>;

}  // namespace

template <>
const ElementType& elementType<bool>() {
    return kBool;
}
template <>
const ElementType& elementType<char>() {
    return kChar;
}
template <>
const ElementType& elementType<std::int32_t>() {
    return kInt;
}
template <>
const ElementType& elementType<std::int64_t>() {
    return kLong;
}
template <>
const ElementType& elementType<float>() {
    return kFloat;
}
template <>
const ElementType& elementType<double>() {
    return kDouble;
}
template <>
const ElementType& elementType<std::complex<float>>() {
    return kFcomplex;
}
template <>
const ElementType& elementType<std::complex<double>>() {
    return kDcomplex;
}

std::optional<ArrayView> viewOf(py::handle object, const ViewRequest& request) {
    if (isArray(object)) {
        const ArrayView& view = viewIn(object.ptr());
        requireOpen(view);
        // Memory that is lent for a call has no owner to keep.
        const bool fits = view.element == &request.element && view.dimension == request.dimension &&
                          view.memory->owner != nullptr;
        return fits ? std::optional(view) : std::nullopt;
    }
    if (PyObject_CheckBuffer(object.ptr()) == 0) {
        return std::nullopt;
    }
    Py_buffer buffer{};
    const int flags = PyBUF_STRIDES | PyBUF_FORMAT | (request.writable ? PyBUF_WRITABLE : 0);
    if (PyObject_GetBuffer(object.ptr(), &buffer, flags) != 0) {
        PyErr_Clear();
        return std::nullopt;
    }
    return viewOfBuffer(buffer, request);
}

py::object makeAnyArray(const ::sidl::BaseArray& array) {
    const auto view = AllPlainTypes::viewOf(array);
    if (!view) {
        throw Mismatch("is not an array of numbers, so it cannot be an array<> in Python");
    }
    return makeArray(*view);
}

// Tries each type and dimension in turn: at most 56 looks at the buffer, which only callers of
// array<> pay for.
std::shared_ptr<::sidl::BaseArray> takeAnyArray(py::handle object) {
    for (const ElementType* element : kElementTypes) {
        for (int dimension = 1; dimension <= 7; ++dimension) {
            if (const auto view = viewOf(object, {*element, dimension})) {
                return AllPlainTypes::take(*view);
            }
        }
    }
    throw Mismatch("is " + typeNameOf(object) +
                   ", not an array of numbers that can be changed in place");
}

}  // namespace gantry::python
