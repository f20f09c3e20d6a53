#pragma once

#include <framework/AssemblyInfo.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace gantry::framework {

/// Something about an assembly that somebody should look at.
struct Finding {
    enum class Severity : std::uint8_t {
        Warning,  ///< may be meant
        Error,    ///< what uses it cannot work
    };

    Severity severity = Severity::Warning;
    /// What is wrong, where, and how to fix it.
    std::string text;
};

/// Looks at an assembly without running any of it. Errors: a required uses port without a
/// connection; a connection whose ends are missing or of different types. Warnings: an instance
/// that nothing is connected with and that has nothing to start; instances that need each other in
/// a circle, so that none can be made ready first. Errors come first; each kind in the order of the
/// instances.
std::vector<Finding> checkAssembly(const std::vector<InstanceInfo>& instances,
                                   const std::vector<ConnectionInfo>& connections);

}  // namespace gantry::framework
