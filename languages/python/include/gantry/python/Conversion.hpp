#pragma once

#include <gantry/python/Array.hpp>
#include <gantry/python/Mismatch.hpp>
#include <gantry/python/Registry.hpp>

#include <complex>
#include <concepts>
#include <cstdint>
#include <string>
#include <tuple>
#include <type_traits>
#include <typeinfo>
#include <utility>

namespace gantry::python {

/// Between a C++ type of SIDL and Python: `make` gives the Python object of a value, `take` the
/// value of a Python object or throws Mismatch (or what the object's own code raises, as
/// py::error_already_set). A Mismatch continues a sentence that begins with the value's name. All
/// need the Gil. `make` of plain values allocates one Python object; `take` of them allocates
/// nothing.
///
/// It is specialised for every type that a SIDL method may have; another one does not compile. The
/// specialisations that have a source file are exported by libgantry_python.so, the templates are
/// compiled into each binding.
///
///     const py::object shown = Conversion<double>::make(0.5);            // float
///     const std::string text = Conversion<std::string>::take(object);    // or Mismatch
template <class T>
struct Conversion;

/// True, False or numpy's bool; not any other object that Python takes for true. A number or an
/// empty list is refused, since in other languages it would not be a truth value either. numpy's
/// type is recognised by its name, so that numpy is not needed.
template <>
struct [[gnu::visibility("default")]] Conversion<bool> {
    static py::object make(bool value);
    static bool take(py::handle object);
};
/// A str of one character below 256 (Latin-1). Another str, or one of several characters, is a
/// Mismatch.
template <>
struct [[gnu::visibility("default")]] Conversion<char> {
    static py::object make(char value);
    static char take(py::handle object);
};
/// Anything with __index__, so numpy's integers too, but no float. Out of range is a Mismatch of
/// kind Range.
template <>
struct [[gnu::visibility("default")]] Conversion<std::int32_t> {
    static py::object make(std::int32_t value);
    // Calls __index__ of the object, which may be code in Python.
    static std::int32_t take(py::handle object);
};
/// As for std::int32_t, with 64 bits.
template <>
struct [[gnu::visibility("default")]] Conversion<std::int64_t> {
    static py::object make(std::int64_t value);
    static std::int64_t take(py::handle object);
};
/// Anything that Python's float() takes by its number protocol; no text. So ints and numpy's
/// numbers will do. A float itself, the usual case, costs no call.
template <>
struct [[gnu::visibility("default")]] Conversion<double> {
    static py::object make(double value);
    // Calls __float__ or __index__ of the object, which may be code in Python.
    static double take(py::handle object);
};
/// By way of double; `take` rounds to the nearest float.
template <>
struct Conversion<float> {
    static py::object make(float value) { return Conversion<double>::make(value); }
    static float take(py::handle object) {
        return static_cast<float>(Conversion<double>::take(object));
    }
};
/// Complex numbers, and what converts to them. A Mismatch for anything else.
template <>
struct [[gnu::visibility("default")]] Conversion<std::complex<double>> {
    static py::object make(std::complex<double> value);
    static std::complex<double> take(py::handle object);
};
/// By way of complex double; `take` rounds.
template <>
struct Conversion<std::complex<float>> {
    static py::object make(std::complex<float> value) {
        return Conversion<std::complex<double>>::make(value);
    }
    static std::complex<float> take(py::handle object) {
        return std::complex<float>(Conversion<std::complex<double>>::take(object));
    }
};
/// Bytes that are not UTF-8 are converted as in Python's file names (surrogateescape). So every
/// byte string survives the way to Python and back.
template <>
struct [[gnu::visibility("default")]] Conversion<std::string> {
    static py::object make(const std::string& value);
    // A str; an object of bytes is refused.
    static std::string take(py::handle object);
};
/// An address as a number; null is None. The object behind it is not kept: who passes addresses
/// keeps what they point to. A number that does not fit an address is a Mismatch of kind Range.
template <>
struct [[gnu::visibility("default")]] Conversion<void*> {
    static py::object make(void* value);
    static void* take(py::handle object);
};

/// The enumerator of a registered SIDL enum; the plain int if the value has no enumerator. Throws
/// Mismatch if the enum is not registered. Costs a look-up of the enum by its type and a call of
/// Python.
[[gnu::visibility("default")]] py::object makeEnumerator(const std::type_info& type,
                                                         std::int64_t value);
/// The number of an enumerator, or of an int that equals one. Throws Mismatch for anything else.
[[gnu::visibility("default")]] std::int64_t takeEnumerator(const std::type_info& type,
                                                           py::handle object);

/// Enums, by makeEnumerator and takeEnumerator.
template <class T>
requires std::is_enum_v<T>
struct Conversion<T> {
    static py::object make(T value) {
        return makeEnumerator(typeid(T), static_cast<std::int64_t>(value));
    }
    static T take(py::handle object) { return static_cast<T>(takeEnumerator(typeid(T), object)); }
};

/// The members of a SIDL struct, specialised by generated code: kNames, and of(value), a tuple of
/// references. kNames is a std::array of the members' names in the order of of(). The references
/// are to members of `value`, and valid as long as it.
///
/// For a struct numeric.Range with members low and high sidlc generates:
///
///     template <>
///     struct Fields<numeric::Range> {
///         static constexpr std::array<const char*, 2> kNames{"low", "high"};
///         static auto of(auto& value) { return std::tie(value.low, value.high); }
///     };
template <class T>
struct Fields;

/// A SIDL struct whose Fields are generated. It selects the conversion of structs below.
template <class T>
concept FieldStruct = requires {
    Fields<T>::kNames.size();
};

/// The member `name` of a struct's object as T; throws Mismatch that names it. An attribute that
/// cannot be read, for whatever reason, counts as missing. T is the type of the member; a property
/// is read by its code.
template <class T>
T takeField(py::handle object, const char* name) {
    const auto field =
        py::reinterpret_steal<py::object>(PyObject_GetAttrString(object.ptr(), name));
    if (!field) {
        PyErr_Clear();
        throw Mismatch("is " + typeNameOf(object) + ", which has no member '" + name + "'");
    }
    try {
        return Conversion<T>::take(field);
    } catch (const Mismatch& mismatch) {
        throw Mismatch(std::string("has a member '") + name + "' that " + mismatch.what(),
                       mismatch.kind());
    }
}

/// Structs: `make` calls the dataclass with all members, `take` reads attributes of those names, so
/// any object that has them will do. None is the value-initialised struct.
template <FieldStruct T>
struct Conversion<T> {
    static py::object make(const T& value) {
        return std::apply(
            [](const auto&... fields) {
                return valueClass(typeid(T))(
                    Conversion<std::remove_cvref_t<decltype(fields)>>::make(fields)...);
            },
            Fields<T>::of(value));
    }
    static T take(py::handle object) {
        T value{};
        if (!object.is_none()) {
            auto fields = Fields<T>::of(value);
            takeAll(object, fields, std::make_index_sequence<Fields<T>::kNames.size()>());
        }
        return value;
    }

private:
    template <class Tuple, std::size_t... At>
    static void takeAll(py::handle object, Tuple& fields, std::index_sequence<At...>) {
        ((std::get<At>(fields) = takeField<std::remove_cvref_t<std::tuple_element_t<At, Tuple>>>(
              object, Fields<T>::kNames[At])),
         ...);
    }
};

/// The class of T, cached; throws Mismatch if it is not registered. Cached for each T and shared
/// object: a class never leaves the registry. The type_info of the shared object decides nothing:
/// classes are found by the type's name. A pointer and no copy: Python's class has the same life.
template <class T>
const ObjectClass& classOf() {
    // Guarded by the Gil. Nothing is kept while the class is missing: its binding may be loaded
    // later.
    static const ObjectClass* found = nullptr;
    if (found == nullptr) {
        found = findClass(typeid(T));
    }
    if (found == nullptr) {
        throw Mismatch(std::string("is of C++ type ") + typeid(T).name() +
                       ", whose Python binding is not loaded");
    }
    return *found;
}

/// Objects; null is None. See makeObject and takeObject for identity. An object that came from
/// Python goes back as the same Python object, and the other way round.
template <std::derived_from<::sidl::BaseInterface> T>
struct Conversion<std::shared_ptr<T>> {
    static py::object make(const std::shared_ptr<T>& value) { return makeObject(value); }
    static std::shared_ptr<T> take(py::handle object) {
        if (object.is_none()) {
            return nullptr;
        }
        return std::dynamic_pointer_cast<T>(takeObject(object, classOf<T>()));
    }
};

/// The elements of nested lists or tuples, dimension by dimension. Throws Mismatch for other
/// objects and for rows of different lengths. Text counts as a sequence only for elements of type
/// char. Two passes: the lengths by the first row of each dimension, then the elements. Copies
/// everything.
///
///     // [[1, 2], [3, 4]] is an array of two rows with two elements each
///     const auto matrix = NestedSequence<double, 2>::take(object);
///
/// An iterable must give its elements twice: a generator, which cannot, is a Mismatch.
template <class T, int N>
class NestedSequence final {
public:
    /// The result owns its elements, is dense and row-major, and has lower bounds 0.
    static ::sidl::array<T, N> take(py::handle object) {
        Shape lengths{};
        measure(object, lengths, 0);
        ::sidl::array<T, N> array(lengths);
        // The array is dense and in row-major order, as the lists are.
        T* next = array.data();
        fill(object, lengths, 0, next);
        return array;
    }

private:
    using Shape = typename ::sidl::array<T, N>::Shape;

