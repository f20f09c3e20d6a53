#include "PythonNames.hpp"

#include <perf/model/SampledMetric.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "PythonFrames.hpp"

namespace gantry::perf {

namespace {

// What PythonFrames' pythonFrame() has made.
struct Frame {
    std::uint32_t function = 0;
    std::uint32_t process = 0;
    std::uint32_t program = 0;
};

std::optional<Frame> frameOf(const TimerInfo& timer) {
    if (timer.type != kPythonFile || !timer.name.starts_with('#')) {
        return std::nullopt;
    }
    Frame frame;
    const char* at = timer.name.data();
    const char* const end = at + timer.name.size();
    for (std::uint32_t* const number : {&frame.function, &frame.process, &frame.program}) {
        const auto read = std::from_chars(at + 1, end, *number);
        if (at == end || read.ec != std::errc()) {
            return std::nullopt;
        }
        at = read.ptr;
    }
    return frame;
}

bool ranSeveral(const Profile& sampled, std::uint32_t process) {
    std::set<std::uint32_t> programs;
    for (const TimerInfo& timer : sampled.timers) {
        const auto frame = frameOf(timer);
        if (frame && frame->process == process) {
            programs.insert(frame->program);
        }
    }
    return programs.size() > 1;
}

// As gantry_timer_at() names it for the module python_timers.
std::string timerName(const PythonFunction& function) {
    return function.name + " [{" + function.file + "} {" + function.line + ",0}]";
}

// The part of a path behind the folder in which Python finds modules; empty where there is none.
std::string_view inLibrary(std::string_view path) {
    for (const std::string_view folder : {"/site-packages/", "/dist-packages/"}) {
        if (const std::size_t at = path.rfind(folder); at != std::string_view::npos) {
            return path.substr(at + folder.size());
        }
    }
    constexpr std::string_view kLibrary = "/lib/python3.";
    const std::size_t at = path.rfind(kLibrary);
    const std::size_t end =
        at == std::string_view::npos ? at : path.find('/', at + kLibrary.size());
    return end == std::string_view::npos ? std::string_view() : path.substr(end + 1);
}

}  // namespace

PythonFunctions pythonFunctionsIn(const ModuleRecords& module) {
    PythonFunctions functions;
    const auto number = fieldOf(module, "number");
    if (!number) {
        return functions;
    }
    for (const ModuleRecord& record : module.records) {
        PythonFunction function{record.name, "", ""};
        const std::size_t at = record.name.find(" (", 1);
        const std::size_t colon = record.name.rfind(':');
        if (at != std::string::npos && colon != std::string::npos && colon > at &&
            record.name.ends_with(')')) {
            function.name = record.name.substr(0, at);
            function.file = record.name.substr(at + 2, colon - at - 2);
            function.line = record.name.substr(colon + 1, record.name.size() - colon - 2);
        }
        functions[static_cast<std::uint32_t>(record.values[*number])] = std::move(function);
    }
    return functions;
}

PythonFunctions takePythonFunctions(Profile& profile) {
    PythonFunctions functions;
    std::erase_if(profile.modules, [&](const ModuleRecords& module) {
        if (module.name != kPythonModule) {
            return false;
        }
        functions = pythonFunctionsIn(module);
        if (const auto calls = fieldOf(module, "calls")) {
            std::int64_t sum = 0;
            for (const ModuleRecord& record : module.records) {
                sum += record.values[*calls];
            }
            profile.context.emplace_back(kPythonCalls, std::to_string(sum));
        }
        if (!module.partial.empty()) {
            profile.partial += (profile.partial.empty() ? "" : "; ") +
                               std::string("functions of Python: ") + module.partial;
        }
        return true;
    });
    return functions;
}

std::string shortPlace(const PythonFunction& function, const std::string& folder) {
    if (function.file.empty()) {
        return {};
    }
    std::string_view file = function.file;
    if (const std::string_view part = inLibrary(file); !part.empty()) {
        file = part;
    } else if (file.starts_with(folder + '/')) {
        file.remove_prefix(folder.size() + 1);
    }
    return std::string(file) + ':' + function.line;
}

void namePython(Profile& sampled, std::uint32_t process, const PythonFunctions& functions,
                const Profile& timed) {
    if (functions.empty() || ranSeveral(sampled, process)) {
        return;
    }
    std::unordered_map<std::string_view, const TimerInfo*> timers;
    for (const TimerInfo& timer : timed.timers) {
        if (timer.group == kPythonModule) {
            timers.emplace(timer.name, &timer);
        }
    }
    std::error_code error;
    const std::string folder = std::filesystem::current_path(error).string();
    for (TimerInfo& timer : sampled.timers) {
        const auto frame = frameOf(timer);
        const auto function =
            frame && frame->process == process ? functions.find(frame->function) : functions.end();
        if (function == functions.end()) {
            continue;
        }
        const auto known = timers.find(timerName(function->second));
        if (known != timers.end()) {
            timer.name = known->second->name;
            timer.type = known->second->type;
            timer.group = known->second->group;
        } else {
            timer.name = function->second.name;
            timer.type = shortPlace(function->second, folder);
        }
    }
}

void nameUnknownPython(Profile& sampled, std::optional<std::uint32_t> process) {
    for (TimerInfo& timer : sampled.timers) {
        const auto frame = frameOf(timer);
        if (frame && frame->process == process.value_or(frame->process)) {
            timer.name = "(Python function)";
            timer.type.clear();
        }
    }
}

}  // namespace gantry::perf
