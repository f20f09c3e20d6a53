#pragma once

#include <gantry/python/Conversion.hpp>
#include <gantry/python/Errors.hpp>
#include <gantry/python/Implementation.hpp>

#include <array>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace gantry::python {

/// The mode of a SIDL argument.
enum class Mode { In, Out, Inout };

/// Fills `values`, one for each name, from the positional and named arguments of a call from
/// Python. Throws Mismatch. The values are borrowed references, valid as long as the caller's
/// arguments. `values` is all null before; an argument that is missing, unknown or given twice is a
/// Mismatch.
[[gnu::visibility("default")]] void readArguments(PyObject* const* given, Py_ssize_t positional,
                                                  PyObject* names,
                                                  const std::vector<const char*>& wanted,
                                                  PyObject** values);

/// An argument of a C++ method called from Python. kTaken: Python passes it; kGiven: it is among
/// the results.
template <Mode mode, class Type>
class Slot final {
public:
    static constexpr bool kTaken = mode != Mode::Out;
    static constexpr bool kGiven = mode != Mode::In;

    void take(py::handle object) { value_ = Conversion<Type>::take(object); }
    Type& pass() { return value_; }
    py::object make() const { return Conversion<Type>::make(value_); }

private:
    Type value_{};
};

/// array<>: any array of numbers, which the C++ method may change in place.
template <Mode mode>
class Slot<mode, ::sidl::BaseArray> final {
    static_assert(mode == Mode::In, "an array<> can only be an in argument");

public:
    static constexpr bool kTaken = true;
    static constexpr bool kGiven = false;

    void take(py::handle object) { value_ = takeAnyArray(object); }
    const ::sidl::BaseArray& pass() { return *value_; }

private:
    std::shared_ptr<::sidl::BaseArray> value_;
};

/// Changed in place, so that nothing is returned. An `in` argument of any memory order is accepted
/// and copied if it is not column-major; an `inout` one must be writable in place, or the changes
/// would be lost.
template <Mode mode, class T, int N>
class Slot<mode, ::sidl::rarray<T, N>> final {
public:
    static constexpr bool kTaken = true;
    static constexpr bool kGiven = false;

    void take(py::handle object) {
        const auto view = viewOf(object, {elementType<T>(), N});
        if (view) {
            array_ = arrayOfView<T, N>(*view);
        } else if (mode == Mode::In) {
            array_ = Conversion<::sidl::array<T, N>>::take(object);
        }
        const bool inPlace = view && array_.isDense(::sidl::Order::ColumnMajor);
        if (mode != Mode::In && !inPlace) {
            throw Mismatch("is " + typeNameOf(object) + ", not an array of " +
                           elementType<T>().name + " with " + std::to_string(N) +
                           " dimensions in column-major order that can be changed in place");
        }
        if (!inPlace) {
            array_ = array_.clone(::sidl::Order::ColumnMajor);
        }
    }
    ::sidl::rarray<T, N> pass() {
        typename ::sidl::rarray<T, N>::Shape lengths{};
        for (int d = 0; d < N; ++d) {
            lengths[static_cast<std::size_t>(d)] = array_.length(d);
        }
        return {array_.data(), lengths};
    }

private:
    ::sidl::array<T, N> array_;
};

/// A method of a C++ object as a function of Python's C interface. All is static: one class for
/// each method of each interface, with its modes.
template <auto pointer, Mode... modes>
class Method;

template <class T, class Result, class... Types, Result (T::*pointer)(Types...), Mode... modes>
class Method<pointer, modes...> final {
public:
    /// The function that Python calls; `name` and `arguments` (those that Python passes) are set
    /// before. Holds the Gil, except while the C++ method runs. Returns a new reference, or null
    /// with the Python form of the C++ exception set.
    static PyObject* call(PyObject* self, PyObject* const* given, Py_ssize_t positional,
                          PyObject* names) noexcept {
        try {
            return answer(self, given, positional, names);
        } catch (...) {
            raiseInPython(name.whole() + "(): ");
            return nullptr;
        }
    }

    inline static MethodName name{"", ""};
    inline static std::vector<const char*> arguments;

private:
    using Slots = std::tuple<Slot<modes, std::remove_cvref_t<Types>>...>;

    static PyObject* answer(PyObject* self, PyObject* const* given, Py_ssize_t positional,
                            PyObject* names) {
        constexpr std::size_t kTaken =
            (std::size_t{0} + ... + (Slot<modes, std::remove_cvref_t<Types>>::kTaken ? 1 : 0));
        std::array<PyObject*, kTaken + 1> values{};
        readArguments(given, positional, names, arguments, values.data());
        Slots slots;
        std::apply(
            [&](auto&... each) {
                [[maybe_unused]] std::size_t at = 0;
                (takeOne(each, values, at), ...);
            },
            slots);
        return invoke(self, slots);
    }

    template <class One, class Values>
    static void takeOne(One& slot, const Values& values, std::size_t& at) {
        if constexpr (One::kTaken) {
            const std::size_t mine = at++;
            try {
                slot.take(values[mine]);
            } catch (const Mismatch& mismatch) {
                throw Mismatch(std::string("argument '") + arguments[mine] + "' " + mismatch.what(),
                               mismatch.kind());
            }
        }
    }

    static PyObject* invoke(PyObject* self, Slots& slots) {
        Reference* const reference = referenceOf(self);
        if (reference == nullptr) {
            PyErr_SetString(PyExc_NotImplementedError,
                            ("class " + typeNameOf(self) + " does not define '" + name.method +
                             "', which " + name.type + " has")
                                .c_str());
            throw py::error_already_set();
        }
        T* const target = reference->as<T>();
        if (target == nullptr) {
            throw Mismatch(std::string("the object is not a ") + name.type);
        }
        // Kept here, because another thread may drop the Python object's reference while the Gil is
        // released.
        const std::shared_ptr<::sidl::BaseInterface> kept = reference->object;
        constexpr std::size_t kGiven =
            (std::size_t{0} + ... + (Slot<modes, std::remove_cvref_t<Types>>::kGiven ? 1 : 0));
        if constexpr (std::is_void_v<Result>) {
            {
                const WithoutGil others;
                std::apply([&](auto&... each) { (target->*pointer)(each.pass()...); }, slots);
            }
            return results<kGiven>(slots, py::object());
        } else {
            Result result = [&] {
                const WithoutGil others;
                return std::apply([&](auto&... each) { return (target->*pointer)(each.pass()...); },
                                  slots);
            }();
            return results<kGiven + 1>(slots, Conversion<Result>::make(result));
        }
    }

    // None, the only result, or a tuple: the method's result, then the out and inout arguments.
    template <std::size_t count>
    static PyObject* results(const Slots& slots, py::object result) {
        if constexpr (count == 0) {
            return py::none().release().ptr();
        } else {
            std::array<py::object, count> all;
            [[maybe_unused]] std::size_t at = 0;
            if (result) {
                all[at++] = std::move(result);
            }
            std::apply([&](const auto&... each) { (giveOne(each, all, at), ...); }, slots);
            if constexpr (count == 1) {
                return all[0].release().ptr();
            }
            py::tuple tuple(count);
            for (std::size_t i = 0; i < count; ++i) {
                tuple[i] = std::move(all[i]);
            }
            return tuple.release().ptr();
        }
    }

    template <class One, class All>
    static void giveOne(const One& slot, All& all, std::size_t& at) {
        if constexpr (One::kGiven) {
            all[at++] = slot.make();
        }
    }
};

}  // namespace gantry::python
