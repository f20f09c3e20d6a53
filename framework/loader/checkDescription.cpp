// Descriptions come from shared objects that others have built. What is accepted here is relied
// upon everywhere else: texts are not null, names are unique, bounds come in pairs.

#include "loader/checkDescription.hpp"

#include <gantry/Error.hpp>

#include <algorithm>
#include <array>
#include <set>
#include <string>

namespace gantry::framework::loader {
namespace {

[[noreturn]] void refuse(const std::filesystem::path& file, const std::string& reason) {
    throw Error(gov::cca::CCAExceptionType::Nonstandard, file.string() + ' ' + reason);
}

bool isEmpty(const char* text) {
    return !text || *text == '\0';
}

void checkPorts(const std::filesystem::path& file, const ComponentDescription& description) {
    std::set<std::string> names;
    for (const auto& ports : {description.providedPorts(), description.usedPorts()}) {
        for (const PortDescription& port : ports) {
            if (isEmpty(port.name) || isEmpty(port.type)) {
                refuse(file, "describes a port without a name or type");
            }
            if (!names.insert(port.name).second) {
                refuse(file, std::string("describes port '") + port.name +
                                 "' twice; port names are unique over provided and used ports");
            }
        }
    }
}

// Types are those of gov.cca.TypeMap that a script can write.
void checkParameter(const std::filesystem::path& file, const ParameterDescription& parameter) {
    constexpr std::array kTypes{"bool", "int", "long", "float", "double", "string"};
    if (isEmpty(parameter.key) || isEmpty(parameter.port)) {
        refuse(file, "describes a parameter without a key or port");
    }
    const std::string name =
        std::string("describes parameter '") + parameter.port + '.' + parameter.key + "' ";
    if (std::none_of(kTypes.begin(), kTypes.end(), [&](const char* type) {
            return parameter.type && std::string(type) == parameter.type;
        })) {
        refuse(file, name + "of type '" + (parameter.type ? parameter.type : "") +
                         "'; types are bool, int, long, float, double and string");
    }
    if (!parameter.defaultValue) {
        refuse(file, name + "without a default value");
    }
    if (isEmpty(parameter.low) != isEmpty(parameter.high)) {
        refuse(file, name + "with one bound; give both or neither");
    }
}

}  // namespace

// With another number the rest of the description may mean something else.
void checkAbi(const std::filesystem::path& file, const ComponentDescription& description) {
    if (description.abi != kPluginAbi) {
        refuse(file, "has plug-in ABI number " + std::to_string(description.abi) +
                         ", this framework has " + std::to_string(kPluginAbi) +
                         "; build the component against this framework's interfaces");
    }
}

void checkDescription(const std::filesystem::path& file, const ComponentDescription& description) {
    if (isEmpty(description.className)) {
        refuse(file, "describes a component class without a name");
    }
    checkPorts(file, description);
    for (const ParameterDescription& parameter : description.parameterList()) {
        checkParameter(file, parameter);
    }
}

}  // namespace gantry::framework::loader
