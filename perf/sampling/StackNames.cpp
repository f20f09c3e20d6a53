#include <perf/sampling/StackNames.hpp>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "ProcessCode.hpp"

namespace gantry::perf {

namespace {

// Each file is taken to be mapped at a place of its own, far from all others.
constexpr std::uint64_t kApart = std::uint64_t{1} << 40U;

class FileCode final {
public:
    explicit FileCode(std::string program) : program_(std::move(program)) {}

    // "FILE+0xOFFSET" as a function; nothing where that is not known.
    std::optional<CodePlace> at(std::string_view frame) {
        const std::size_t plus = frame.rfind("+0x");
        std::uint64_t offset = 0;
        if (plus == std::string_view::npos ||
            std::from_chars(frame.data() + plus + 3, frame.data() + frame.size(), offset, 16).ptr !=
                frame.data() + frame.size()) {
            return std::nullopt;
        }
        std::string file(frame.substr(0, plus));
        file = file == "(program)" ? program_ : file;
        const auto [known, isNew] = bases_.try_emplace(file, (bases_.size() + 1) * kApart);
        if (isNew) {
            code_.map({known->second, kApart / 2, 0, file});
        }
        CodePlace place = code_.place(known->second + offset);
        // A program that is not relocatable stands where its file says.
        if (place.function.function == kUnknownFunction) {
            place = code_.place(offset);
        }
        return place;
    }

private:
    std::string program_;
    ProcessCode code_;
    std::map<std::string, std::uint64_t> bases_;
};

bool startsProgram(const std::string& function) {
    return function == "_start" || function == "start_thread" ||
           function.find("libc_start") != std::string::npos || function.starts_with("clone");
}

// Of the library that times main and threads.
bool isOwn(const CodePlace& place) {
    return place.function.file == "libgantry.so";
}

void meet(const CodePlace& place, std::set<std::string>* met) {
    for (const CodeLine& line : place.lines) {
        if (met != nullptr && line.line > 0) {
            met->insert(line.file);
        }
    }
}

// What people call a frame; for the innermost one with its line.
std::string nameOf(std::string_view frame, const CodePlace* place, bool isInnermost) {
    std::string name(frame);
    if (place == nullptr) {
        return name;
    }
    if (place->function.function != kUnknownFunction) {
        name = place->inlined.empty() ? place->function.function : place->inlined.back();
    } else if (!place->function.file.empty()) {
        name = kUnknownFunction + std::string(" of ") + place->function.file;
    }
    if (isInnermost && !place->lines.empty()) {
        const CodeLine& line = place->lines.back();
        name += " (" + line.file.substr(line.file.rfind('/') + 1) + ':' +
                std::to_string(line.line) + ')';
    }
    return name;
}

std::string named(FileCode& code, std::string_view stack, std::set<std::string>* met) {
    std::string text;
    while (!stack.empty()) {
        const std::size_t end = std::min(stack.find(';'), stack.size());
        const std::string_view frame = stack.substr(0, end);
        stack.remove_prefix(std::min(end + 1, stack.size()));
        const auto place = code.at(frame);
        if (place && isOwn(*place) && text.empty()) {
            return "(gantry)";
        }
        if (place && (isOwn(*place) || startsProgram(place->function.function))) {
            continue;
        }
        if (place) {
            meet(*place, met);
        }
        const bool isInnermost = text.empty();
        text += (isInnermost ? "" : " < ") + nameOf(frame, place ? &*place : nullptr, isInnermost);
    }
    return text;
}

std::string programIn(const Profile& profile) {
    for (const auto& [key, value] : profile.context) {
        if (key == "executable") {
            return value;
        }
    }
    return {};
}

}  // namespace

void nameTimers(Profile& profile, const std::string& group, std::set<std::string>* met) {
    if (!canUnwind()) {
        return;
    }
    FileCode code(programIn(profile));
    // Modules name what they find a symbol for.
    std::set<std::pair<std::string, std::string>> taken;
    for (const TimerInfo& timer : profile.timers) {
        if (timer.group == group) {
            taken.emplace(timer.name, timer.type);
        }
    }
    for (TimerInfo& timer : profile.timers) {
        const auto place = timer.group == group ? code.at(timer.name) : std::nullopt;
        if (!place || place->function.function == kUnknownFunction) {
            continue;
        }
        meet(*place, met);
        std::string name = place->function.function;
        if (!taken.emplace(name, place->function.file).second) {
            name += ' ' + timer.name.substr(timer.name.rfind('+') + 1);
        }
        timer.name = std::move(name);
        timer.type = place->function.file;
    }
}

void nameStacks(Profile& profile, const std::string& module, std::set<std::string>* met) {
    if (!canUnwind()) {
        return;
    }
    for (ModuleRecords& records : profile.modules) {
        if (records.name != module) {
            continue;
        }
        FileCode code(programIn(profile));
        for (ModuleRecord& record : records.records) {
            if (record.name.find("+0x") != std::string::npos) {
                if (std::string name = named(code, record.name, met); !name.empty()) {
                    record.name = std::move(name);
                }
            }
        }
        records.records = reducedByName(records);
    }
}

}  // namespace gantry::perf
