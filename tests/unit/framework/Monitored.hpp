#pragma once

#include <gantry/Proxy.hpp>

#include <memory>
#include <string>
#include <vector>

#include "ScriptedBackend.hpp"
#include "embedding.hpp"
#include "fixtures/ServicesPort.hpp"

namespace gantry::framework::test {

using Log = std::vector<std::string>;

/// A caller, "caller", and a counter, "counter", connected, with a backend that logs.
struct Monitored {
    Embedding embedding{{"monitored_caller", "good_counter", "caller"}};
    Framework& framework = embedding.framework;
    ScriptedBackend backend{embedding};
    const ConnectionInfo connection{"caller", "target", "counter", "count"};

    Monitored() {
        framework.createInstance("fixtures.MonitoredCaller", "caller");
        framework.createInstance("fixtures.Counter", "counter");
        framework.connect(connection);
    }

    [[nodiscard]] std::shared_ptr<gov::cca::Services> servicesOf(
        const std::string& instance) const {
        const auto port = std::dynamic_pointer_cast<fixtures::ServicesPort>(
            framework.providedPort(instance, "services"));
        REQUIRE(port);
        return port->services.lock();
    }
    /// What the caller gets at its next getPort.
    [[nodiscard]] std::shared_ptr<gov::cca::Port> fetch(const std::string& port = "target") const {
        const auto services = servicesOf("caller");
        auto fetched = services->getPort(port);
        services->releasePort(port);
        return fetched;
    }
    [[nodiscard]] gov::cca::Port* provider() const {
        return framework.providedPort("counter", "count").get();
    }
    int go(const std::string& instance = "caller") const {
        return callGo(framework.providedPort(instance, "go"));
    }
    /// Connects the caller to a component without a state that threads share.
    void connectLeaf() {
        framework.disconnect(connection);
        framework.createInstance("fixtures.MonitoredCaller", "leaf");
        framework.connect({"caller", "target", "leaf", "go"});
        framework.connect({"leaf", "target", "leaf", "go"});
    }
    void monitor(const MonitorOptions& options = {}) {
        framework.monitor({"caller", "target", "", options});
    }
    [[nodiscard]] Complaint complaint(const MonitorRequest& request) {
        return complaintOf([&] { framework.monitor(request); });
    }
};

inline bool isProxy(const std::shared_ptr<gov::cca::Port>& port) {
    return std::dynamic_pointer_cast<gantry::Proxy>(port) != nullptr;
}

}  // namespace gantry::framework::test
