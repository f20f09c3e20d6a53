#include <c/Convert.hpp>
#include <c/Handle.hpp>
#include <c/sidl.h>
#include <sidl/RuntimeException.hpp>
#include <sidl/SIDLException.hpp>

#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>
#include <string>
#include <utility>

namespace gantry::c {
namespace {

// An exception without a SIDL type of its own.
class Failure final : public virtual sidl::RuntimeException {
public:
    explicit Failure(std::string note) { setNote(std::move(note)); }
};

// The object of the handle is the exception itself, which the exception_ptr owns; so no copy is
// made and its type is kept.
Handle* handleOf(sidl::BaseException& thrown, const std::exception_ptr& exception) {
    const auto owner = std::make_shared<std::exception_ptr>(exception);
    return new Handle{std::shared_ptr<sidl::BaseInterface>(owner, &thrown), &thrown, exception};
}

// C needs an object with a note; C++ gets the original exception again from raise().
Handle* handleOfForeign(const char* note, const std::exception_ptr& original) {
    const auto seen = std::make_shared<Failure>(note);
    return new Handle{seen, static_cast<sidl::BaseException*>(seen.get()), original};
}

Handle* handleOf(const std::exception_ptr& exception) {
    try {
        std::rethrow_exception(exception);
    } catch (sidl::BaseException& thrown) {
        return handleOf(thrown, exception);
    } catch (const std::exception& thrown) {
        return handleOfForeign(thrown.what(), exception);
    } catch (...) {
        return handleOfForeign("an exception that is not a std::exception", exception);
    }
}

// Used when there is no memory for a new one; its first reference is never released.
Handle* outOfMemory() noexcept {
    static Failure failure("out of memory");
    static Handle handle{std::shared_ptr<sidl::BaseInterface>(std::shared_ptr<void>(), &failure),
                         static_cast<sidl::BaseException*>(&failure), nullptr};
    handle.references.fetch_add(1, std::memory_order_relaxed);
    return &handle;
}

// Weak, so that this variable does not keep the library loaded; any thread may create objects.
struct HeldLibrary {
    std::mutex mutex;
    std::weak_ptr<const Library> library;
};

// One for each shared object that contains this code.
HeldLibrary& heldLibrary() {
    static HeldLibrary held;
    return held;
}

}  // namespace

void throwNullSelf() {
    throw Failure(
        "a method was called on a null handle; check the error of the call that returned it");
}

void throwNotWritten(const char* method) {
    throw Failure(std::string(method) +
                  " is not implemented: its function in the table of methods is null");
}

void report(sidl_BaseException** error) noexcept {
    report(error, std::current_exception());
}

void report(sidl_BaseException** error, const std::exception_ptr& exception) noexcept {
    // The first error stays: later ones are often its consequences.
    if (error == nullptr || *error != nullptr) {
        return;
    }
    Handle* handle = nullptr;
    try {
        handle = handleOf(exception);
    } catch (...) {
        handle = outOfMemory();
    }
    *error = reinterpret_cast<sidl_BaseException*>(handle);
}

void raise(sidl_BaseException* error) {
    const auto* handle = reinterpret_cast<const Handle*>(error);
    std::exception_ptr exception = handle->exception;
    // Only the static error of outOfMemory() has none.
    if (!exception) {
        exception = std::make_exception_ptr(
            Failure(static_cast<const sidl::BaseException*>(handle->typed)->getNote()));
    }
    // Before the throw: nobody would release it afterwards. The exception_ptr above keeps the
    // exception.
    sidl_deleteRef(error);
    std::rethrow_exception(std::move(exception));
}

void reportWrongType(sidl_BaseException** error, const char* type) noexcept {
    const std::string note = std::string("the object is not a ") + type +
                             "; compare the types in the descriptions of both components";
    sidl_raise(error, note.c_str());
}

void setLibrary(const std::shared_ptr<const Library>& library) {
    HeldLibrary& held = heldLibrary();
    const std::lock_guard lock(held.mutex);
    held.library = library;
}

std::shared_ptr<const Library> library() {
    HeldLibrary& held = heldLibrary();
    const std::lock_guard lock(held.mutex);
    return held.library.lock();
}

std::shared_ptr<void> stateOf(void* self, void (*destroy)(void*)) {
    // Aliases an empty owner, so that no control block is allocated for a pointer that nobody
    // frees.
    return destroy == nullptr ? std::shared_ptr<void>(std::shared_ptr<void>(), self)
                              : std::shared_ptr<void>(self, destroy);
}

char* newText(const std::string& text) {
    // malloc, because C frees it and may also pass strings of its own.
    // NOLINTNEXTLINE(cppcoreguidelines-no-malloc): C frees it
    char* const copy = static_cast<char*>(std::malloc(text.size() + 1));
    if (copy == nullptr) {
        throw std::bad_alloc();
    }
    std::memcpy(copy, text.c_str(), text.size() + 1);
    return copy;
}

}  // namespace gantry::c

