#include <doctest/doctest.h>

#include <deque>
#include <string>
#include <vector>

#include "PythonFrames.hpp"

using namespace gantry::perf;

namespace {

// Frames from the outermost on: "name@file", or the number of a Python function. What stays of
// them, in the same words.
class Frames final {
public:
    Frames(std::initializer_list<std::string> frames) {
        for (const std::string& frame : frames) {
            const std::size_t at = frame.find('@');
            CodePlace place;
            if (at == std::string::npos) {
                place.function = {"gantry_python_functions", "python.so"};
                place.offset = 8 * std::stoul(frame) + 2;
            } else {
                place.function = {frame.substr(0, at), frame.substr(at + 1)};
            }
            places_.push_back(place);
        }
    }

    [[nodiscard]] std::string withoutInterpreter() const {
        std::vector<const CodePlace*> stack;
        for (const CodePlace& place : places_) {
            stack.push_back(&place);
        }
        std::string text;
        for (const CodePlace* const place : gantry::perf::withoutInterpreter(stack)) {
            const auto number = pythonFunctionAt(*place);
            text += (text.empty() ? "" : " ") +
                    (number ? std::to_string(*number) : place->function.function);
        }
        return text;
    }

private:
    std::deque<CodePlace> places_;
};

}  // namespace

TEST_SUITE_BEGIN("perf.sampling.PythonFrames");

TEST_CASE("time of the interpreter is that of the functions it runs") {
    CHECK(Frames{"_start@python3.11", "__libc_start_main@libgantry.so", "main@python3.11",
                 "Py_BytesMain@python3.11", "0", "eval@python3.11", "call@python3.11", "7",
                 "eval@python3.11", "dot@numpy.so", "PyObject_Call@python3.11", "dgemm@libblas.so",
                 "PyErr_CheckSignals@python3.11"}
              .withoutInterpreter() == "_start __libc_start_main main 0 7 dot dgemm");
}

TEST_CASE("a thread keeps the function that it begins with") {
    CHECK(Frames{"clone3@libc.so.6", "start_thread@libc.so.6", "(unknown)@libgantry.so",
                 "bootstrap@libpython3.12.so.1.0", "run@libpython3.12.so.1.0", "4",
                 "eval@libpython3.12.so.1.0"}
              .withoutInterpreter() == "clone3 start_thread (unknown) bootstrap 4");
}

TEST_CASE("a stack that is cut begins with its first Python function") {
    CHECK(Frames{"call@python3.11", "4", "eval@python3.11", "memcpy@libc.so.6"}
              .withoutInterpreter() == "4 memcpy");
}

TEST_CASE("the hooks of modules that have functions named and timed are not shown") {
    CHECK(Frames{"call@python3.11", "onCall@python.so", "4", "onCall@python_timers.so",
                 "eval@python3.11", "onCall@python.so", "5", "onCall@python_timers.so",
                 "eval@python3.11"}
              .withoutInterpreter() == "4 5");
}

TEST_CASE("a stack without Python functions stays as it is") {
    const Frames native{"_start@python3.11", "main@python3.11",
                        "Py_InitializeFromConfig@python3.11"};
    CHECK(native.withoutInterpreter() == "_start main Py_InitializeFromConfig");
    // The function is entered just now, or the stack could not be followed.
    CHECK(Frames{"main@python3.11", "eval@python3.11", "3"}.withoutInterpreter() == "main eval 3");
    CHECK(Frames{}.withoutInterpreter().empty());
}

TEST_SUITE_END();
