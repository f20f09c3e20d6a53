#include "TunedWiring.hpp"

#include <gantry/Error.hpp>
#include <gantry/ports.hpp>
#include <gov/cca/TypeMap.hpp>
#include <gov/cca/ports/BuilderService.hpp>
#include <gov/cca/ports/ParameterPort.hpp>
#include <wiring/Rewiring.hpp>
#include <wiring/Watching.hpp>

#include <algorithm>

namespace optimizer {
namespace {

// Seconds to wait for calls of other threads that are still in the provider to be replaced.
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
      self_(services_->getComponentID()->getInstanceName()),
      pool_(services_) {}

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
    type_ = assembly.typeOfUsedPort(plan_.user.instance, plan_.user.port);
    if (type_.empty()) {
        refuse("there is no uses port '" + plan_.user.port + "' of an instance '" +
               plan_.user.instance + "'; set the parameters 'user' and 'userPort'");
    }
    const auto gateClass = plan_.gates.find(type_);
    const bool gated = gateClass != plan_.gates.end();
    if (!gated) {
        refuseUnverified();
    }
    // Remembered before the first change, for undo().
    former_ = assembly.providerOf(plan_.user.instance, plan_.user.port);
    addFormer(assembly);
    if (gated) {
        gate_ = pool_.add(assembly, gateClass->second, plan_.user.port + "Gate");
    }
    addCandidates(assembly);
    if (connected_.empty()) {
        refuse("there is no candidate for '" + plan_.user.instance + "." + plan_.user.port +
               "': the parameter 'candidates' names no installed class, and the port is not "
               "connected; name classes on the component path, or connect the port");
    }
    if (gated) {
        placeGate(assembly);
        describeCandidates();
        // Last: until here the user has not noticed anything.
        lead(assembly, {gate_, assembly.providedPort(gate_, type_).value()});
    } else {
        doWithoutGate(assembly);
    }
}

void TunedWiring::refuseUnverified() const {
    if (!plan_.unverified) {
        refuse("there is no gate for ports of type " + type_ +
               ", so results cannot be verified; write one and name it in the parameter 'gates' "
               "(docs/guide/tuning.md), or, if you trust every candidate, set the parameter "
               "'unverified' to allow");
    }
    if (!plan_.candidates) {
        refuse("there is no gate for ports of type " + type_ +
               ", and so no portfolio of candidates; name them in the parameter 'candidates'");
    }
    for (const CandidateSpec& text : *plan_.candidates) {
        if (text.isolated) {
            refuse("the candidate '" + text.name +
                   "' cannot be called in a child process, as there is no gate for ports of "
                   "type " +
                   type_ + "; remove the '!'");
        }
    }
}

// Without a gate there is no way to end a call.
void TunedWiring::doWithoutGate(Assembly& assembly) {
    for (const PooledCandidate& each : connected_) {
        tuning::Candidate candidate = each.description;
        candidate.abortable = false;
        candidate.deterministic = false;
        candidates_.push_back(candidate);
    }
    lead(assembly, connected_.front().provider);
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
        // The connection has ended, and with it the observation.
    }
}

void TunedWiring::withdraw() noexcept {
    try {
        const gantry::UsedPort<gov::cca::ports::BuilderService> builder(services_, "builder");
        Assembly assembly(*builder);
        undo(assembly);
    } catch (const std::exception&) {
        // Nothing can be undone without a builder.
    }
}

