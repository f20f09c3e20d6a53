#include <perf/analysis/findings/RunAnalysis.hpp>

#include <stdexcept>

namespace gantry::perf {

std::string programOf(const Profile& profile) {
    for (const char* const key : {"script", "program", "executable"}) {
        for (const auto& [name, value] : profile.context) {
            if (name == key && !value.empty()) {
                return value;
            }
        }
    }
    return {};
}

void requireOneProgram(const std::vector<std::pair<std::string, std::string>>& runs) {
    std::string first;
    std::string firstName;
    for (const auto& [name, program] : runs) {
        if (program.empty()) {
            continue;
        }
        if (first.empty()) {
            first = program;
            firstName = name;
        } else if (first != program) {
            std::string message = name;
            message.append(": is a run of ").append(program).append(", but ").append(firstName);
            message.append(" of ").append(first);
            throw std::invalid_argument(message + "; analyze runs of one program together");
        }
    }
}

}  // namespace gantry::perf
