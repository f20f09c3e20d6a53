#pragma once

#include <c/sidl.h>
#include <gantry/plugin.hpp>
#include <sidl/BaseException.hpp>
#include <sidl/BaseInterface.hpp>

#include <atomic>
#include <exception>
#include <memory>
#include <utility>

// The C++ side of the C binding, for generated bridges only.
namespace gantry::c {

/// The target of a C handle: a reference to an object, as one of its types. Several handles may
/// refer to one object. The count belongs to the handle: addRef and deleteRef change it, and the
/// last deleteRef deletes the handle and with it one reference to the object. Everything else is
/// constant after construction, so any thread may use a handle as long as it has a reference.
///
/// A handle is not an object: two handles of one object differ, which is what sidl_isSame() is for.
///
/// A function that sidlc generates for C to call has this form:
///
///     double numeric_FunctionPort_evaluate(numeric_FunctionPort* self, double x,
///                                          sidl_BaseException** error) {
///         try {
///             return target<numeric::FunctionPort>(self).evaluate(x);
///         } catch (...) {
///             report(error);
///         }
///         return {};
///     }
struct Handle {
    std::shared_ptr<sidl::BaseInterface> object;
    void* typed;                   ///< the object as the type of the handle
    std::exception_ptr exception;  ///< of an error: the exception that was or will be thrown
    std::atomic<int> references{1};
};

/// Throws a sidl::RuntimeException: a method was called on a null handle. The bridge reports it to
/// C, where it is an error like any other.
[[noreturn]] void throwNullSelf();
/// Throws a sidl::RuntimeException: the author's table has no function for `method`.
[[noreturn]] void throwNotWritten(const char* method);

/// A handle with one reference; null for null. The caller releases it with sidl_deleteRef. Throws
/// std::bad_alloc. T decides what `typed` points to, so it is the type that the C handle is named
/// after.
template <class T>
Handle* newHandle(const std::shared_ptr<T>& object) {
    return object ? new Handle{object, object.get(), nullptr} : nullptr;
}

/// The object behind a handle, which was made or cast as a T; the type is not checked. Throws a
/// sidl::RuntimeException for a null handle. The reference is valid as long as the handle is.
template <class T>
T& target(const void* handle) {
    if (handle == nullptr) {
        throwNullSelf();
    }
    return *static_cast<T*>(static_cast<const Handle*>(handle)->typed);
}

/// A C++ reference to the object of a handle that was made or cast as a T; null for null.
/// Independent of the handle's own count: the handle may be released afterwards.
template <class T>
std::shared_ptr<T> pointerTo(const void* handle) {
    const auto* held = static_cast<const Handle*>(handle);
    return held == nullptr ? nullptr
                           : std::shared_ptr<T>(held->object, static_cast<T*>(held->typed));
}

/// A new handle of the same object as a T, for the caller to release; null for null, if the object
/// is not a T, and without memory. The handle passed stays as it is. Costs a dynamic_cast and an
/// allocation.
template <class T>
Handle* cast(const void* handle) noexcept {
    const auto* held = static_cast<const Handle*>(handle);
    T* const object = held == nullptr ? nullptr : dynamic_cast<T*>(held->object.get());
    return object == nullptr ? nullptr
                             : new (std::nothrow) Handle{held->object, object, held->exception};
}

/// Stores the exception being handled in *error, unless error is null or *error is set: the first
/// error of several calls wins. An exception that is not a SIDL exception is seen by C as a
/// sidl.RuntimeException with its text, and is the original one again where C++ catches it. Without
/// memory a static "out of memory" error is stored. Only inside a catch block.
///
/// Every function that C calls has the form `try { ... } catch (...) { report(error); }`: no
/// exception passes through C code.
void report(sidl_BaseException** error) noexcept;
/// The same for an exception that is not being handled.
void report(sidl_BaseException** error, const std::exception_ptr& exception) noexcept;
/// Throws the exception behind the handle and releases the handle, which is not null. Of an error
/// that stands for a C++ exception that exception itself is thrown, with its type.
[[noreturn]] void raise(sidl_BaseException* error);
/// Sets *error to a sidl.RuntimeException that says that the object is not a `type` (a SIDL name).
void reportWrongType(sidl_BaseException** error, const char* type) noexcept;

/// Like cast(), but takes over the reference that is passed: the handle is released in every case.
/// Sets *error if there is no new handle, so null without an error means that null was passed. For
/// TYPE__take, which replaces one handle by another in an expression.
template <class T>
Handle* take(void* handle, sidl_BaseException** error, const char* type) noexcept {
    Handle* const result = cast<T>(handle);
    if (handle != nullptr && result == nullptr) {
        reportWrongType(error, type);
    }
    sidl_deleteRef(handle);
    return result;
}

/// The error argument of one call into C, on the stack of the C++ caller: out() is passed, check()
/// throws what was set. The destructor releases an error that nobody checked.
///
///     CallError error;
///     table.method(self, argument, error.out());
///     error.check();
class CallError final {
public:
    CallError() = default;
    ~CallError() {
        if (error_ != nullptr) {
            sidl_deleteRef(error_);
        }
    }
    CallError(const CallError&) = delete;
    CallError& operator=(const CallError&) = delete;

