#pragma once

#include <gantry/python/Held.hpp>
#include <sidl/array.hpp>
#include <sidl/rarray.hpp>

#include <array>
#include <complex>
#include <cstdint>
#include <memory>
#include <optional>

namespace gantry::python {

/// The format of an element type in Python's buffer protocol, for elements that both languages
/// store alike.
///
/// `format` is the struct format of the buffer protocol (PEP 3118), `size` the bytes of one
/// element. `get` returns a new reference, or null with a Python error set; `element` need not be
/// aligned with anything but its own type. There is one static object for each type; compare
/// addresses.
struct ElementType {
    const char* format;
    Py_ssize_t size;
    /// Its SIDL name, for messages.
    const char* name;
    PyObject* (*get)(const void* element);
    /// Throws Mismatch or py::error_already_set.
    void (*set)(void* element, PyObject* value);
};

/// The memory behind an Array, shared by all views of it. `owner` keeps it alive; null means memory
/// lent for one call. `open` becomes false when that call ends; each use then raises ValueError.
/// `exports` counts the buffers (memoryview, numpy arrays) that are still out. Guarded by the Gil.
/// Arrays that C++ made have an owner; those that are lent have none, so nothing can keep them
/// beyond the call. A flag and a count rather than a lock: all of it happens under the Gil.
struct ArrayMemory {
    std::shared_ptr<void> owner;
    bool open = true;
    Py_ssize_t exports = 0;
};

/// Elements in memory, and where they are: the element with all indices 0 is at `first`, the next
/// of dimension d is strides[d] bytes further (negative for reversed slices). Only the first
/// `dimension` entries count. `lower` is the first index in SIDL; Python counts from 0. A plain
/// value: slices and parts are further views of the same memory. It owns its share of the memory,
/// not the elements.
struct ArrayView {
    std::shared_ptr<ArrayMemory> memory;
    char* first = nullptr;
    const ElementType* element = nullptr;
    int dimension = 0;
    std::array<Py_ssize_t, 7> lengths{};
    std::array<Py_ssize_t, 7> strides{};
    std::array<int, 7> lower{};
};

/// Element types that Python's buffer protocol can show in place. Strings, objects, enums and
/// structs are not among them: those are converted to lists.
template <class T>
concept PlainElement =
    std::is_same_v<T, bool> || std::is_same_v<T, char> || std::is_same_v<T, std::int32_t> ||
    std::is_same_v<T, std::int64_t> || std::is_same_v<T, float> || std::is_same_v<T, double> ||
    std::is_same_v<T, std::complex<float>> || std::is_same_v<T, std::complex<double>>;

/// Defined for the types of PlainElement.
template <class T>
[[gnu::visibility("default")]] const ElementType& elementType();

// All of these need the Gil.

/// The Python class sidl.Array, made once. It cannot be instantiated from Python: arrays come from
/// C++.
[[gnu::visibility("default")]] py::object arrayClass();
/// A sidl.Array that shows the elements. Copies the view, not the elements. Throws
/// py::error_already_set without memory.
[[gnu::visibility("default")]] py::object makeArray(const ArrayView& view);

/// The purpose of a view. An rarray needs writable memory; an argument that is only read does not.
struct ViewRequest {
    const ElementType& element;
    int dimension = 1;
    bool writable = true;
};
/// The elements of a sidl.Array or of anything with the buffer protocol, in place; nothing if the
/// object has other elements or another number of dimensions, or cannot be written.
///
///     if (const auto view = viewOf(object, {elementType<double>(), 2})) {
///         auto matrix = arrayOfView<double, 2>(*view);    // the memory of the object
///     }
[[gnu::visibility("default")]] std::optional<ArrayView> viewOf(py::handle object,
                                                               const ViewRequest& request);

/// Ends the use of memory that is lent for a call. Throws Mismatch if a view of it still exists.
[[gnu::visibility("default")]] void closeMemory(ArrayMemory& memory);

/// `array<>`: any array of numbers. Shows the elements in place. Throws Mismatch for an array of
/// anything else.
[[gnu::visibility("default")]] py::object makeAnyArray(const ::sidl::BaseArray& array);
/// The array with the elements and the number of dimensions of the object. Throws Mismatch, for
/// None as well. Elements are shared in place. Tries at most 56 combinations of type and dimension.
[[gnu::visibility("default")]] std::shared_ptr<::sidl::BaseArray> takeAnyArray(py::handle object);

/// A view that shares the elements with the array. Allocates twice; copies no element.
template <class T, int N>
ArrayView viewOfArray(const ::sidl::array<T, N>& array) {
    ArrayView view;
    view.memory = std::make_shared<ArrayMemory>();
    // A copy of the array shares its elements and keeps them alive.
    view.memory->owner = std::make_shared<::sidl::array<T, N>>(array);
    view.first = reinterpret_cast<char*>(array.data());
    view.element = &elementType<T>();
    view.dimension = N;
    for (int d = 0; d < N; ++d) {
        const auto at = static_cast<std::size_t>(d);
        view.lengths[at] = array.length(d);
        view.strides[at] = array.stride(d) * static_cast<Py_ssize_t>(sizeof(T));
        view.lower[at] = array.lower(d);
    }
    return view;
}

/// The elements lent to a call; the caller owns them. They may be changed in place until
/// closeMemory. Column-major, as an rarray is.
template <class T, int N>
ArrayView viewOfRarray(const ::sidl::rarray<T, N>& array) {
    ArrayView view;
    view.memory = std::make_shared<ArrayMemory>();
    view.first = reinterpret_cast<char*>(array.data());
    view.element = &elementType<T>();
    view.dimension = N;
    Py_ssize_t stride = sizeof(T);
    for (int d = 0; d < N; ++d) {
        const auto at = static_cast<std::size_t>(d);
        view.lengths[at] = array.length(d);
        view.strides[at] = stride;
        stride *= array.length(d);
    }
    return view;
}

/// The array that shows the elements of a view, and keeps its memory. The view has elements of T, N
/// dimensions, and strides that are multiples of sizeof(T). The thread that drops the array last
/// releases a Python buffer, for which it takes the Gil.
template <class T, int N>
::sidl::array<T, N> arrayOfView(const ArrayView& view) {
    typename ::sidl::array<T, N>::Shape lengths{};
    typename ::sidl::array<T, N>::Shape strides{};
    typename ::sidl::array<T, N>::Shape lower{};
    for (std::size_t d = 0; d < N; ++d) {
        lengths[d] = static_cast<int>(view.lengths[d]);
        // viewOf() has refused buffers whose lengths do not fit an int.
        strides[d] = static_cast<int>(view.strides[d] / static_cast<Py_ssize_t>(sizeof(T)));
        lower[d] = view.lower[d];
    }
    // An aliasing pointer: counts the memory's owner, points to the first element.
    const std::shared_ptr<T[]> owner(view.memory->owner, reinterpret_cast<T*>(view.first));
    auto array = ::sidl::array<T, N>::share(owner, owner.get(), lengths, strides);
    array.setLower(lower);
    return array;
}

}  // namespace gantry::python