void TunedWiring::undo(Assembly& assembly) noexcept {
    const auto quietly = [](const auto& act) {
        try {
            act();
        } catch (const std::exception&) {
            // The caller reports the error that led here; as much as possible is undone.
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
    quietly([&] { assembly.disconnect(self_, kGatePort); });
    // After every connection leads elsewhere.
    pool_.destroyAll(assembly);
    connected_.clear();
    candidates_.clear();
    untrusted_.clear();
}

// The former provider is the first candidate, with its connections and parameters.
void TunedWiring::addFormer(const Assembly& assembly) {
    if (former_) {
        PooledCandidate before{*former_, {}};
        before.description.name = assembly.classOf(former_->instance);
        before.description.componentVersion = assembly.versionOf(former_->instance);
        connected_.push_back(before);
    }
}

void TunedWiring::addCandidates(Assembly& assembly) {
    const CandidatePool::Common common{
        type_, "", [&](const Assembly::Port& port) { return usedByFormer(assembly, port); }};
    const auto wanted = plan_.candidates ? *plan_.candidates : portfolio(assembly);
    for (const CandidateSpec& spec : wanted) {
        const bool known = std::any_of(
            connected_.begin(), connected_.end(),
            [&](const PooledCandidate& other) { return other.description.name == spec.name; });
        if (known) {
            continue;
        }
        if (spec.optional && !pool_.isAvailable(spec.className)) {
            missing_.push_back(spec.name);
            continue;
        }
        connected_.push_back(pool_.create(assembly, spec, common, shortName(spec.className)));
        tuning::Candidate& made = connected_.back().description;
        if (!gate_.empty() && !made.needsIsolation && !isTrusted(spec.className)) {
            made.needsIsolation = true;
            untrusted_.push_back(spec.name);
        }
    }
}

// The gate is specific to the type of port; its portfolio names a few components that complement
// each other.
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

// What the gate provides as well goes through the gate; the rest as the former provider has it.
std::optional<Assembly::Provider> TunedWiring::usedByFormer(const Assembly& assembly,
                                                            const Assembly::Port& port) const {
    if (!gate_.empty()) {
        if (auto own = assembly.providedPort(gate_, port.type)) {
            return Assembly::Provider{gate_, *std::move(own)};
        }
    }
    if (former_) {
        for (const Assembly::Port& used : assembly.usedPorts(former_->instance)) {
            auto provider = assembly.providerOf(former_->instance, used.name);
            if (used.type == port.type && provider) {
                return provider;
            }
        }
    }
    return std::nullopt;
}

bool TunedWiring::isTrusted(const std::string& className) const {
    const auto covers = [&](const std::string& pattern) {
        return pattern.ends_with('*') ? className.starts_with(pattern.substr(0, pattern.size() - 1))
                                      : className == pattern;
    };
    return !plan_.trusted || std::any_of(plan_.trusted->begin(), plan_.trusted->end(), covers);
}

void TunedWiring::placeGate(Assembly& assembly) {
    const auto control = assembly.providedPort(gate_, "tuning.Gate");
    if (!control || !assembly.providedPort(gate_, type_)) {
        refuse("'" + gate_ + "' is not a gate for ports of type " + type_ +
               "; set the parameter 'gates'");
    }
    assembly.connect(self_, kGatePort, {gate_, *control});
    {
        const gantry::UsedPort<tuning::Gate> gate(services_, kGatePort);
        // Registers one uses port for each candidate, to which they are connected below.
        gate->open(static_cast<std::int32_t>(connected_.size()));
    }
    for (std::size_t i = 0; i < connected_.size(); ++i) {
        assembly.connect(gate_, candidatePort(i), connected_[i].provider);
    }
    assembly.connect(gate_, kIncumbentPort, connected_.front().provider);
    assembly.connect(gate_, kRequestsPort, {self_, kRequestsPort});
    connectUsesOfGate(assembly);
    divertFormer(assembly);
}

// The gate passes on what it provides itself to where the former provider used it: while gate_ is
// empty, usedByFormer does not answer with the gate.
void TunedWiring::connectUsesOfGate(Assembly& assembly) {
    const std::string gate = std::exchange(gate_, "");
    const auto preferred = [&](const Assembly::Port& port) { return usedByFormer(assembly, port); };
    for (const Assembly::Port& port : assembly.usedPorts(gate)) {
        if (!assembly.providerOf(gate, port.name)) {
            if (const auto provider = pool_.providerFor(assembly, port, preferred)) {
                assembly.connect(gate, port.name, *provider);
            }
        }
    }
    gate_ = gate;
}

void TunedWiring::divertFormer(Assembly& assembly) {
    if (!former_) {
        return;
    }
    for (const Assembly::Port& port : assembly.usedPorts(former_->instance)) {
        const auto own = assembly.providedPort(gate_, port.type);
        const auto before = assembly.providerOf(former_->instance, port.name);
        if (own && before) {
            diverted_.push_back({port.name, *before});
            redirect(assembly, {former_->instance, port.name}, {gate_, *own});
        }
    }
}

void TunedWiring::describeCandidates() {
    const gantry::UsedPort<tuning::Gate> gate(services_, kGatePort);
    candidates_.clear();
    for (std::size_t i = 0; i < connected_.size(); ++i) {
        tuning::Candidate candidate = gate->describe(static_cast<std::int32_t>(i));
        candidate.name = connected_[i].description.name;
        candidate.componentVersion = connected_[i].description.componentVersion;
        candidate.needsIsolation =
            candidate.needsIsolation || connected_[i].description.needsIsolation;
        candidates_.push_back(candidate);
    }
}

sidl::array<tuning::Learned> TunedWiring::experience() const {
    const gantry::UsedPort<tuning::Gate> gate(services_, kGatePort);
    return gate->getExperience();
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
        redirect(assembly, {gate_, kIncumbentPort}, connected_[candidate].provider);
    } else {
        lead(assembly, connected_[candidate].provider);
    }
}

}  // namespace optimizer
