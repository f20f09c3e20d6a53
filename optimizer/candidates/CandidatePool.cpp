#include "CandidatePool.hpp"

#include <gantry/Error.hpp>
#include <gantry/ports.hpp>
#include <gov/cca/ComponentClassDescription.hpp>
#include <gov/cca/ComponentID.hpp>
#include <gov/cca/ports/ComponentRepository.hpp>
#include <gov/cca/ports/ParameterPort.hpp>

#include <algorithm>
#include <utility>

#include "assembly/setParameter.hpp"

namespace optimizer {
namespace {

[[noreturn]] void refuse(const std::string& problem) {
    throw gantry::Error(gov::cca::CCAExceptionType::BadProperties, problem);
}

}  // namespace

CandidatePool::CandidatePool(std::shared_ptr<gov::cca::Services> services)
    : services_(std::move(services)), self_(services_->getComponentID()->getInstanceName()) {}

PooledCandidate CandidatePool::create(Assembly& assembly, const CandidateSpec& spec,
                                      const Common& common, const std::string& instance) {
    const std::string made = add(assembly, spec.className, instance);
    const auto port = assembly.providedPort(made, common.type);
    if (!port) {
        refuse("the candidate '" + spec.name + "' does not provide a port of type " + common.type +
               "; remove it from the parameter 'candidates'");
    }
    if (!spec.parameters.empty()) {
        setParameters(assembly, made, spec);
    }
    connectUses(assembly, made, common);
    PooledCandidate candidate{{made, *port}, {}};
    candidate.description.name = spec.name;
    candidate.description.needsIsolation = spec.isolated;
    candidate.description.componentVersion = assembly.versionOf(made);
    return candidate;
}

std::string CandidatePool::add(Assembly& assembly, const std::string& className,
                               const std::string& instance) {
    // Before anything that may throw, so that it is destroyed with the pool.
    created_.push_back(assembly.create(className, instance));
    return created_.back();
}

bool CandidatePool::isAvailable(const std::string& className) const {
    const gantry::UsedPort<gov::cca::ports::ComponentRepository> repository(services_,
                                                                            "repository");
    for (const auto& each : repository->getAvailableComponentClasses()) {
        if (each->getComponentClassName() == className) {
            return true;
        }
    }
    return false;
}

bool CandidatePool::has(const std::string& instance) const {
    return instance == self_ ||
           std::find(created_.begin(), created_.end(), instance) != created_.end();
}

void CandidatePool::setParameters(Assembly& assembly, const std::string& instance,
                                  const CandidateSpec& spec) {
    const auto port = assembly.providedPort(instance, kParameterType);
    if (!port) {
        refuse("the candidate '" + spec.name + "' has no parameters; name it without any");
    }
    assembly.connect(self_, kCandidateParametersPort, {instance, *port});
    {
        const gantry::UsedPort<gov::cca::ports::ParameterPort> parameters(services_,
                                                                          kCandidateParametersPort);
        for (const auto& [key, value] : spec.parameters) {
            setParameter(*parameters, key, value, "the candidate '" + spec.name + "'");
        }
    }
    assembly.disconnect(self_, kCandidateParametersPort);
}

void CandidatePool::connectUses(Assembly& assembly, const std::string& instance,
                                const Common& common) const {
    for (const Assembly::Port& port : assembly.usedPorts(instance)) {
        // Left to the caller, who connects it as each use needs it; or connected already.
        if (port.type == common.leftOpen || assembly.providerOf(instance, port.name)) {
            continue;
        }
        if (const auto provider = providerFor(assembly, port, common.preferred)) {
            assembly.connect(instance, port.name, *provider);
        } else if (!port.type.starts_with("gov.cca.") && port.type != kMeasurementType) {
            // The framework's own ports, and measurement, are optional for a candidate.
            refuse("no instance provides " + port.type + " for the port '" + port.name +
                   "' of the candidate '" + instance + "'; create one");
        }
    }
}

std::optional<Assembly::Provider> CandidatePool::providerFor(const Assembly& assembly,
                                                             const Assembly::Port& port,
                                                             const Preferred& preferred) const {
    if (port.type == kMeasurementType) {
        return assembly.providerOf(self_, kMeasurementPort);
    }
    if (preferred) {
        if (auto provider = preferred(port)) {
            return provider;
        }
    }
    for (const std::string& instance : assembly.instances()) {
        auto provided = assembly.providedPort(instance, port.type);
        // Not the tuner itself or a candidate: a candidate must not be measured through another
        // one.
        if (provided && !has(instance)) {
            return Assembly::Provider{instance, *std::move(provided)};
        }
    }
    return std::nullopt;
}

void CandidatePool::release(const std::string& instance) {
    std::erase(created_, instance);
}

void CandidatePool::destroyAll(Assembly& assembly) noexcept {
    try {
        assembly.disconnect(self_, kCandidateParametersPort);
    } catch (const std::exception&) {
        // The port is connected again when it is needed, and that reports what is wrong.
    }
    // The last first, as later instances may use earlier ones.
    for (auto instance = created_.rbegin(); instance != created_.rend(); ++instance) {
        try {
            assembly.destroy(*instance);
        } catch (const std::exception&) {
            // It stays in the assembly, where `display` shows it; there is no caller to report to.
        }
    }
    created_.clear();
}

}  // namespace optimizer