    // A list or tuple as it is, or a list made of any other iterable; a str is not one of
    // numbers.
    static py::object sequence(py::handle object) {
        const bool text = PyUnicode_Check(object.ptr()) && !std::is_same_v<T, char>;
        auto items = text ? py::object()
                          : py::reinterpret_steal<py::object>(PySequence_Fast(object.ptr(), ""));
        if (!items) {
            PyErr_Clear();
            throw Mismatch("is " + typeNameOf(object) + ", not an array of " + std::to_string(N) +
                           (N == 1 ? " dimension" : " dimensions"));
        }
        return items;
    }
    // The lengths of all dimensions by the first rows; fill() then checks each row against them.
    static void measure(py::handle object, Shape& lengths, std::size_t dimension) {
        const py::object items = sequence(object);
        const Py_ssize_t size = PySequence_Fast_GET_SIZE(items.ptr());
        lengths[dimension] = static_cast<int>(size);
        if (dimension + 1 < N && size > 0) {
            measure(PySequence_Fast_GET_ITEM(items.ptr(), 0), lengths, dimension + 1);
        }
    }
    static void fill(py::handle object, const Shape& lengths, std::size_t dimension, T*& next) {
        const py::object items = sequence(object);
        if (PySequence_Fast_GET_SIZE(items.ptr()) != lengths[dimension]) {
            throw Mismatch("has rows of different lengths");
        }
        for (Py_ssize_t i = 0; i < lengths[dimension]; ++i) {
            PyObject* const item = PySequence_Fast_GET_ITEM(items.ptr(), i);
            if (dimension + 1 < N) {
                fill(item, lengths, dimension + 1, next);
            } else {
                *next++ = element(item, i);
            }
        }
    }
    // Names the index in its row, as the user wrote it.
    static T element(py::handle item, Py_ssize_t at) {
        try {
            return Conversion<T>::take(item);
        } catch (const Mismatch& mismatch) {
            throw Mismatch("has an element " + std::to_string(at) + " that " + mismatch.what(),
                           mismatch.kind());
        }
    }
};

/// Numbers are shared in place, in both directions; other elements are converted to and from lists.
/// `take` shares what can be written in place, copies a read-only buffer, and reads anything else
/// as nested sequences; None is the empty array.
///
/// So a numpy array of the right type that a Python component returns is not copied, and what C++
/// writes into it Python sees.
template <class T, int N>
struct Conversion<::sidl::array<T, N>> {
    static py::object make(const ::sidl::array<T, N>& value) {
        if constexpr (PlainElement<T>) {
            return makeArray(viewOfArray(value));
        } else {
            typename ::sidl::array<T, N>::Shape index{};
            return list(value, index, 0);
        }
    }
    static ::sidl::array<T, N> take(py::handle object) {
        if (object.is_none()) {
            return {};
        }
        if constexpr (PlainElement<T>) {
            if (const auto view = viewOf(object, {elementType<T>(), N})) {
                return arrayOfView<T, N>(*view);
            }
            if (const auto view = viewOf(object, {elementType<T>(), N, false})) {
                return arrayOfView<T, N>(*view).clone();
            }
        }
        return NestedSequence<T, N>::take(object);
    }

private:
    // One list for each row, with the indices that the array has in SIDL.
    static py::object list(const ::sidl::array<T, N>& value,
                           typename ::sidl::array<T, N>::Shape& index, std::size_t dimension) {
        const int d = static_cast<int>(dimension);
        py::list items;
        for (int i = 0; i < value.length(d); ++i) {
            index[dimension] = value.lower(d) + i;
            items.append(dimension + 1 < N ? list(value, index, dimension + 1)
                                           : Conversion<T>::make(value.at(index)));
        }
        return items;
    }
};

}  // namespace gantry::python
