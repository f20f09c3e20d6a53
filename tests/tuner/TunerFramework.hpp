#pragma once

#include <framework/Framework.hpp>
#include <gantry/ports.hpp>
#include <gov/cca/TypeMap.hpp>
#include <gov/cca/ports/ParameterPort.hpp>
#include <tuning/Tuner.hpp>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace tuner_test {

/// A framework with what each tuned assembly needs to be measured; the assembly itself is made by
/// derived types.
struct TunerFramework {
    gantry::framework::Framework framework;

    /// folders: of the components of the test, beside those of Gantry.
    explicit TunerFramework(std::vector<std::filesystem::path> folders)
        : framework(withOwnComponents(std::move(folders))) {
        framework.createInstance("performance.Native", "performance");
        framework.setDefaultProvider("performance.Measurement", "performance", "MeasurementPort");
    }

    template <class Port>
    std::shared_ptr<Port> port(const std::string& instance, const std::string& name) {
        return gantry::castPort<Port>(framework.providedPort(instance, name), name);
    }
    void set(const std::string& key, const std::string& value) { set("tuner", key, value); }
    void set(const std::string& instance, const std::string& key, const std::string& value) {
        configure(instance, [&](gov::cca::TypeMap& map) { map.putString(key, value); });
    }
    void set(const std::string& instance, const std::string& key, std::int32_t value) {
        configure(instance, [&](gov::cca::TypeMap& map) { map.putInt(key, value); });
    }
    std::shared_ptr<tuning::Tuner> tuner() { return port<tuning::Tuner>("tuner", "tuner"); }

    /// The instance that is connected to that port of the user; "" for none.
    [[nodiscard]] std::string providerOf(const std::string& user,
                                         const std::string& usesPort) const {
        for (const auto& connection : framework.connections()) {
            if (connection.user == user && connection.usesPort == usesPort) {
                return connection.provider;
            }
        }
        return "";
    }

private:
    static std::vector<std::filesystem::path> withOwnComponents(
        std::vector<std::filesystem::path> folders) {
        folders.insert(folders.begin(), GANTRY_COMPONENT_DIRECTORY);
        return folders;
    }
    template <class Put>
    void configure(const std::string& instance, const Put& put) {
        const auto sheet = port<gov::cca::ports::ParameterPort>(instance, "configuration");
        const auto map = sheet->readConfigurationMap()->cloneEmpty();
        put(*map);
        sheet->writeConfigurationMap(map);
    }
};

}  // namespace tuner_test
