#include <perf/analysis/findings/RunAnalysis.hpp>

#include <stdexcept>

namespace gantry::perf {

namespace {

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

}  // namespace

void requireOneProgram(const std::vector<std::pair<std::string, const Profile*>>& runs) {
    std::string first;
    std::string firstName;
    for (const auto& [name, profile] : runs) {
        const std::string program = programOf(*profile);
        if (program.empty()) {
            continue;
        }
        if (first.empty()) {
            first = program;
            firstName = name;
        } else if (first != program) {
            throw std::invalid_argument(name + ": is a run of " + program + ", and " + firstName +
                                        " of " + first +
                                        "; runs that are analyzed together are of one program");
        }
    }
}

}  // namespace gantry::perf
