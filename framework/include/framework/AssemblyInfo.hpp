#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace gantry::framework {

/// A port as a description or an instance shows it.
struct PortInfo {
    std::string name;
    /// The SIDL type, for example "numeric.IntegratorPort".
    std::string type;
    bool provided = false;
    /// For uses ports: whether the component cannot work without it.
    bool required = false;
    /// For uses ports: whether its connections can be monitored.
    bool monitorable = false;
    /// For uses ports: whether the component declares that its connections begin guarded.
    bool guarded = false;
};

/// A parameter as the description of its component shows it; all values are texts.
struct ParameterInfo {
    std::string port;
    std::string key;
    std::string type;
    std::string defaultValue;
    std::string help;
    /// Empty where there are no bounds.
    std::string low;
    std::string high;
    std::vector<std::string> choices;
};

/// A component class that can be instantiated, as its shared object describes it.
struct ClassInfo {
    std::string name;
    std::string version;
    std::string summary;
    std::filesystem::path library;
    std::vector<PortInfo> ports;
    std::vector<ParameterInfo> parameters;
};

/// A shared object on the component path that cannot be used, and why.
struct RejectedLibrary {
    std::filesystem::path library;
    std::string reason;
};

/// A component instance of the assembly.
struct InstanceInfo {
    std::string name;
    std::string className;
    /// Ports in the order of their registration; service ports of the framework are not listed.
    std::vector<PortInfo> ports;
};

/// Where an assembly stands, to go back to it: Framework::mark.
struct AssemblyMark {
    std::uint64_t instanceSerial = 0;
    std::uint64_t connectionSerial = 0;
    std::size_t paletteSize = 0;
};

/// A connection of the assembly, or the request for one.
struct ConnectionInfo {
    std::string user;
    std::string usesPort;
    std::string provider;
    std::string providesPort;

    friend auto operator<=>(const ConnectionInfo&, const ConnectionInfo&) = default;
};

/// How a connection is to begin: `AsDeclared`, guarded where the user's description, the property
/// "gantry.guarded" of its uses port or Framework::guardAll says so, else direct; or `Guarded`.
enum class Guard : std::uint8_t { AsDeclared, Guarded };

/// A connection whose provider can be exchanged while calls are in flight, or was exchanged.
struct GuardedConnection {
    ConnectionInfo connection;
    /// Whether the user's calls go through a proxy.
    bool guarded = false;
    /// How often its provider was exchanged.
    std::uint64_t swaps = 0;
};

}  // namespace gantry::framework
