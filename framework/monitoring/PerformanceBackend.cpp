#include <framework/PerformanceBackend.hpp>
#include <gantry/Error.hpp>
#include <gantry/ports.hpp>
#include <gov/cca/TypeMap.hpp>
#include <gov/cca/ports/ParameterPort.hpp>
#include <performance/Measurement.hpp>
#include <performance/Query.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <stdexcept>
#include <utility>
#include <vector>

namespace gantry::framework {

namespace {

constexpr const char* kPortType = "performance.Measurement";
constexpr const char* kMonitorType = "performance.Monitor";
constexpr const char* kInstanceName = "performance";
constexpr const char* kPackage = "performance.";
constexpr const char* kLibraryPrefix = "performance_";
constexpr const char* kParameterPort = "configuration";

/// Whether it is a backend in front of others, which then measures for all of them.
bool usesBackends(const std::vector<PortInfo>& ports) {
    return std::any_of(ports.begin(), ports.end(), [](const PortInfo& port) {
        return !port.provided && port.type == kPortType;
    });
}

std::string measurementPortOf(const std::vector<PortInfo>& ports) {
    const auto found = std::find_if(ports.begin(), ports.end(), [](const PortInfo& port) {
        return port.provided && port.type == kPortType;
    });
    return found == ports.end() ? "" : found->name;
}

/// The class performance.Native of "native", where it is a backend; it is found without a look at
/// the rest of the component path.
std::optional<ClassInfo> findByConvention(const Framework& assembly, const std::string& name) {
    std::string className = name;
    if (!name.empty() && name.find('.') == std::string::npos) {
        className = kPackage + name;
        className[std::string(kPackage).size()] =
            static_cast<char>(std::toupper(static_cast<unsigned char>(name.front())));
    }
    std::optional<ClassInfo> found = assembly.findClass(className);
    return found && !measurementPortOf(found->ports).empty() ? found : std::nullopt;
}

/// The class that name means: "native" is the one in performance/native, "performance.Native" is
/// itself.
ClassInfo findBackend(const Framework& assembly, const std::string& name) {
    if (std::optional<ClassInfo> backend = findByConvention(assembly, name)) {
        return *std::move(backend);
    }
    std::string known;
    for (const ClassInfo& candidate : assembly.availableClasses()) {
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
    throw std::invalid_argument(
        "no performance component '" + name +
        "' on the component path; there are: " + (known.empty() ? "none" : known));
}

/// As the type that the component has for it; a text where it has none, which it then refuses.
// Its form was checked with the option. Not by the locale of the program.
template <class Number>
Number numberOf(const std::string& text) {
    Number number{};
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

void put(gov::cca::TypeMap& values, gov::cca::Type type, const BackendSetting& setting) {
    switch (type) {
        case gov::cca::Type::Double:
            values.putDouble(setting.parameter, numberOf<double>(setting.value));
            break;
        case gov::cca::Type::Int:
            values.putInt(setting.parameter, numberOf<std::int32_t>(setting.value));
            break;
        default:
            values.putString(setting.parameter, setting.value);
    }
}

void applySettings(const Framework& assembly, const std::string& instance,
                   const std::string& className, const std::vector<BackendSetting>& settings) {
    for (const BackendSetting& setting : settings) {
        try {
            const auto parameters = castPort<gov::cca::ports::ParameterPort>(
                assembly.providedPort(instance, kParameterPort), kParameterPort);
            const std::shared_ptr<gov::cca::TypeMap> values =
                parameters->readConfigurationMap()->cloneEmpty();
            put(*values, parameters->readConfigurationMap()->typeOf(setting.parameter), setting);
            parameters->writeConfigurationMap(values);
        } catch (const gov::cca::CCAException& error) {
            if (setting.isDefault) {
                continue;
            }
            throw Error(gov::cca::CCAExceptionType::BadProperties,
                        setting.name + ' ' + setting.value + ": " + className +
                            " cannot do that: " + error.getNote());
        }
    }
}

}  // namespace

PerformanceBackend::PerformanceBackend(Framework& assembly, std::optional<std::string> name,
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
        const bool isOfScript = !instance_.empty();
        if (!isOfScript) {
            create(name_.value_or("native"));
        }
        applySettings(assembly_, instance_, className_, isOfScript ? asked() : settings_);
        const auto measurement =
            castPort<performance::Measurement>(assembly_.providedPort(instance_, port_), port_);
        query_ = measurement->createQuery();
        assembly_.setDefaultProvider(kPortType, instance_, port_);
        serveRecords();
    }
    assembly_.connectDefaults();
}

void PerformanceBackend::serveRecords() {
    const std::optional<InstanceInfo> backend = assembly_.instance(instance_);
    if (!backend) {
        return;
    }
    for (const PortInfo& port : backend->ports) {
        if (port.provided && port.type == kMonitorType) {
            assembly_.setDefaultProvider(kMonitorType, instance_, port.name);
        }
    }
}

std::shared_ptr<performance::Snapshot> PerformanceBackend::snapshot() const {
    return query_ ? query_->getSnapshot() : nullptr;
}

void PerformanceBackend::checkBackend() const {
    const std::vector<BackendSetting> settings = asked();
    if (!name_ && settings.empty()) {
        return;
    }
    const ClassInfo backend = findBackend(assembly_, name_.value_or("native"));
    if (!settings.empty()) {
        Framework trial(assembly_.componentPath());
        applySettings(trial, trial.createInstance(backend.name), backend.name, settings);
    }
}

std::vector<BackendSetting> PerformanceBackend::asked() const {
    std::vector<BackendSetting> settings = settings_;
    std::erase_if(settings, [](const BackendSetting& setting) { return setting.isDefault; });
    return settings;
}

bool PerformanceBackend::isInAssembly() const {
    return assembly_.instance(instance_).has_value();
}

void PerformanceBackend::useInstanceOfScript() {
    bool isFront = false;
    for (const InstanceInfo& instance : assembly_.instances()) {
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
    const ClassInfo backend = findBackend(assembly_, name);
    const bool free = !assembly_.instance(kInstanceName);
    instance_ = assembly_.createInstance(backend.name, free ? kInstanceName : "");
    port_ = measurementPortOf(backend.ports);
    className_ = backend.name;
}

}  // namespace gantry::framework
