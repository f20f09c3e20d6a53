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

/// The mode of a SIDL argument. As in SIDL: In is read, Out is made by the method, Inout both.
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
///
/// The primary template converts: `take` makes the C++ value, `pass` is what the method gets,
/// `make` gives the Python object of what it left there. Lives for one call, on the stack of the
/// thread that makes it.
template <Mode mode, class Type>
class Slot final {
public:
    static constexpr bool kTaken = mode != Mode::Out;
    static constexpr bool kGiven = mode != Mode::In;

    /// Needs the Gil, and so does make(); pass() does not.
    void take(py::handle object) { value_ = Conversion<Type>::take(object); }
    Type& pass() { return value_; }
    py::object make() const { return Conversion<Type>::make(value_); }

private:
    Type value_{};
};

/// array<>: any array of numbers, which the C++ method may change in place. The view of the Python
/// object is kept for the call.
template <Mode mode>
class Slot<mode, ::sidl::BaseArray> final {
    static_assert(mode == Mode::In, "an array<> can only be an in argument");

public:
    static constexpr bool kTaken = true;
    static constexpr bool kGiven = false;

    /// Throws Mismatch for an object that shares no numbers.
    void take(py::handle object) { value_ = takeAnyArray(object); }
    /// Only after take().
    const ::sidl::BaseArray& pass() { return *value_; }

private:
    std::shared_ptr<::sidl::BaseArray> value_;
};

/// Changed in place, so that nothing is returned. An `in` argument of any memory order is accepted
/// and copied if it is not column-major; an `inout` one must be writable in place, or the changes
/// would be lost. `pass` gives a view of the elements without owner: the slot keeps them for the
/// call.
template <Mode mode, class T, int N>
class Slot<mode, ::sidl::rarray<T, N>> final {
public:
    static constexpr bool kTaken = true;
    static constexpr bool kGiven = false;

    /// An `in` array that is dense and column-major already is not copied.
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
    /// Valid until the slot goes.
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
///
/// The type is never instantiated; its static function is what PyDescr_NewMethod() gets. `modes`
/// are in the order of the C++ arguments.
///
/// For `double integrate(in FunctionPort f, out double error)` the function takes one argument of
/// Python and returns a tuple of two.
template <auto pointer, Mode... modes>
class Method;

/// Threads: Python may call it from any thread that holds the Gil. While the C++ method runs,
/// others have the Gil; the C++ object must expect calls from several threads then.
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

    // Set once by ClassBuilder under the Gil, before Python can call.
    // NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): guarded by the Gil
    inline static MethodName name{"", ""};
    // Without the `out` arguments.
    // NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): guarded by the Gil
    inline static std::vector<const char*> arguments;

private:
    // One for each argument, in the order of the C++ method.
    using Slots = std::tuple<Slot<modes, std::remove_cvref_t<Types>>...>;

    // Read all arguments, then convert all, then call: a wrong one is found before the method runs.
    static PyObject* answer(PyObject* self, PyObject* const* given, Py_ssize_t positional,
                            PyObject* names) {
        constexpr std::size_t kTaken =
            (std::size_t{0} + ... + (Slot<modes, std::remove_cvref_t<Types>>::kTaken ? 1 : 0));
        std::array<PyObject*, kTaken + 1> values{};
        readArguments(given, positional, names, arguments, values.data());
        // The values of Python stay alive meanwhile: the interpreter holds the arguments of a call.
        Slots slots;
        // The order of evaluation of a fold over a comma is that of the arguments.
        std::apply(
            [&](auto&... each) {
                [[maybe_unused]] std::size_t at = 0;
                (takeOne(each, values, at), ...);
            },
            slots);
        return invoke(self, slots);
    }

    // `at` counts those that Python passes; `out` arguments have no value there.
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

    // self is of this class or derives from it; an object of a class written in Python has no C++
    // side.
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
        // released. It is released with the Gil held again.
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
    static PyObject* results(const Slots& slots, [[maybe_unused]] py::object&& result) {
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

    // In the order of the C++ arguments, those that are kGiven only.
    template <class One, class All>
    static void giveOne(const One& slot, All& all, std::size_t& at) {
        if constexpr (One::kGiven) {
            // Made while the Gil is held, after the call.
            all[at++] = slot.make();
        }
    }
};

}  // namespace gantry::python
