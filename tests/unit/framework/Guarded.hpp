#pragma once

#include <gantry/Proxy.hpp>

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

#include "embedding.hpp"
#include "fixtures/ServicesPort.hpp"

namespace gantry::framework::test {

/// A port whose go does what the test says.
class ActingPort final : public gov::cca::ports::GoPort {
public:
    explicit ActingPort(std::function<int()> action) : action_(std::move(action)) {}
    int go() override { return action_(); }

private:
    std::function<int()> action_;
};

/// A gate at which calls wait.
class Gate final {
public:
    /// Waits at the gate; returns when it is open.
    void pass() {
        ++waiting_;
        while (!open_) {
            std::this_thread::yield();
        }
        --waiting_;
    }
    void awaitWaiting(int number) const {
        while (waiting_ < number) {
            std::this_thread::yield();
        }
    }
    void open() { open_ = true; }

private:
    std::atomic<int> waiting_{0};
    std::atomic<bool> open_{false};
};

/// A user, "caller", whose port "target" can be guarded, and providers that the test makes.
struct Guarded {
    Embedding embedding{{"monitored_caller", "good_counter", "tallying"}};
    Framework& framework = embedding.framework;
    std::map<std::string, std::shared_ptr<gov::cca::Services>> providers;

    Guarded() { framework.createInstance("fixtures.MonitoredCaller", "caller"); }

    /// A provider of port "number".
    void provide(const std::string& name, std::function<int()> action) {
        providers[name] = embedding.join(name);
        providers[name]->addProvidesPort(std::make_shared<ActingPort>(std::move(action)), "number",
                                         kGo, nullptr);
    }
    void provide(const std::string& name, int number) {
        provide(name, [number] { return number; });
    }
    void connect(const std::string& provider, const std::string& port = "number") {
        framework.connect({"caller", "target", provider, port}, Guard::Guarded);
    }
    void rewire(const std::string& provider, double timeout = 60,
                const std::string& port = "number") {
        framework.rewire({"caller", "target", provider, port}, timeout);
    }
    [[nodiscard]] std::shared_ptr<gov::cca::Services> services(
        const std::string& instance = "caller") const {
        auto port = std::dynamic_pointer_cast<fixtures::ServicesPort>(
            framework.providedPort(instance, "services"));
        REQUIRE(port);
        return port->services.lock();
    }
    /// What the user holds from now on.
    [[nodiscard]] std::shared_ptr<gov::cca::ports::GoPort> hold(
        const std::string& instance = "caller") const {
        auto port = std::dynamic_pointer_cast<gov::cca::ports::GoPort>(
            services(instance)->getPort("target"));
        REQUIRE(port);
        return port;
    }
    [[nodiscard]] std::string provider() const {
        for (const ConnectionInfo& connection : framework.connections()) {
            if (connection.user == "caller") {
                return connection.provider;
            }
        }
        return {};
    }
    [[nodiscard]] int valueOf(const std::string& instance, const std::string& port) const {
        return callGo(framework.providedPort(instance, port));
    }
};

/// The port is connected to "old", which does what the test says; "new" gives 2.
struct OldAndNew : Guarded {
    std::shared_ptr<gov::cca::ports::GoPort> port;

    explicit OldAndNew(std::function<int()> old) {
        provide("old", std::move(old));
        provide("new", 2);
        connect("old");
        port = hold();
    }
};

/// "old" gives 1 when the gate is open.
struct WaitingProvider : OldAndNew {
    Gate gate;

    WaitingProvider()
        : OldAndNew([this] {
              gate.pass();
              return 1;
          }) {}
};

/// "old" throws.
struct FailingProvider : OldAndNew {
    FailingProvider()
        : OldAndNew([]() -> int { throw std::runtime_error("the provider fails"); }) {}
};

inline bool isGuarded(const std::shared_ptr<gov::cca::Port>& port) {
    return std::dynamic_pointer_cast<gantry::Proxy>(port) != nullptr;
}

}  // namespace gantry::framework::test
