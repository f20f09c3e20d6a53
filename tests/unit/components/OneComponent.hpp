#pragma once

#include <framework/Framework.hpp>
#include <gantry/ports.hpp>
#include <gov/cca/TypeMap.hpp>
#include <gov/cca/ports/ParameterPort.hpp>

#include <memory>
#include <string>

/// A framework with one instance, called "subject".
struct OneComponent {
    gantry::framework::Framework framework{{GANTRY_COMPONENT_DIRECTORY}};

    explicit OneComponent(const std::string& className) {
        framework.createInstance(className, "subject");
    }

    template <class Port>
    std::shared_ptr<Port> port(const std::string& name) {
        return gantry::castPort<Port>(framework.providedPort("subject", name), name);
    }
    std::shared_ptr<gov::cca::TypeMap> parameters() {
        return port<gov::cca::ports::ParameterPort>("configuration")->readConfigurationMap();
    }
    void set(const std::string& key, const std::string& value) {
        const auto map = parameters()->cloneEmpty();
        map->putString(key, value);
        port<gov::cca::ports::ParameterPort>("configuration")->writeConfigurationMap(map);
    }
    void set(const std::string& key, const char* value) { set(key, std::string(value)); }
    void set(const std::string& key, bool value) {
        const auto map = parameters()->cloneEmpty();
        map->putBool(key, value);
        port<gov::cca::ports::ParameterPort>("configuration")->writeConfigurationMap(map);
    }
    void set(const std::string& key, double value) {
        const auto map = parameters()->cloneEmpty();
        map->putDouble(key, value);
        port<gov::cca::ports::ParameterPort>("configuration")->writeConfigurationMap(map);
    }
    void set(const std::string& key, std::int64_t value) {
        const auto map = parameters()->cloneEmpty();
        map->putLong(key, value);
        port<gov::cca::ports::ParameterPort>("configuration")->writeConfigurationMap(map);
    }
    /// The text with which setting is refused; empty where it is not.
    template <class Value>
    std::string refusal(const std::string& key, const Value& value) {
        try {
            set(key, value);
            return "";
        } catch (const gov::cca::CCAException& error) {
            return error.what();
        }
    }
};

inline bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}
