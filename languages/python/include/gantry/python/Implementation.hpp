#pragma once

#include <gantry/python/Conversion.hpp>
#include <gantry/python/Errors.hpp>

#include <array>
#include <string>
#include <utility>

namespace gantry::python {

/// The SIDL type and the method of a call, for messages. Static data.
struct MethodName {
    const char* type;
    const char* method;
    /// The name of a method in messages: "numeric.FunctionPort.evaluate".
    [[nodiscard]] std::string whole() const { return std::string(type) + "." + method; }
};

/// The arguments of a SIDL method as generated code passes them to callPython: the mode is in the
/// type, names are for messages. They refer to the C++ caller's values, so they live for the call
/// only. Made into a Python object before the call; the elements of arrays of numbers are shared,
/// not copied.
template <class T>
struct InArgument {
    const T& value;
};
/// Assigned after the call; its value before is not looked at.
template <class T>
struct OutArgument {
    const char* name;
    T& value;
};
/// Made into a Python object before the call, and assigned after it.
template <class T>
struct InoutArgument {
    const char* name;
    T& value;
};
/// Lent for the call; the Python code changes it in place. A view that Python keeps beyond the call
/// makes the call a Mismatch.
template <class T, int N>
struct RarrayArgument {
    ::sidl::rarray<T, N> value;
};

/// These wrap an argument by its mode. An rarray is lent in both modes: Python sees the caller's
/// memory.
template <class T>
InArgument<T> giveIn(const T& value) {
    return {value};
}
template <class T, int N>
RarrayArgument<T, N> giveIn(const ::sidl::rarray<T, N>& value) {
    return {value};
}
template <class T>
OutArgument<T> giveOut(const char* name, T& value) {
    return {name, value};
}
template <class T>
InoutArgument<T> giveInout(const char* name, T& value) {
    return {name, value};
}
template <class T, int N>
RarrayArgument<T, N> giveInout(const char*, ::sidl::rarray<T, N>& value) {
    return {value};
}

/// The arguments and results of one call of Python code. In this order: `give` each argument,
/// `run`, `take` the result, `takeBack` each argument. Needs the Gil throughout. Up to 15 arguments
/// cost no allocation of its own.
///
/// The results follow one rule: one value is returned as it is, several as a tuple or list of
/// exactly that many, in the order of the method's own result and then its `out` and `inout`
/// arguments.
class [[gnu::visibility("default")]] PythonCall final {
public:
    /// self and method outlive the call. Nothing is called yet. Both are borrowed.
    PythonCall(PyObject * self, const MethodName& method);
    /// Ends the use of lent memory, also when the call failed.
    ~PythonCall();
    PythonCall(const PythonCall&) = delete;
    PythonCall& operator=(const PythonCall&) = delete;

    /// Throws std::bad_alloc or what Python raises where it has no memory; so do the others.
    template <class T>
    void give(const InArgument<T>& argument) {
        if constexpr (std::is_same_v<T, ::sidl::BaseArray>) {
            // Shares the elements: an array<> has no fixed type that could be copied.
            push(makeAnyArray(argument.value));
        } else {
            push(Conversion<T>::make(argument.value));
        }
    }
    // Python does not see it: it is one of the values that the method returns.
    template <class T>
    void give(const OutArgument<T>&) {
        ++results_;
    }
    template <class T>
    void give(const InoutArgument<T>& argument) {
        // It is passed and returned: Python cannot change a number or a str in place.
        ++results_;
        push(Conversion<T>::make(argument.value));
    }
    /// Lends the caller's memory: nothing is copied.
    template <class T, int N>
    void give(const RarrayArgument<T, N>& argument) {
        const ArrayView view = viewOfRarray(argument.value);
        // Closed when the call ends, so that code cannot keep a view of memory that is gone.
        lent_.push_back(view.memory);
        push(makeArray(view));
    }

    /// Before run: the method has a result besides its `out` and `inout` arguments.
    void expectResult() {
        ++results_;
    }
    /// Calls the method and checks the number of results. Throws py::error_already_set for what
    /// Python raises, Mismatch for a wrong number of results or a view of lent memory that Python
    /// kept.
    void run();

