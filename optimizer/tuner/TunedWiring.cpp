#include "TunedWiring.hpp"

#include <gantry/Error.hpp>
#include <gantry/ports.hpp>
#include <gov/cca/ComponentClassDescription.hpp>
#include <gov/cca/TypeMap.hpp>
#include <gov/cca/ports/BuilderService.hpp>
#include <gov/cca/ports/ComponentRepository.hpp>
#include <gov/cca/ports/ParameterPort.hpp>

#include <algorithm>
#include <wiring/Rewiring.hpp>
#include <wiring/Watching.hpp>

#include "setParameter.hpp"

namespace optimizer {
namespace {

constexpr const char* kMeasurementType = "performance.Measurement";
constexpr const char* kParameterType = "gov.cca.ports.ParameterPort";
// For calls of others that are still in what is exchanged.
constexpr float kPatience = 10;

[[noreturn]] void refuse(const std::string& problem) {
    throw gantry::Error(gov::cca::CCAExceptionType::BadProperties, "the tuner: " + problem);
}

std::string shortName(const std::string& className) {
    return className.substr(className.rfind('.') + 1);
}

std::string candidatePort(std::size_t candidate) {
    return "candidate" + std::to_string(candidate);
}

}  // namespace

TunedWiring::TunedWiring(Plan plan, std::shared_ptr<gov::cca::Services> services)
    : plan_(std::move(plan)),
      services_(std::move(services)),
      self_(services_->getComponentID()->getInstanceName()) {}

void TunedWiring::arrange() {
    const gantry::UsedPort<gov::cca::ports::BuilderService> builder(services_, "builder");
    Assembly assembly(*builder);
    try {
        build(assembly);
    } catch (...) {
        undo(assembly);
        throw;
    }
}

void TunedWiring::build(Assembly& assembly) {
    type_ = typeOfUsedPort(assembly, plan_.user);
    if (type_.empty()) {
        refuse("there is no uses port '" + plan_.user.port + "' of an instance '" +
               plan_.user.instance + "'; set the parameters 'user' and 'userPort'");
    }
    const auto gateClass = plan_.gates.find(type_);
    const bool gated = gateClass != plan_.gates.end();
    if (!gated) {
        refuseUnverified();
    }
    former_ = assembly.providerOf(plan_.user.instance, plan_.user.port);
    addFormer(assembly);
    if (gated) {
        gate_ = assembly.create(gateClass->second, plan_.user.port + "Gate");
        created_.push_back(gate_);
    }
    addCandidates(assembly);
    if (behind_.empty()) {
        refuse("there is no candidate for '" + plan_.user.instance + "." + plan_.user.port +
               "': the parameter 'candidates' names none that is here, and the port is not "
               "connected; gantry components lists the classes there are");
    }
    if (gated) {
        placeGate(assembly);
        describeCandidates();
        lead(assembly, {gate_, assembly.providedPort(gate_, type_).value()});
    } else {
        doWithoutGate(assembly);
    }
}

void TunedWiring::refuseUnverified() const {
    if (!plan_.unverified) {
        refuse("there is no gate for ports of type " + type_ +
               ", so that no result can be proved; write one and name it in the parameter 'gates' "
               "(docs/guide/tuning.md), or, where you trust every candidate, set the parameter "
               "'unverified' to allow");
    }
    if (!plan_.candidates) {
        refuse("there is no gate for ports of type " + type_ +
               ", and so no portfolio of candidates; name them in the parameter 'candidates'");
    }
    for (const CandidateSpec& text : *plan_.candidates) {
        if (text.isolated) {
            refuse(
                "the candidate '" + text.name +
                "' can not be called in a child process, as there is no gate for ports of type " +
                type_ + "; take the '!' away");
        }
    }
}

// Nobody knows how to end a call of such a port.
void TunedWiring::doWithoutGate(Assembly& assembly) {
    for (const Behind& each : behind_) {
        tuning::Candidate candidate = each.candidate;
        candidate.abortable = false;
        candidate.deterministic = false;
        candidates_.push_back(candidate);
    }
    lead(assembly, behind_.front().provider);
}

void TunedWiring::watch(const std::shared_ptr<wiring::Watcher>& watcher) {
    const gantry::UsedPort<gov::cca::ports::BuilderService> builder(services_, "builder");
    const gantry::UsedPort<wiring::Watching> watching(services_, "watching");
    watching->watch(Assembly(*builder).connection(plan_.user.instance, plan_.user.port),
                    plan_.method, watcher);
}

void TunedWiring::unwatch() noexcept {
    try {
        const gantry::UsedPort<gov::cca::ports::BuilderService> builder(services_, "builder");
        const gantry::UsedPort<wiring::Watching> watching(services_, "watching");
        watching->unwatch(Assembly(*builder).connection(plan_.user.instance, plan_.user.port));
    } catch (const std::exception&) {
        // The connection has ended, and the watching with it.
    }
}

void TunedWiring::withdraw() noexcept {
    try {
        const gantry::UsedPort<gov::cca::ports::BuilderService> builder(services_, "builder");
        Assembly assembly(*builder);
        undo(assembly);
    } catch (const std::exception&) {
        // Without a builder there is nothing to be undone with.
    }
}

void TunedWiring::undo(Assembly& assembly) noexcept {
    const auto quietly = [](const auto& act) {
        try {
            act();
        } catch (const std::exception&) {
            // What led here is told; as much as possible is undone.
        }
    };
    quietly([&] {
        const auto now = assembly.providerOf(plan_.user.instance, plan_.user.port);
        if (former_ && now && now->instance != former_->instance) {
            lead(assembly, *former_);
        }
    });
    for (const Diverted& diverted : diverted_) {
        quietly([&] { redirect(assembly, {former_->instance, diverted.port}, diverted.before); });
    }
    diverted_.clear();
    for (const char* port : {kGatePort, kCandidateParametersPort}) {
        quietly([&] { assembly.disconnect(self_, port); });
    }
    for (auto instance = created_.rbegin(); instance != created_.rend(); ++instance) {
        quietly([&] { assembly.destroy(*instance); });
    }
    created_.clear();
    behind_.clear();
    candidates_.clear();
}

// What served the user before is the first candidate, as it stands there.
void TunedWiring::addFormer(const Assembly& assembly) {
    if (former_) {
        Behind before{*former_, {}};
        before.candidate.name = assembly.classOf(former_->instance);
        before.candidate.componentVersion = assembly.versionOf(former_->instance);
        behind_.push_back(before);
    }
}

void TunedWiring::addCandidates(Assembly& assembly) {
    const auto wanted = plan_.candidates ? *plan_.candidates : portfolio(assembly);
    for (const CandidateSpec& text : wanted) {
        const bool known = std::any_of(behind_.begin(), behind_.end(), [&](const Behind& other) {
            return other.candidate.name == text.name;
        });
        if (known) {
            continue;
        }
        if (text.optional && !isAvailable(text.className)) {
            missing_.push_back(text.name);
            continue;
        }
        behind_.push_back(create(assembly, text));
    }
}

// A gate knows its type of port, and so which few components complement each other.
std::vector<CandidateSpec> TunedWiring::portfolio(Assembly& assembly) {
    std::string text;
    if (const auto port = assembly.providedPort(gate_, kParameterType)) {
        assembly.connect(self_, kCandidateParametersPort, {gate_, *port});
        {
            const gantry::UsedPort<gov::cca::ports::ParameterPort> parameters(
                services_, kCandidateParametersPort);
            text = parameters->readConfigurationMap()->getString(kPortfolio, "");
        }
        assembly.disconnect(self_, kCandidateParametersPort);
    }
    if (text.empty()) {
        refuse("the gate '" + assembly.classOf(gate_) +
               "' has no portfolio of candidates; name them in the parameter 'candidates'");
    }
    return readCandidates(text, "the parameter 'portfolio' of '" + assembly.classOf(gate_) + "'");
}

bool TunedWiring::isAvailable(const std::string& className) const {
    const gantry::UsedPort<gov::cca::ports::ComponentRepository> repository(services_,
                                                                            "repository");
    for (const auto& each : repository->getAvailableComponentClasses()) {
        if (each->getComponentClassName() == className) {
            return true;
        }
    }
    return false;
}

TunedWiring::Behind TunedWiring::create(Assembly& assembly, const CandidateSpec& text) {
    const std::string instance = assembly.create(text.className, shortName(text.className));
    created_.push_back(instance);
    const auto port = assembly.providedPort(instance, type_);
    if (!port) {
        refuse("the candidate '" + text.name + "' does not provide a port of type " + type_ +
               ", which '" + plan_.user.instance + "." + plan_.user.port +
               "' uses; take it out of the parameter 'candidates'");
    }
    if (!text.parameters.empty()) {
        setParameters(assembly, instance, text);
    }
    connectUses(assembly, instance);
    Behind made{{instance, *port}, {}};
    made.candidate.name = text.name;
    made.candidate.needsIsolation = text.isolated;
    made.candidate.componentVersion = assembly.versionOf(instance);
    return made;
}

void TunedWiring::setParameters(Assembly& assembly, const std::string& instance,
                                const CandidateSpec& text) {
    const auto port = assembly.providedPort(instance, kParameterType);
    if (!port) {
        refuse("the candidate '" + text.name + "' has no parameters; name it without any");
    }
    assembly.connect(self_, kCandidateParametersPort, {instance, *port});
    {
        const gantry::UsedPort<gov::cca::ports::ParameterPort> parameters(services_,
                                                                          kCandidateParametersPort);
        for (const auto& [key, value] : text.parameters) {
            setParameter(*parameters, key, value, "the candidate '" + text.name + "'");
        }
    }
    assembly.disconnect(self_, kCandidateParametersPort);
}

void TunedWiring::connectUses(Assembly& assembly, const std::string& instance) {
    for (const Assembly::Port& port : assembly.usedPorts(instance)) {
        if (assembly.providerOf(instance, port.name)) {
            continue;
        }
        if (const auto provider = providerLike(assembly, port)) {
            assembly.connect(instance, port.name, *provider);
        } else if (!port.type.starts_with("gov.cca.") && port.type != kMeasurementType) {
            refuse("no instance provides " + port.type + " for the port '" + port.name +
                   "' of the candidate '" + instance + "'; create one");
        }
    }
}

// The gate's, where it stands before such a port as well; else what the former provider uses; else
// the oldest instance's that is not the tuner's.
std::optional<Assembly::Provider> TunedWiring::providerLike(const Assembly& assembly,
                                                            const Assembly::Port& port) const {
    if (port.type == kMeasurementType) {
        return assembly.providerOf(self_, "MeasurementPort");
    }
    if (!gate_.empty()) {
        if (const auto own = assembly.providedPort(gate_, port.type)) {
            return Assembly::Provider{gate_, *own};
        }
    }
    if (former_) {
        for (const Assembly::Port& used : assembly.usedPorts(former_->instance)) {
            const auto provider = assembly.providerOf(former_->instance, used.name);
            if (used.type == port.type && provider) {
                return provider;
            }
        }
    }
    for (const std::string& instance : assembly.instances()) {
        const auto provided = assembly.providedPort(instance, port.type);
        if (provided && !isMine(instance)) {
            return Assembly::Provider{instance, *provided};
        }
    }
    return std::nullopt;
}

bool TunedWiring::isMine(const std::string& instance) const {
    return instance == self_ ||
           std::find(created_.begin(), created_.end(), instance) != created_.end();
}

void TunedWiring::placeGate(Assembly& assembly) {
    const auto control = assembly.providedPort(gate_, "tuning.Gate");
    if (!control || !assembly.providedPort(gate_, type_)) {
        refuse("'" + gate_ + "' is no gate for ports of type " + type_ +
               "; set the parameter 'gates'");
    }
    assembly.connect(self_, kGatePort, {gate_, *control});
    {
        const gantry::UsedPort<tuning::Gate> gate(services_, kGatePort);
        gate->open(static_cast<std::int32_t>(behind_.size()));
    }
    for (std::size_t i = 0; i < behind_.size(); ++i) {
        assembly.connect(gate_, candidatePort(i), behind_[i].provider);
    }
    assembly.connect(gate_, kIncumbentPort, behind_.front().provider);
    assembly.connect(gate_, kRequestsPort, {self_, kRequestsPort});
    // What the gate stands before as well, and now leads on to where the former provider went.
    const std::string gate = std::exchange(gate_, "");
    for (const Assembly::Port& port : assembly.usedPorts(gate)) {
        if (!assembly.providerOf(gate, port.name)) {
            if (const auto provider = providerLike(assembly, port)) {
                assembly.connect(gate, port.name, *provider);
            }
        }
    }
    gate_ = gate;
    if (former_) {
        for (const Assembly::Port& port : assembly.usedPorts(former_->instance)) {
            const auto own = assembly.providedPort(gate_, port.type);
            if (own && assembly.providerOf(former_->instance, port.name)) {
                diverted_.push_back(
                    {port.name, *assembly.providerOf(former_->instance, port.name)});
                redirect(assembly, {former_->instance, port.name}, {gate_, *own});
            }
        }
    }
}

void TunedWiring::describeCandidates() {
    const gantry::UsedPort<tuning::Gate> gate(services_, kGatePort);
    candidates_.clear();
    for (std::size_t i = 0; i < behind_.size(); ++i) {
        tuning::Candidate candidate = gate->describe(static_cast<std::int32_t>(i));
        candidate.name = behind_[i].candidate.name;
        candidate.componentVersion = behind_[i].candidate.componentVersion;
        candidate.needsIsolation = candidate.needsIsolation || behind_[i].candidate.needsIsolation;
        candidates_.push_back(candidate);
    }
}

void TunedWiring::lead(Assembly& assembly, const Assembly::Provider& to) {
    redirect(assembly, plan_.user, to);
}

void TunedWiring::redirect(Assembly& assembly, const Assembly::Provider& user,
                           const Assembly::Provider& to) {
    const gantry::UsedPort<wiring::Rewiring> rewiring(services_, "rewiring");
    assembly.rewire(user.instance, user.port, to, *rewiring, kPatience);
}

void TunedWiring::connectIncumbent(std::size_t candidate) {
    const gantry::UsedPort<gov::cca::ports::BuilderService> builder(services_, "builder");
    Assembly assembly(*builder);
    if (isGated()) {
        redirect(assembly, {gate_, kIncumbentPort}, behind_[candidate].provider);
    } else {
        lead(assembly, behind_[candidate].provider);
    }
}

std::string TunedWiring::typeOfUsedPort(const Assembly& assembly, const Assembly::Provider& user) {
    if (!assembly.has(user.instance)) {
        return "";
    }
    for (const Assembly::Port& port : assembly.usedPorts(user.instance)) {
        if (port.name == user.port) {
            return port.type;
        }
    }
    return "";
}

}  // namespace optimizer
