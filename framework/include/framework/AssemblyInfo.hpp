#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

/// Plain values that describe an assembly. They are copies: they own their texts and do not follow
/// later changes.
namespace gantry::framework {

/// A port of a component class or of an instance. Fields that are for uses ports are false for a
/// provides port.
struct PortInfo {
    std::string name;
    /// The SIDL type, for example "numeric.IntegratorPort".
    std::string type;
    /// Provides port, else uses port.
    bool provided = false;
    /// For uses ports: whether the component cannot work without it.
    bool required = false;
    /// For uses ports: whether its connections can be monitored.
    bool monitorable = false;
    /// For uses ports: whether the component declares that its connections are guarded from the
    /// start.
    bool guarded = false;
};

/// A parameter in the description of a component class; all values are texts. In the description
/// only; values are set through the port.
struct ParameterInfo {
    /// The provides port, of type gov.cca.ports.ParameterPort, that holds it.
    std::string port;
    std::string key;
    /// As scripts spell it, for example "double".
    std::string type;
    std::string defaultValue;
    std::string help;
    /// Inclusive bounds; empty if there are none.
    std::string low;
    std::string high;
    /// The only values that are allowed; empty if the parameter is not an enumeration.
    std::vector<std::string> choices;
};

/// A component class, as its shared object describes it.
struct ClassInfo {
    std::string name;
    std::string version;
    std::string summary;
    /// The shared object.
    std::filesystem::path library;
    std::vector<PortInfo> ports;
    std::vector<ParameterInfo> parameters;
};

/// A shared object on the component path that cannot be used, and why, with how to fix it.
struct RejectedLibrary {
    std::filesystem::path library;
    std::string reason;
};

/// A component instance of the assembly as it was at the moment of the call. Parameters are not in
/// it: ask the instance's ParameterPort.
struct InstanceInfo {
    std::string name;
    std::string className;
    /// In the order of registration. Service ports of the framework are not listed, and the port
    /// "performance" that it provides for every instance is listed while it is connected.
    std::vector<PortInfo> ports;
};

/// A state of an assembly that it can be rolled back to: Framework::mark and rollBack. Valid for
/// the framework that made it. Cheap: three numbers. Instances and connections with later serial
/// numbers came after it.
///
///     const AssemblyMark before = framework.mark();
///     ...
///     framework.rollBack(before);
struct AssemblyMark {
    std::uint64_t instanceSerial = 0;
    std::uint64_t connectionSerial = 0;
    std::size_t paletteSize = 0;
};

/// A connection of the assembly, or a request for one: names of instances and ports. Ordered by
/// user, uses port, provider, provides port.
///
///     framework.connect({"driver", "integrator", "simpson", "integrator"});
struct ConnectionInfo {
    std::string user;
    std::string usesPort;
    std::string provider;
    std::string providesPort;

    // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 takes the 0 of <=> for a pointer
    friend auto operator<=>(const ConnectionInfo&, const ConnectionInfo&) = default;
};

/// How a connection begins. `AsDeclared`: guarded if the user's description, the property
/// "gantry.guarded" of its uses port or Framework::guardAll says so, else direct.
enum class Guard : std::uint8_t { AsDeclared, Guarded };

/// A connection whose provider can be swapped while calls are in flight, or was swapped.
struct GuardedConnection {
    ConnectionInfo connection;
    /// Whether the user's calls go through a proxy.
    bool guarded = false;
    /// The number of swaps of its provider.
    std::uint64_t swaps = 0;
};

}  // namespace gantry::framework