    /// The next value that the method returned; name is "result" or that of the argument. Once for
    /// each value, in their order. Mismatch with the name in front where the conversion refuses it.
    template <class T>
    T take(const char* name) {
        try {
            return Conversion<T>::take(next());
        } catch (const Mismatch& mismatch) {
            throw Mismatch(std::string(name) + " " + mismatch.what(), mismatch.kind());
        }
    }
    /// Stores what the method returned for an argument; nothing for `in` arguments and rarrays.
    template <class T>
    void takeBack(const InArgument<T>&) {}
    template <class T, int N>
    void takeBack(const RarrayArgument<T, N>&) {}
    /// In the order of the arguments: each takes the next value.
    template <class T>
    void takeBack(const OutArgument<T>& argument) {
        argument.value = take<T>(argument.name);
    }
    template <class T>
    void takeBack(const InoutArgument<T>& argument) {
        argument.value = take<T>(argument.name);
    }

private:
    static constexpr std::size_t kFewArguments = 16;

    // Takes the reference over; it is dropped at the end of the call.
    void push(py::object argument);
    void closeLent();
    // The next of the returned values, borrowed from returned_.
    py::handle next();

    const MethodName& method_;
    // The object, then the arguments. Most calls have few. The references belong to this object.
    std::array<PyObject*, kFewArguments> few_{};
    std::vector<PyObject*> many_;
    std::size_t count_ = 0;
    // Memory of the C++ caller; closeLent() ends its use.
    std::vector<std::shared_ptr<ArrayMemory>> lent_;
    // How many values the method must return, and how many of them were taken.
    std::size_t results_ = 0;
    // One value, or a tuple or list of several.
    py::object returned_;
    std::size_t taken_ = 0;
};

/// The C++ side of a Python object: generated classes derive from it and from the interface, and
/// answer each method by calling the Python object's method of the same name. Any thread.
///
/// It keeps the Python object alive. The Python object knows it by a weak reference only (see
/// implementAs), so there is no cycle.
///
/// A call costs the Gil, one Python call, and a conversion for each argument and result; arrays of
/// numbers are passed in place.
///
/// For numeric.FunctionPort sidlc generates:
///
///     class PythonFunctionPort final : public Implementation,
///                                      public virtual numeric::FunctionPort {
///     public:
///         using Implementation::Implementation;
///         double evaluate(double x) override {
///             static constexpr MethodName kMethod{"numeric.FunctionPort", "evaluate"};
///             return callPython<double>(kMethod, giveIn(x));
///         }
///     };
class [[gnu::visibility("default")]] Implementation {
public:
    /// object: the Python object, whose reference is dropped under the Gil at the end.
    explicit Implementation(Held object) : object_(std::move(object)) {}
    virtual ~Implementation() = default;

    /// Valid as long as this object. Using it needs the Gil.
    [[nodiscard]] const Held& object() const noexcept {
        return object_;
    }

protected:
    Implementation(const Implementation&) = default;
    Implementation& operator=(const Implementation&) = default;

    /// Throws what the Python code raises, as throwFromPython says, and a PythonError if the number
    /// or the types of the results do not match the SIDL method. Takes the Gil for the call, and
    /// waits for it.
    template <class Result, class... Arguments>
    Result callPython(const MethodName& method, const Arguments&... arguments) const {
        // Until the last result is converted: all of it uses Python objects.
        const Gil gil;
        try {
            PythonCall call(object_.get(), method);
            (call.give(arguments), ...);
            if constexpr (std::is_void_v<Result>) {
                call.run();
                (call.takeBack(arguments), ...);
            } else {
                call.expectResult();
                call.run();
                Result result = call.template take<Result>("result");
                (call.takeBack(arguments), ...);
                return result;
            }
        } catch (const py::error_already_set& error) {
            throwFromPython(error);
        } catch (const Mismatch& mismatch) {
            refuse(method, mismatch);
        }
    }

private:
    // Throws a PythonError that names type and method.
    [[noreturn]] void refuse(const MethodName& method, const Mismatch& mismatch) const;

    Held object_;
};

/// The C++ side of a Python exception. Methods that the exception class does not define return a
/// value-initialised result. So an exception class in Python needs to define nothing.
class [[gnu::visibility("default")]] ExceptionImplementation : public Implementation {
public:
    using Implementation::Implementation;

protected:
    template <class Result, class... Arguments>
    Result callPython(const MethodName& method, const Arguments&... arguments) const {
        if (defines(method)) {
            return Implementation::callPython<Result>(method, arguments...);
        }
        return Result();
    }

private:
    // Whether the class of the Python object overrides that of the SIDL exception.
    [[nodiscard]] bool defines(const MethodName& method) const;
};

}  // namespace gantry::python
