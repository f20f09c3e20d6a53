#include "core/commandText.hpp"

#include <algorithm>

#include "values/Value.hpp"

namespace gantry::framework::commandText {
namespace {

std::string endsOf(const ConnectionInfo& connection) {
    return connection.user + ' ' + connection.usesPort + ' ' + connection.provider + ' ' +
           connection.providesPort;
}

bool fitsInLine(const std::string& value) {
    const auto isBlank = [](char c) { return c == ' ' || c == '\t'; };
    return std::none_of(value.begin(), value.end(),
                        [](unsigned char c) { return (c < ' ' && c != '\t') || c == 0x7f; }) &&
           (value.empty() || (!isBlank(value.front()) && !isBlank(value.back())));
}

}  // namespace

std::string instantiate(const std::string& className, const std::string& instance) {
    return "instantiate " + className + ' ' + instance;
}

std::string remove(const std::string& instance) {
    return "remove " + instance;
}

std::string connect(const ConnectionInfo& connection, bool guarded) {
    return "connect " + endsOf(connection) + (guarded ? " guarded" : "");
}

std::string disconnect(const ConnectionInfo& connection) {
    return "disconnect " + endsOf(connection);
}

std::string swap(const ConnectionInfo& connection) {
    return "swap " + endsOf(connection);
}

std::string property(const std::string& instance, const std::string& key) {
    return "property " + instance + ' ' + key;
}

std::string portProperty(const std::string& instance, const std::string& port,
                         const std::string& key, gov::cca::Type type) {
    return "port-property " + instance + ' ' + port + ' ' + key + ' ' + wordOf(type);
}

std::string parameter(const std::string& instance, const std::string& port,
                      const std::string& key) {
    return "parameters " + instance + ' ' + port + ' ' + key + " set";
}

// A value at the end of a line needs no quotes, but loses blanks at its ends.
std::optional<std::string> withValue(const std::string& command, const std::string& value) {
    if (!fitsInLine(value)) {
        return std::nullopt;
    }
    return command + (value.empty() ? "" : " ") + value;
}

}  // namespace gantry::framework::commandText
