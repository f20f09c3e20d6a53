#pragma once

#include <framework/AssemblyInfo.hpp>
#include <gov/cca/Type.hpp>

#include <optional>
#include <string>

/// The commands of the script language that build an assembly, as texts: one place for the change
/// notes of a live assembly and for scripts that are written from a saved one.
namespace gantry::framework::commandText {

/// Each is one line without its end. Names are written as they are.
std::string instantiate(const std::string& className, const std::string& instance);
std::string remove(const std::string& instance);
std::string connect(const ConnectionInfo& connection, bool guarded);
std::string disconnect(const ConnectionInfo& connection);
std::string swap(const ConnectionInfo& connection);

/// Commands that set a value, without the value.
std::string property(const std::string& instance, const std::string& key);
std::string portProperty(const std::string& instance, const std::string& port,
                         const std::string& key, gov::cca::Type type);
std::string parameter(const std::string& instance, const std::string& port, const std::string& key);

/// The command followed by its value. Nothing if no line of a script can hold the value: a line
/// loses control characters and the blanks at both ends of a value.
std::optional<std::string> withValue(const std::string& command, const std::string& value);

}  // namespace gantry::framework::commandText
