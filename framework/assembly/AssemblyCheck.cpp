#include <framework/AssemblyCheck.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "assembly/PortIndex.hpp"

namespace gantry::framework {
namespace {

using Instances = std::vector<InstanceInfo>;
using Connections = std::vector<ConnectionInfo>;
using Severity = Finding::Severity;

constexpr const char* kGoPort = "gov.cca.ports.GoPort";

std::string quoted(const std::string& instance, const std::string& port) {
    return "'" + instance + '.' + port + "'";
}

void findMissing(const Instances& instances, const Connections& connections,
                 std::vector<Finding>& findings) {
    std::set<std::pair<std::string, std::string>> connected;
    for (const ConnectionInfo& c : connections) {
        connected.emplace(c.user, c.usesPort);
    }
    for (const InstanceInfo& instance : instances) {
        for (const PortInfo& port : instance.ports) {
            if (port.required && !port.provided &&
                !connected.contains({instance.name, port.name})) {
                findings.push_back(
                    {Severity::Error, "uses port " + quoted(instance.name, port.name) +
                                          " is not connected; connect it to a provider of " +
                                          port.type});
            }
        }
    }
}

// Only descriptions that were put together from several moments can have such connections.
void findLooseEnds(const PortIndex& ports, const Connections& connections,
                   std::vector<Finding>& findings) {
    for (const ConnectionInfo& c : connections) {
        const std::string name = "connection " + quoted(c.user, c.usesPort) + " -> " +
                                 quoted(c.provider, c.providesPort);
        if (ports.find(c.user, c.usesPort, false) == nullptr ||
            ports.find(c.provider, c.providesPort, true) == nullptr) {
            findings.push_back(
                {Severity::Error, name + " leads to a port that no longer exists; disconnect it"});
        }
    }
}

void findUnused(const Instances& instances, const Connections& connections,
                std::vector<Finding>& findings) {
    std::set<std::string> connected;
    for (const ConnectionInfo& c : connections) {
        connected.insert({c.user, c.provider});
    }
    for (const InstanceInfo& instance : instances) {
        const bool used = connected.contains(instance.name);
        const bool starts =
            std::any_of(instance.ports.begin(), instance.ports.end(),
                        [](const PortInfo& port) { return port.provided && port.type == kGoPort; });
        if (!used && !starts) {
            findings.push_back(
                {Severity::Warning, "instance '" + instance.name + "' of " + instance.className +
                                        " is connected with nothing; connect or remove it"});
        }
    }
}

/// The instances each one needs through required ports, in the order of the connections.
std::map<std::string, std::vector<std::string>> needs(const PortIndex& ports,
                                                      const Connections& connections) {
    std::map<std::string, std::vector<std::string>> needed;
    for (const ConnectionInfo& c : connections) {
        const PortInfo* const port = ports.find(c.user, c.usesPort, false);
        if (port != nullptr && port->required) {
            needed[c.user].push_back(c.provider);
        }
    }
    return needed;
}

/// Depth first; every instance is left once, so each cycle is reported once, from where it was
/// entered.
class CycleSearch final {
public:
    CycleSearch(const Instances& instances, const PortIndex& ports, const Connections& connections,
                std::vector<Finding>& findings)
        : needed_(needs(ports, connections)), findings_(findings) {
        for (const InstanceInfo& instance : instances) {
            searchFrom(instance.name);
        }
    }

private:
    struct Step {
        std::string instance;
        std::size_t next = 0;
    };

    // A stack of its own, since a chain of components may be longer than recursion allows.
    void searchFrom(const std::string& start) {
        if (!seen_.insert(start).second) {
            return;
        }
        path_ = {{start}};
        while (!path_.empty()) {
            const std::vector<std::string>& following = needed_[path_.back().instance];
            if (path_.back().next == following.size()) {
                path_.pop_back();
                continue;
            }
            const std::string& next = following[path_.back().next++];
            if (seen_.insert(next).second) {
                path_.push_back({next});
            } else {
                tellIfCircle(next);
            }
        }
    }

    void tellIfCircle(const std::string& closing) {
        const auto begin = std::find_if(path_.begin(), path_.end(),
                                        [&](const Step& step) { return step.instance == closing; });
        if (begin == path_.end()) {
            return;
        }
        std::string circle;
        for (auto step = begin; step != path_.end(); ++step) {
            circle += step->instance + " -> ";
        }
        findings_.push_back(
            {Severity::Warning, "required ports go round in a circle: " + circle + closing});
    }

    std::map<std::string, std::vector<std::string>> needed_;
    std::vector<Finding>& findings_;
    std::set<std::string> seen_;
    std::vector<Step> path_;
};

}  // namespace

std::vector<Finding> checkAssembly(const std::vector<InstanceInfo>& instances,
                                   const std::vector<ConnectionInfo>& connections) {
    std::vector<Finding> findings;
    findMissing(instances, connections, findings);
    const PortIndex ports(instances);
    findLooseEnds(ports, connections, findings);
    findUnused(instances, connections, findings);
    const CycleSearch circles(instances, ports, connections, findings);
    return findings;
}

}  // namespace gantry::framework
