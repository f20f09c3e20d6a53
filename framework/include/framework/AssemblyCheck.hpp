#pragma once

#include <framework/AssemblyInfo.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace gantry::framework {

/// A fault or a doubtful place in an assembly.
struct Finding {
    /// Whether a program should refuse to run the assembly.
    enum class Severity : std::uint8_t {
        Warning,  ///< may be intended
        Error,    ///< its user cannot work
    };

    Severity severity = Severity::Warning;
    /// What is wrong, where, and how to fix it.
    std::string text;
};

/// Checks an assembly without running any component. A pure function of its arguments, which
/// Framework::instances and Framework::connections return.
///
/// Errors: a required uses port without a connection; a connection whose ends are missing (types
/// fit, as a framework refuses other connections). Warnings: an instance without connections and
/// without a port to start it; a cycle of instances that require each other, so that none can be
/// initialised first. Errors come first; each kind in the order of the instances.
std::vector<Finding> checkAssembly(const std::vector<InstanceInfo>& instances,
                                   const std::vector<ConnectionInfo>& connections);

}  // namespace gantry::framework
