#include "PerformanceBackend.hpp"

#include <gantry/Error.hpp>
#include <gantry/ports.hpp>
#include <gov/cca/TypeMap.hpp>
#include <gov/cca/ports/ParameterPort.hpp>
#include <performance/Measurement.hpp>
#include <performance/Query.hpp>
#include <performance/Snapshot.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace gantry::tools {

namespace {

constexpr const char* kPortType = "performance.Measurement";
constexpr const char* kMonitorType = "performance.Monitor";
constexpr const char* kInstanceName = "performance";
constexpr const char* kLibraryPrefix = "performance_";
constexpr const char* kParameterPort = "configuration";
// The only setting that is a number.
constexpr const char* kBudgetParameter = "overheadBudget";

/// Whether it is a backend in front of others, which then measures for all of them.
bool usesBackends(const std::vector<framework::PortInfo>& ports) {
    return std::any_of(ports.begin(), ports.end(), [](const framework::PortInfo& port) {
        return !port.provided && port.type == kPortType;
    });
}

std::string measurementPortOf(const std::vector<framework::PortInfo>& ports) {
    const auto found = std::find_if(
        ports.begin(), ports.end(),
        [](const framework::PortInfo& port) { return port.provided && port.type == kPortType; });
    return found == ports.end() ? "" : found->name;
}

/// The class that name means: "native" is the one in performance/native, "performance.Native" is
/// itself.
framework::ClassInfo findBackend(const framework::Framework& assembly, const std::string& name) {
    std::string known;
    for (const framework::ClassInfo& candidate : assembly.availableClasses()) {
        if (measurementPortOf(candidate.ports).empty()) {
            continue;
        }
        std::string shortName = candidate.library.stem().string();
        if (shortName.rfind(kLibraryPrefix, 0) == 0) {
            shortName.erase(0, std::string(kLibraryPrefix).size());
        }
        if (name == candidate.name || name == shortName) {
            return candidate;
        }
        known += (known.empty() ? "" : ", ") + shortName;
    }
    throw Error(gov::cca::CCAExceptionType::Nonstandard,
                "no performance component '" + name + "' on the component path; there are: " +
                    (known.empty() ? "none (see `gantry doctor`)" : known));
}

void applySettings(const framework::Framework& assembly, const std::string& instance,
                   const std::string& className, const std::vector<BackendSetting>& settings) {
    for (const BackendSetting& setting : settings) {
        try {
            const auto parameters = castPort<gov::cca::ports::ParameterPort>(
                assembly.providedPort(instance, kParameterPort), kParameterPort);
            const std::shared_ptr<gov::cca::TypeMap> values =
                parameters->readConfigurationMap()->cloneEmpty();
            if (setting.parameter == kBudgetParameter) {
                values->putDouble(setting.parameter, std::stod(setting.value));
            } else {
                values->putString(setting.parameter, setting.value);
            }
            parameters->writeConfigurationMap(values);
        } catch (const gov::cca::CCAException& error) {
            throw Error(gov::cca::CCAExceptionType::BadProperties,
                        setting.option + ' ' + setting.value + ": " + className +
                            " cannot do that: " + error.getNote());
        }
    }
}

}  // namespace

PerformanceBackend::PerformanceBackend(framework::Framework& assembly,
                                       std::optional<std::string> name,
                                       std::vector<BackendSetting> settings)
    : assembly_(assembly), name_(std::move(name)), settings_(std::move(settings)) {
    if (name_ != "none") {
        checkBackend();
    }
}

void PerformanceBackend::connect() {
    if (name_ == "none") {
        return;
    }
    if (instance_.empty() || !isInAssembly()) {
        instance_.clear();
        if (!name_) {
            useInstanceOfScript();
        }
        if (instance_.empty()) {
            create(name_.value_or("native"));
        }
        applySettings(assembly_, instance_, className_, settings_);
        const auto measurement =
            castPort<performance::Measurement>(assembly_.providedPort(instance_, port_), port_);
        query_ = measurement->createQuery();
        assembly_.setDefaultProvider(kPortType, instance_, port_);
        serveRecords();
    }
    assembly_.connectDefaults();
}

void PerformanceBackend::serveRecords() {
    for (const framework::InstanceInfo& instance : assembly_.instances()) {
        for (const framework::PortInfo& port : instance.ports) {
            if (instance.name == instance_ && port.provided && port.type == kMonitorType) {
                assembly_.setDefaultProvider(kMonitorType, instance_, port.name);
            }
        }
    }
}

std::string PerformanceBackend::document() const {
    const auto snapshot = query_ ? query_->getSnapshot() : nullptr;
    return snapshot ? snapshot->getDocument() : "";
}

void PerformanceBackend::checkBackend() const {
    if (!name_ && settings_.empty()) {
        return;
    }
    const framework::ClassInfo backend = findBackend(assembly_, name_.value_or("native"));
    if (!settings_.empty()) {
        framework::Framework trial(assembly_.componentPath());
        applySettings(trial, trial.createInstance(backend.name), backend.name, settings_);
    }
}

bool PerformanceBackend::isInAssembly() const {
    const std::vector<framework::InstanceInfo> all = assembly_.instances();
    return std::any_of(all.begin(), all.end(), [this](const framework::InstanceInfo& instance) {
        return instance.name == instance_;
    });
}

void PerformanceBackend::useInstanceOfScript() {
    bool isFront = false;
    for (const framework::InstanceInfo& instance : assembly_.instances()) {
        const std::string port = measurementPortOf(instance.ports);
        if (port.empty() || (!instance_.empty() && (isFront || !usesBackends(instance.ports)))) {
            continue;
        }
        isFront = usesBackends(instance.ports);
        instance_ = instance.name;
        port_ = port;
        className_ = instance.className;
    }
}

void PerformanceBackend::create(const std::string& name) {
    const framework::ClassInfo backend = findBackend(assembly_, name);
    const std::vector<framework::InstanceInfo> taken = assembly_.instances();
    const bool free = std::none_of(
        taken.begin(), taken.end(),
        [](const framework::InstanceInfo& instance) { return instance.name == kInstanceName; });
    instance_ = assembly_.createInstance(backend.name, free ? kInstanceName : "");
    port_ = measurementPortOf(backend.ports);
    className_ = backend.name;
}

}  // namespace gantry::tools
