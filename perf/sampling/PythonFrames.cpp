#include "PythonFrames.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace gantry::perf {

namespace {

// As perf/modules/python/Slots.cpp defines it.
constexpr std::string_view kSlots = "gantry_python_functions";
constexpr std::uint64_t kSlotBytes = 8;

bool isPythonFunction(const CodePlace* place) {
    return pythonFunctionAt(*place).has_value();
}

// Of the one that times functions, too.
bool isOfModule(const CodePlace* place) {
    return place->function.file == kPythonFile || place->function.file == "python_timers.so";
}

// What begins a program or a thread, in the first frames of a stack.
bool isStart(const FunctionName& name) {
    return name.function == "_start" || name.file == "libgantry.so" ||
           name.file.starts_with("libc.so");
}

}  // namespace

std::optional<std::uint32_t> pythonFunctionAt(const CodePlace& place) noexcept {
    if (place.function.file != kPythonFile || place.function.function != kSlots) {
        return std::nullopt;
    }
    return static_cast<std::uint32_t>(place.offset / kSlotBytes);
}

std::vector<const CodePlace*> withoutInterpreter(std::vector<const CodePlace*> stack) {
    const auto first = std::find_if(stack.begin(), stack.end(), isPythonFunction);
    // What a function's frame calls runs it.
    const auto runs = std::find_if_not(first, stack.end(), isOfModule);
    if (runs == stack.end()) {
        return stack;
    }
    const std::string interpreter = (*runs)->function.file;
    // Of a stack that is cut the first frames are not those of its start.
    bool isBegin = isStart(stack.front()->function);
    std::erase_if(stack, [&](const CodePlace* place) {
        if (isPythonFunction(place)) {
            isBegin = false;
            return false;
        }
        const bool starts = isStart(place->function);
        const bool ofPython = place->function.file == interpreter || isOfModule(place);
        const bool stays = isBegin || !ofPython;
        isBegin = isBegin && starts;
        return !stays;
    });
    return stack;
}

FunctionName pythonFrame(std::uint32_t function, std::uint32_t process, std::uint32_t program) {
    return {'#' + std::to_string(function) + ' ' + std::to_string(process) + ' ' +
                std::to_string(program),
            std::string(kPythonFile)};
}

}  // namespace gantry::perf
