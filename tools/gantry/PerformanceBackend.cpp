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
constexpr const char* kInstanceName = "performance";
constexpr const char* kLibraryPrefix = "performance_";
constexpr const char* kParameterPort = "configuration";

std::string measurementPortOf(const std::vector<framework::PortInfo>& ports) {
    const auto found = std::find_if(
        ports.begin(), ports.end(),
        [](const framework::PortInfo& port) { return port.provided && port.type == kPortType; });
    return found == ports.end() ? "" : found->name;
}

/// The class that name means: "native" is the one in performance_native, "performance.Native" is
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

}  // namespace

PerformanceBackend::PerformanceBackend(framework::Framework& assembly,
                                       std::optional<std::string> name,
                                       std::optional<std::string> metrics)
    : assembly_(assembly), name_(std::move(name)), metrics_(std::move(metrics)) {
    if (name_ && *name_ != "none") {
        findBackend(assembly_, *name_);
    }
}

void PerformanceBackend::connect() {
    if (name_ == "none") {
        return;
    }
    if (instance_.empty()) {
        if (!name_) {
            useInstanceOfScript();
        }
        if (instance_.empty()) {
            create(name_.value_or("native"));
        }
        if (metrics_) {
            setMetrics();
        }
        assembly_.setDefaultProvider(kPortType, instance_, port_);
    }
    assembly_.connectDefaults();
}

std::string PerformanceBackend::document() const {
    if (instance_.empty()) {
        return {};
    }
    const auto measurement =
        castPort<performance::Measurement>(assembly_.providedPort(instance_, port_), port_);
    return measurement->createQuery()->getSnapshot()->getDocument();
}

void PerformanceBackend::useInstanceOfScript() {
    for (const framework::InstanceInfo& instance : assembly_.instances()) {
        if (const std::string port = measurementPortOf(instance.ports); !port.empty()) {
            instance_ = instance.name;
            port_ = port;
            className_ = instance.className;
            return;
        }
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

void PerformanceBackend::setMetrics() {
    const auto parameters = castPort<gov::cca::ports::ParameterPort>(
        assembly_.providedPort(instance_, kParameterPort), kParameterPort);
    const std::shared_ptr<gov::cca::TypeMap> values =
        parameters->readConfigurationMap()->cloneEmpty();
    values->putString("metrics", *metrics_);
    parameters->writeConfigurationMap(values);
}

}  // namespace gantry::tools
