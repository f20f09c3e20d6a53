#include "loader/Plugin.hpp"

#include <gantry/Error.hpp>

#include <algorithm>
#include <array>
#include <set>
#include <string>

namespace gantry::framework::loader {
namespace {

[[noreturn]] void refuse(const Library& library, const std::string& reason) {
    throw Error(gov::cca::CCAExceptionType::Nonstandard, library.file().string() + ' ' + reason);
}

template <class Function>
Function require(const Library& library, const char* name) {
    const Library::Function found = library.find(name);
    if (!found) {
        refuse(library, std::string("is not a component: it does not export ") + name +
                            "; define its class with GANTRY_COMPONENT");
    }
    return reinterpret_cast<Function>(found);
}

bool isEmpty(const char* text) {
    return !text || *text == '\0';
}

void checkPorts(const Library& library, const ComponentDescription& description) {
    std::set<std::string> names;
    for (const auto& ports : {description.providedPorts(), description.usedPorts()}) {
        for (const PortDescription& port : ports) {
            if (isEmpty(port.name) || isEmpty(port.type)) {
                refuse(library, "describes a port without a name or type");
            }
            if (!names.insert(port.name).second) {
                refuse(library, std::string("describes port '") + port.name +
                                    "' twice; port names are unique over provided and used ports");
            }
        }
    }
}

void checkParameter(const Library& library, const ParameterDescription& parameter) {
    constexpr std::array kTypes{"bool", "int", "long", "float", "double", "string"};
    if (isEmpty(parameter.key) || isEmpty(parameter.port)) {
        refuse(library, "describes a parameter without a key or port");
    }
    const std::string name =
        std::string("describes parameter '") + parameter.port + '.' + parameter.key + "' ";
    if (std::none_of(kTypes.begin(), kTypes.end(), [&](const char* type) {
            return parameter.type && std::string(type) == parameter.type;
        })) {
        refuse(library, name + "of type '" + (parameter.type ? parameter.type : "") +
                            "'; types are bool, int, long, float, double and string");
    }
    if (!parameter.defaultValue) {
        refuse(library, name + "without a default value");
    }
    if (isEmpty(parameter.low) != isEmpty(parameter.high)) {
        refuse(library, name + "with one bound; give both or neither");
    }
}

void check(const Library& library, const ComponentDescription* description) {
    if (!description) {
        refuse(library, "is not a component: cca_describe returns nothing");
    }
    if (description->abi != kPluginAbi) {
        refuse(library, "has plug-in ABI number " + std::to_string(description->abi) +
                            ", this framework has " + std::to_string(kPluginAbi) +
                            "; build the component against this framework's interfaces");
    }
    if (isEmpty(description->className)) {
        refuse(library, "describes a component class without a name");
    }
    checkPorts(library, *description);
    for (const ParameterDescription& parameter : description->parameterList()) {
        checkParameter(library, parameter);
    }
}

}  // namespace

Plugin Plugin::open(const std::filesystem::path& file, LoadMode mode) {
    Plugin plugin;
    plugin.library_ = Library::open(file, mode);
    const Library& library = *plugin.library_;
    const auto describe = require<plugin::Describe>(library, "cca_describe");
    plugin.create_ = require<plugin::Create>(library, "cca_create");
    plugin.destroy_ = require<plugin::Destroy>(library, "cca_destroy");
    plugin.description_ = describe();
    check(library, plugin.description_);
    return plugin;
}

std::shared_ptr<gov::cca::Component> Plugin::create() const {
    std::array<char, 1024> text{};
    gov::cca::Component* const component = create_(library_, text.data(), text.size());
    if (!component) {
        text.back() = '\0';
        throw Error(
            gov::cca::CCAExceptionType::Nonstandard,
            std::string("component class '") + description_->className + "' can not be created: " +
                (text.front() ? text.data() : "cca_create returned nothing and gave no reason"));
    }
    return std::shared_ptr<gov::cca::Component>(
        component,
        [library = library_, destroy = destroy_](gov::cca::Component* dying) { destroy(dying); });
}

}  // namespace gantry::framework::loader
