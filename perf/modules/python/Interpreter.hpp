#pragma once

#include <cstddef>

namespace gantry::python {

/// Objects of the interpreter; only their addresses are known here.
using Object = void;
using Frame = void;
using ThreadState = void;
using InterpreterState = void;

/// Runs a frame to its end, or to the next yield of a generator; null where it raised an exception.
using EvalFunction = Object* (*)(ThreadState*, Frame*, int throws);

/// A built-in module, in the table of those.
struct BuiltinModule {
    const char* name;
    Object* (*make)();
};

/// What a place in the program's source is called.
struct FunctionPlace {
    char name[512] = "";  ///< with the names of its class or outer function, from Python 3.11 on
    char file[512] = "";
    long line = 0;  ///< the first one
};

/// The C API of the Python interpreter in this process, whether that is a part of the program or a
/// library: functions that are the same from 3.9 to 3.13, found at run time. But for find(), only
/// for threads that hold the interpreter's lock.
class Interpreter final {
public:
    /// False where there is no interpreter of these versions, or one without the global lock.
    bool find() noexcept;

    /// The table of built-in modules, which ends with a null name. May be written before the
    /// interpreter starts.
    [[nodiscard]] BuiltinModule* builtinModules() const noexcept { return *builtinModules_; }

    /// The first interpreter of the process; null on a thread of another one.
    [[nodiscard]] InterpreterState* mainState() const noexcept {
        InterpreterState* const state = mainState_();
        return state == currentState_() ? state : nullptr;
    }
    /// Whether the interpreter itself puts functions into the call stack, for perf (-X perf). It
    /// refuses to start where another tool is there already.
    [[nodiscard]] bool hasStackTrampoline() const noexcept;
    [[nodiscard]] EvalFunction evalOf(InterpreterState* state) const noexcept {
        return evalOf_(state);
    }
    void setEval(InterpreterState* state, EvalFunction eval) const noexcept {
        setEval_(state, eval);
    }

    /// Takes a place in all code objects for a number of this module. False where there is none.
    bool takeExtra() noexcept;
    /// The number that was kept with a code object; 0 where none was.
    [[nodiscard]] std::size_t extraOf(Object* code) const noexcept {
        void* kept = nullptr;
        (void)getExtra_(code, extra_, &kept);
        return reinterpret_cast<std::size_t>(kept);
    }
    void keepExtra(Object* code, std::size_t number) const noexcept;

    /// Finds where frames have their code objects, by one frame. False where they do not have them
    /// where they are expected; codeIn() must not be called then.
    bool learnFrames(Frame* frame) noexcept;
    [[nodiscard]] bool knowsFrames() const noexcept { return codePlace_ != kUnknown; }
    [[nodiscard]] Object* codeIn(Frame* frame) const noexcept {
        return static_cast<Object**>(frame)[codePlace_];
    }

    /// What the function of a code object is called. Runs no code of the program; an exception
    /// that is set stays set.
    void describe(Object* code, FunctionPlace& place) const noexcept;

private:
    static constexpr std::size_t kUnknown = ~std::size_t{0};

    [[nodiscard]] bool isCode(Object* object) const noexcept;
    bool copyText(Object* code, const char* attribute, char* text, std::size_t most) const noexcept;

    bool hasQualifiedNames_ = false;
    bool mayHaveTrampoline_ = false;
    std::size_t codePlace_ = kUnknown;  ///< of a frame's words
    long extra_ = -1;

    BuiltinModule** builtinModules_ = nullptr;
    InterpreterState* (*mainState_)() = nullptr;
    InterpreterState* (*currentState_)() = nullptr;
    EvalFunction (*evalOf_)(InterpreterState*) = nullptr;
    void (*setEval_)(InterpreterState*, EvalFunction) = nullptr;
    long (*requestExtra_)(void (*)(void*)) = nullptr;
    int (*getExtra_)(Object*, long, void**) = nullptr;
    int (*setExtra_)(Object*, long, void*) = nullptr;
    Object* (*codeOf_)(Frame*) = nullptr;  ///< null in Python 3.11
    Object* codeType_ = nullptr;
    Object* (*typeOf_)(Object*) = nullptr;
    Object* (*systemObject_)(const char*) = nullptr;
    Object* (*itemOf_)(Object*, const char*) = nullptr;
    Object* (*attribute_)(Object*, const char*) = nullptr;
    const char* (*text_)(Object*, long*) = nullptr;
    long (*number_)(Object*) = nullptr;
    void (*release_)(Object*) = nullptr;
    void (*takeError_)(Object**, Object**, Object**) = nullptr;
    void (*restoreError_)(Object*, Object*, Object*) = nullptr;
    void (*clearError_)() = nullptr;
};

}  // namespace gantry::python
