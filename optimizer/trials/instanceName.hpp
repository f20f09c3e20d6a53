#pragma once

#include <cctype>
#include <string>

namespace optimizer {

/// The name of an instance that is tried: "monteCarlo" for the class "integrators.MonteCarlo". The
/// framework adds a number if the name is taken.
[[nodiscard]] inline std::string instanceName(const std::string& className) {
    std::string name = className.substr(className.rfind('.') + 1);
    if (!name.empty()) {
        name.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(name.front())));
    }
    return name;
}

}  // namespace optimizer
