#pragma once

#include <framework/Framework.hpp>

#include <string>
#include <vector>

#include "values/Value.hpp"

namespace gantry::framework {

/// A property or parameter.
struct NamedValue {
    std::string key;
    Value value;
};

/// Values that belong to a port.
struct PortValues {
    std::string port;
    std::vector<NamedValue> values{};
};

/// An instance with its properties, those of its ports, and the values of all its parameters.
struct SavedInstance {
    std::string name;
    std::string className;
    std::vector<NamedValue> properties{};
    std::vector<PortValues> portProperties{};
    std::vector<PortValues> parameters{};
};

/// A connection, and how it is guarded and monitored.
struct SavedConnection {
    ConnectionInfo ends;
    bool guarded = false;
    std::vector<MonitoredMethod> monitored{};
};

/// All that is needed to build an assembly again. What no one may set (the properties "cca...") is
/// not part of it.
struct AssemblyDocument {
    /// In the order of creation.
    std::vector<SavedInstance> instances{};
    std::vector<SavedConnection> connections{};
};

/// The assembly of a framework as it is now. Throws what parameter ports of components throw.
AssemblyDocument documentOf(Framework& framework);

/// Adds all of a document to the assembly of a framework, or nothing of it. Throws gantry::Error
/// that says where in the document something could not be done, and why. Classes that were loaded
/// meanwhile stay in the palette.
void build(Framework& framework, const AssemblyDocument& document);

/// As docs/formats/assembly.md describes it. Throws gantry::Error if a text is not UTF-8.
std::string toJson(const AssemblyDocument& document);

/// Throws gantry::Error that says what is wrong and where: the line and column of what is not JSON,
/// else the place as a JSON pointer. What it returns has each name once, and every connection has
/// both its ends.
AssemblyDocument fromJson(const std::string& text);

}  // namespace gantry::framework