using gantry::c::Handle;

extern "C" {

char* sidl_String_strdup(const char* text) {
    if (text == nullptr) {
        return nullptr;
    }
    const std::size_t size = std::strlen(text) + 1;
    // NOLINTNEXTLINE(cppcoreguidelines-no-malloc): C frees it
    void* const copy = std::malloc(size);
    return copy == nullptr ? nullptr : static_cast<char*>(std::memcpy(copy, text, size));
}

void sidl_String_free(char* text) {
    // NOLINTNEXTLINE(cppcoreguidelines-no-malloc): texts come from malloc, here and in C
    std::free(text);
}

// Relaxed is enough for a count that only grows: the caller has a reference already.
void sidl_addRef(void* object) {
    if (object != nullptr) {
        static_cast<Handle*>(object)->references.fetch_add(1, std::memory_order_relaxed);
    }
}

// Release: uses of the object by this thread come before the count falls. Acquire: the thread that
// deletes sees them all.
void sidl_deleteRef(void* object) {
    auto* const handle = static_cast<Handle*>(object);
    if (handle != nullptr && handle->references.fetch_sub(1, std::memory_order_acq_rel) == 1) {
        delete handle;
    }
}

bool sidl_isSame(const void* object, const void* other) {
    if (object == nullptr || other == nullptr) {
        return object == other;
    }
    return static_cast<const Handle*>(object)->object == static_cast<const Handle*>(other)->object;
}

// NOLINTBEGIN(bugprone-macro-parentheses): name is a type
#define GANTRY_C_CAST(name, Type)                                      \
    name* name##__cast(void* object) {                                 \
        return reinterpret_cast<name*>(gantry::c::cast<Type>(object)); \
    }
// NOLINTEND(bugprone-macro-parentheses)
GANTRY_C_CAST(sidl_BaseInterface, sidl::BaseInterface)
GANTRY_C_CAST(sidl_BaseException, sidl::BaseException)
GANTRY_C_CAST(sidl_RuntimeException, sidl::RuntimeException)
GANTRY_C_CAST(sidl_SIDLException, sidl::SIDLException)
#undef GANTRY_C_CAST

char* sidl_BaseException_getNote(sidl_BaseException* self) {
    return self == nullptr
               ? nullptr
               : sidl_String_strdup(gantry::c::target<sidl::BaseException>(self).what());
}

char* sidl_BaseException_getTrace(sidl_BaseException* self) {
    if (self == nullptr) {
        return nullptr;
    }
    try {
        return gantry::c::newText(gantry::c::target<sidl::BaseException>(self).getTrace());
    } catch (...) {
        return nullptr;
    }
}

void sidl_BaseException_addLine(sidl_BaseException* self, const char* line) {
    try {
        if (self != nullptr && line != nullptr) {
            gantry::c::target<sidl::BaseException>(self).add(line);
        }
    } catch (...) {
        // Best effort: without memory the trace stays as it is.
        return;
    }
}

void sidl_BaseException_deleteRef(sidl_BaseException* self) {
    sidl_deleteRef(self);
}

void sidl_raise(sidl_BaseException** error, const char* note) {
    try {
        gantry::c::report(error,
                          std::make_exception_ptr(gantry::c::Failure(note == nullptr ? "" : note)));
    } catch (...) {
        gantry::c::report(error);
    }
}

GANTRY_C_ARRAY(sidl_bool__array, bool)
GANTRY_C_ARRAY(sidl_char__array, char)
GANTRY_C_ARRAY(sidl_int__array, std::int32_t)
GANTRY_C_ARRAY(sidl_long__array, std::int64_t)
GANTRY_C_ARRAY(sidl_float__array, float)
GANTRY_C_ARRAY(sidl_double__array, double)
GANTRY_C_ARRAY(sidl_fcomplex__array, std::complex<float>)
GANTRY_C_ARRAY(sidl_dcomplex__array, std::complex<double>)
GANTRY_C_ARRAY(sidl_opaque__array, void*)
GANTRY_C_ARRAY(sidl_string__array, std::string)

}  // extern "C"