    /// For the last argument of the call. May be passed to several calls: the first error stays.
    sidl_BaseException** out() noexcept { return &error_; }
    /// Throws the error that the call set, if any.
    void check() {
        if (error_ != nullptr) {
            raise(std::exchange(error_, nullptr));
        }
    }

private:
    // Owned until raise() takes it over.
    sidl_BaseException* error_ = nullptr;
};

/// A function of the author's table, or throwNotWritten if the table has none there.
template <class Function>
Function written(Function function, const char* method) {
    if (function == nullptr) {
        throwNotWritten(method);
    }
    return function;
}

/// The shared object with the code of C objects, which they keep loaded by makeHeld. The component
/// in it sets it when it is created; without one nothing is kept loaded. Only a weak reference is
/// kept, so that this does not itself prevent unloading. Both functions lock; any thread.
void setLibrary(const std::shared_ptr<const Library>& library);
/// Null where no component has been created in this shared object, or it has gone.
std::shared_ptr<const Library> library();

/// The state pointer of an object in C as an owner that calls `destroy` once, in the thread that
/// drops the last reference. Without `destroy` the pointer is passed on and nothing is freed.
/// Throws std::bad_alloc where there is a `destroy`; it is called then, too.
std::shared_ptr<void> stateOf(void* self, void (*destroy)(void*));

/// An object of class Bridge around functions of C; the caller releases the handle. Bridge's
/// constructor takes the state and the tables. The object keeps the library of setLibrary loaded.
/// Null if anything throws; `destroy` is then called as soon as the state has an owner. T is the
/// SIDL type of the handle; the tables are those of Bridge's constructor, in its order.
template <class T, class Bridge, class... Table>
Handle* newObject(void* self, void (*destroy)(void*), const Table&... table) noexcept {
    try {
        const std::shared_ptr<void> state = stateOf(self, destroy);
        const std::shared_ptr<const Library> held = library();
        std::shared_ptr<T> object;
        // A component's object may outlive the component: it must keep the code of its
        // destructor loaded.
        if (held) {
            object = makeHeld<Bridge>(*held, state, table...);
        } else {
            object = std::make_shared<Bridge>(state, table...);
        }
        return newHandle(object);
    } catch (...) {
        return nullptr;
    }
}

/// Fails with an exception of class Bridge: sets *error to it, with the note. Null for note is the
/// empty text. Where the note cannot be stored, what that threw is reported instead.
template <class Bridge>
void raiseNew(sidl_BaseException** error, const char* note, Bridge exception) noexcept {
    try {
        exception.setNote(note == nullptr ? "" : note);
        report(error, std::make_exception_ptr(std::move(exception)));
    } catch (...) {
        report(error);
    }
}

}  // namespace gantry::c
