#include "RunDecisions.hpp"

#include <gantry/ports.hpp>
#include <tuning/DecisionLog.hpp>

#include <ArchivedLog.hpp>
#include <algorithm>
#include <optional>
#include <string>

namespace gantry::tools {

namespace {

constexpr const char* kPortType = "tuning.DecisionLog";
constexpr const char* kDecisionLogClass = "optimizer.DecisionLog";
constexpr const char* kInstanceName = "decisionLog";

const framework::PortInfo* decisionLogPortOf(const std::vector<framework::PortInfo>& ports,
                                             bool provided) {
    const auto found = std::find_if(ports.begin(), ports.end(), [=](const auto& port) {
        return port.provided == provided && port.type == kPortType;
    });
    return found == ports.end() ? nullptr : &*found;
}

}  // namespace

bool RunDecisions::isWanted() const {
    const std::vector<framework::ConnectionInfo> connections = assembly_.connections();
    const std::vector<framework::InstanceInfo> instances = assembly_.instances();
    return std::any_of(instances.begin(), instances.end(), [&](const auto& instance) {
        const framework::PortInfo* port = decisionLogPortOf(instance.ports, false);
        return port && std::none_of(connections.begin(), connections.end(), [&](const auto& each) {
                   return each.user == instance.name && each.usesPort == port->name;
               });
    });
}

void RunDecisions::connect() {
    if (!isWanted()) {
        return;
    }
    const std::vector<framework::InstanceInfo> instances = assembly_.instances();
    // The name may be taken by an instance of the script; then the framework chooses one.
    const bool free = std::none_of(instances.begin(), instances.end(), [](const auto& instance) {
        return instance.name == kInstanceName;
    });
    const std::optional<framework::ClassInfo> known = assembly_.findClass(kDecisionLogClass);
    const framework::PortInfo* const port = known ? decisionLogPortOf(known->ports, true) : nullptr;
    // Without that class there is no log, and the run goes on without one.
    if (port != nullptr) {
        const std::string made =
            assembly_.createInstance(kDecisionLogClass, free ? kInstanceName : "");
        assembly_.setDefaultProvider(kPortType, made, port->name);
        assembly_.connectDefaults();
    }
}

std::vector<perf::ArchivedDecision> RunDecisions::decisions(double beganAt,
                                                            std::int64_t& leftOut) const {
    std::vector<perf::ArchivedDecision> all;
    for (const framework::InstanceInfo& instance : assembly_.instances()) {
        const framework::PortInfo* port = decisionLogPortOf(instance.ports, true);
        if (!port) {
            continue;
        }
        const auto decisionLog = castPort<tuning::DecisionLog>(
            assembly_.providedPort(instance.name, port->name), port->name);
        leftOut += decisionLog->getNumDropped();
        for (std::int32_t i = 0; i < decisionLog->getNumEntries(); ++i) {
            all.push_back(records::archived(decisionLog->getEntry(i), beganAt));
        }
    }
    // Several logs become one. Entries of the same time stay in the order of their log.
    std::stable_sort(all.begin(), all.end(),
                     [](const auto& a, const auto& b) { return a.timeNs < b.timeNs; });
    return all;
}

}  // namespace gantry::tools
