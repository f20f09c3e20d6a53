#include "Interpreter.hpp"

#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <initializer_list>

namespace gantry::python {

namespace {

constexpr long kOldest = 9;
constexpr long kNewest = 13;
constexpr long kQualifiedNames = 11;
// From this version on, functions for frames and code objects have the prefix of an API that may
// change with each version.
constexpr long kUnstableNames = 12;
// The struct _PyInterpreterFrame of 3.11, the one version without a function for this: f_func,
// f_globals, f_builtins, f_locals, f_code.
constexpr std::size_t kCodePlaceOf311 = 4;
constexpr std::size_t kMostWords = 8;

template <class Pointer>
bool look(Pointer& found, const char* name) noexcept {
    found = reinterpret_cast<Pointer>(::dlsym(RTLD_DEFAULT, name));
    return found != nullptr;
}

// The second number of "3.11.2 (main, ...)"; 0 where the interpreter is not a usable one.
long versionIn(const char* text) noexcept {
    if (std::strncmp(text, "3.", 2) != 0 || std::strstr(text, "free-threading") != nullptr) {
        return 0;
    }
    const long version = std::strtol(text + 2, nullptr, 10);
    return version < kOldest || version > kNewest ? 0 : version;
}

}  // namespace

bool Interpreter::find() noexcept {
    const char* (*versionText)() = nullptr;
    if (!look(builtinModules_, "PyImport_Inittab") || !look(versionText, "Py_GetVersion")) {
        return false;
    }
    const long version = versionIn(versionText());
    if (version == 0) {
        return false;
    }
    const bool unstable = version >= kUnstableNames;
    mayHaveTrampoline_ = unstable;
    hasQualifiedNames_ = version >= kQualifiedNames;
    const bool hasCodeOf =
        version == kQualifiedNames ||
        look(codeOf_, unstable ? "PyUnstable_InterpreterFrame_GetCode" : "PyFrame_GetCode");
    return hasCodeOf &&
           look(requestExtra_, unstable ? "PyUnstable_Eval_RequestCodeExtraIndex"
                                        : "_PyEval_RequestCodeExtraIndex") &&
           look(getExtra_, unstable ? "PyUnstable_Code_GetExtra" : "_PyCode_GetExtra") &&
           look(setExtra_, unstable ? "PyUnstable_Code_SetExtra" : "_PyCode_SetExtra") &&
           look(mainState_, "PyInterpreterState_Main") &&
           look(currentState_, "PyInterpreterState_Get") &&
           look(evalOf_, "_PyInterpreterState_GetEvalFrameFunc") &&
           look(setEval_, "_PyInterpreterState_SetEvalFrameFunc") &&
           look(codeType_, "PyCode_Type") && look(typeOf_, "PyObject_Type") &&
           look(systemObject_, "PySys_GetObject") && look(itemOf_, "PyDict_GetItemString") &&
           look(attribute_, "PyObject_GetAttrString") && look(text_, "PyUnicode_AsUTF8AndSize") &&
           look(number_, "PyLong_AsLong") && look(release_, "Py_DecRef") &&
           look(takeError_, "PyErr_Fetch") && look(restoreError_, "PyErr_Restore") &&
           look(clearError_, "PyErr_Clear");
}

bool Interpreter::hasStackTrampoline() const noexcept {
    if (!mayHaveTrampoline_) {
        return false;
    }
    for (const char* const variable : {"PYTHONPERFSUPPORT", "PYTHON_PERF_JIT_SUPPORT"}) {
        const char* const text = std::getenv(variable);
        if (text != nullptr && *text != '\0' && std::strcmp(text, "0") != 0) {
            return true;
        }
    }
    Object* const options = systemObject_("_xoptions");
    return options != nullptr &&
           (itemOf_(options, "perf") != nullptr || itemOf_(options, "perf_jit") != nullptr);
}

bool Interpreter::takeExtra() noexcept {
    extra_ = requestExtra_(nullptr);
    return extra_ >= 0;
}

// One that is not kept, for want of memory, is looked up again with the next call.
void Interpreter::keepExtra(Object* code, std::size_t number) const noexcept {
    Object* error[3]{};
    takeError_(&error[0], &error[1], &error[2]);
    // NOLINTNEXTLINE(performance-no-int-to-ptr): a number that comes back as it is
    if (setExtra_(code, extra_, reinterpret_cast<void*>(number)) != 0) {
        clearError_();
    }
    restoreError_(error[0], error[1], error[2]);
}

bool Interpreter::isCode(Object* object) const noexcept {
    Object* const type = typeOf_(object);
    release_(type);
    return type == codeType_;
}

// The place is the same in all frames of an interpreter.
bool Interpreter::learnFrames(Frame* frame) noexcept {
    Object** const words = static_cast<Object**>(frame);
    if (codeOf_ == nullptr) {
        Object* const code = words[kCodePlaceOf311];
        codePlace_ = code != nullptr && isCode(code) ? kCodePlaceOf311 : kUnknown;
        return knowsFrames();
    }
    Object* const code = codeOf_(frame);
    if (code != nullptr && isCode(code)) {
        for (std::size_t i = 0; i < kMostWords && !knowsFrames(); ++i) {
            codePlace_ = words[i] == code ? i : kUnknown;
        }
    }
    release_(code);
    return knowsFrames();
}

bool Interpreter::copyText(Object* code, const char* attribute, char* text,
                           std::size_t most) const noexcept {
    Object* const value = attribute_(code, attribute);
    long length = 0;
    // Null for a text that is not valid Unicode.
    const char* const bytes = value != nullptr ? text_(value, &length) : nullptr;
    const bool copied = bytes != nullptr;
    if (copied) {
        const std::size_t count = std::strlen(bytes) < most ? std::strlen(bytes) : most - 1;
        std::memcpy(text, bytes, count);
        text[count] = '\0';
    } else {
        clearError_();
    }
    release_(value);
    return copied;
}

void Interpreter::describe(Object* code, FunctionPlace& place) const noexcept {
    Object* error[3]{};
    takeError_(&error[0], &error[1], &error[2]);
    if (!copyText(code, hasQualifiedNames_ ? "co_qualname" : "co_name", place.name,
                  sizeof place.name)) {
        std::strcpy(place.name, "?");
    }
    if (!copyText(code, "co_filename", place.file, sizeof place.file)) {
        std::strcpy(place.file, "?");
    }
    Object* const line = attribute_(code, "co_firstlineno");
    place.line = line != nullptr ? number_(line) : 0;
    if (line == nullptr) {
        clearError_();
    }
    release_(line);
    restoreError_(error[0], error[1], error[2]);
}

}  // namespace gantry::python
