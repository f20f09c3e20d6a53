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

/// The target of a C handle: a reference to an object, as one of its types.
struct Handle {
    std::shared_ptr<sidl::BaseInterface> object;
    void* typed;                   ///< the object as the type of the handle
    std::exception_ptr exception;  ///< of an error: the exception that was or will be thrown
    std::atomic<int> references{1};
};

[[noreturn]] void throwNullSelf();
[[noreturn]] void throwNotWritten(const char* method);

/// A handle with one reference; null for null.
template <class T>
Handle* newHandle(const std::shared_ptr<T>& object) {
    return object ? new Handle{object, object.get(), nullptr} : nullptr;
}

/// The object behind a handle of that type; throws for a null one.
template <class T>
T& target(const void* handle) {
    if (handle == nullptr) {
        throwNullSelf();
    }
    return *static_cast<T*>(static_cast<const Handle*>(handle)->typed);
}

template <class T>
std::shared_ptr<T> pointerTo(const void* handle) {
    const auto* held = static_cast<const Handle*>(handle);
    return held == nullptr ? nullptr
                           : std::shared_ptr<T>(held->object, static_cast<T*>(held->typed));
}

/// A new handle of the same object as a T; null for null and if it is not a T.
template <class T>
Handle* cast(const void* handle) noexcept {
    const auto* held = static_cast<const Handle*>(handle);
    T* const object = held == nullptr ? nullptr : dynamic_cast<T*>(held->object.get());
    return object == nullptr ? nullptr
                             : new (std::nothrow) Handle{held->object, object, held->exception};
}

/// Stores the exception being handled in *error, unless error is null or *error is set.
void report(sidl_BaseException** error) noexcept;
/// The same with a new exception of type Exception, which derives from T.
void report(sidl_BaseException** error, const std::exception_ptr& exception) noexcept;
/// Throws the exception behind the handle and releases the handle.
[[noreturn]] void raise(sidl_BaseException* error);
/// Reports that an object does not have the requested type.
void reportWrongType(sidl_BaseException** error, const char* type) noexcept;

/// Like cast(), but releases the handle that is passed, and fails for an object of another type.
template <class T>
Handle* take(void* handle, sidl_BaseException** error, const char* type) noexcept {
    Handle* const result = cast<T>(handle);
    if (handle != nullptr && result == nullptr) {
        reportWrongType(error, type);
    }
    sidl_deleteRef(handle);
    return result;
}

/// The error of one call into C.
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

    sidl_BaseException** out() noexcept { return &error_; }
    /// Throws the error that the call set, if any.
    void check() {
        if (error_ != nullptr) {
            raise(std::exchange(error_, nullptr));
        }
    }

private:
    sidl_BaseException* error_ = nullptr;
};

/// A function of a table; it may be missing there.
template <class Function>
Function written(Function function, const char* method) {
    if (function == nullptr) {
        throwNotWritten(method);
    }
    return function;
}

/// The shared object with the code of C objects, which keep it loaded. The component in it sets it;
/// without one nothing is kept loaded.
void setLibrary(const std::shared_ptr<const Library>& library);
std::shared_ptr<const Library> library();

/// The state pointer of an object in C, with the function that frees it.
std::shared_ptr<void> stateOf(void* self, void (*destroy)(void*));

/// An object of class Bridge around functions of C.
template <class T, class Bridge, class... Table>
Handle* newObject(void* self, void (*destroy)(void*), const Table&... table) noexcept {
    try {
        const std::shared_ptr<void> state = stateOf(self, destroy);
        const std::shared_ptr<const Library> held = library();
        std::shared_ptr<T> object;
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

/// Fails with an exception of class Bridge.
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
