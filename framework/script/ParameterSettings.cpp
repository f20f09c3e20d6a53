#include <base/text/NameSuggestion.hpp>
#include <framework/ParameterSettings.hpp>
#include <framework/ScriptInterpreter.hpp>
#include <gantry/Error.hpp>

#include <algorithm>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace gantry::framework {

namespace {

// The longest of names that target begins with, up to a point; else target up to its first point.
// Names of instances and ports may have points themselves, so the known names decide.
std::string firstPart(const std::string& target, const std::vector<std::string>& names) {
    std::string longest;
    for (const std::string& name : names) {
        if (name.size() > longest.size() && target.rfind(name + '.', 0) == 0) {
            longest = name;
        }
    }
    return longest.empty() ? target.substr(0, target.find('.')) : longest;
}

std::string behind(const std::string& target, const std::string& part) {
    return part.size() < target.size() ? target.substr(part.size() + 1) : "";
}

std::vector<std::string> namesOf(const Framework& assembly) {
    std::vector<std::string> names;
    for (const InstanceInfo& instance : assembly.instances()) {
        names.push_back(instance.name);
    }
    return names;
}

std::string instanceOf(const Framework& assembly, const std::string& target) {
    return firstPart(target, namesOf(assembly));
}

}  // namespace

ParameterSetting readParameterSetting(const std::string& text) {
    const std::size_t equals = text.find('=');
    const std::string target = text.substr(0, equals);
    const auto isControl = [](unsigned char c) { return c < ' ' || c == 0x7f; };
    if (equals == std::string::npos || std::count(target.begin(), target.end(), '.') < 2 ||
        target.find_first_of(" \t") != std::string::npos ||
        std::any_of(text.begin(), text.end(), isControl)) {
        throw std::invalid_argument("'" + text +
                                    "' is not INSTANCE.PORT.KEY=VALUE, such as "
                                    "driver.configuration.count=100");
    }
    return {text, target, text.substr(equals + 1)};
}

void ParameterSettings::set(const ParameterSetting& setting) {
    const std::string instance = instanceOf(assembly_, setting.target);
    const std::string rest = behind(setting.target, instance);
    std::vector<std::string> ports;
    if (const auto info = assembly_.instance(instance)) {
        for (const PortInfo& port : info->ports) {
            ports.push_back(port.name);
        }
    }
    const std::string port = firstPart(rest, ports);
    std::istringstream command("parameters " + instance + ' ' + port + ' ' + behind(rest, port) +
                               " set " + setting.value);
    // By the script's own command, so that values are read and refused as there.
    std::ostringstream nowhere;
    try {
        ScriptInterpreter(assembly_, nowhere).run(command, "setting");
    } catch (const ScriptError& error) {
        throw Error(gov::cca::CCAExceptionType::BadProperties,
                    "setting " + setting.text + ": " + error.message());
    }
}

void ParameterSettings::checkNames(const LaterInstances& later) const {
    for (const ParameterSetting& setting : waiting_) {
        const std::string instance = instanceOf(assembly_, setting.target);
        if (!assembly_.instance(instance) && !later.mayCome(instance)) {
            throw Error(gov::cca::CCAExceptionType::BadProperties,
                        "setting " + setting.text + ": there is no instance '" + instance +
                            "', and the script creates none with this name" +
                            base::suggest(instance, namesOf(assembly_)));
        }
    }
}

void ParameterSettings::apply() {
    std::vector<ParameterSetting> later;
    for (ParameterSetting& setting : std::exchange(waiting_, {})) {
        if (assembly_.instance(instanceOf(assembly_, setting.target))) {
            set(setting);
        } else {
            later.push_back(std::move(setting));
        }
    }
    waiting_ = std::move(later);
}

void ParameterSettings::finish() {
    for (const ParameterSetting& setting : std::exchange(waiting_, {})) {
        set(setting);
    }
}

}  // namespace gantry::framework
