#include <gov/cca/TypeMap.hpp>
#include <gov/cca/ports/BuilderService.hpp>
#include <gov/cca/ports/ConnectionEvent.hpp>
#include <gov/cca/ports/ConnectionEventListener.hpp>
#include <gov/cca/ports/ConnectionEventService.hpp>

#include <stdexcept>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include "Guarded.hpp"
#include "guard/ThreadPins.hpp"

TEST_SUITE_BEGIN("framework.guard.GuardedConnection");

using namespace gantry::framework;
using namespace gantry::framework::test;

namespace {

using gov::cca::ports::EventType;

/// Notes the events of a component's connections, and throws after that.
class Throwing final : public gov::cca::ports::ConnectionEventListener {
public:
    void connectionActivity(
        const std::shared_ptr<gov::cca::ports::ConnectionEvent>& event) override {
        seen.push_back(event->getEventType());
        ports.push_back(event->getPortInfo()->getString("cca.portName", "?"));
        throw std::runtime_error("the listener fails");
    }

    std::vector<EventType> seen;
    std::vector<std::string> ports;
};

std::shared_ptr<Throwing> listenTo(const std::shared_ptr<gov::cca::Services>& services) {
    services->registerUsesPort("events", "gov.cca.ports.ConnectionEventService", nullptr);
    const auto events = std::dynamic_pointer_cast<gov::cca::ports::ConnectionEventService>(
        services->getPort("events"));
    auto listener = std::make_shared<Throwing>();
    events->addConnectionEventListener(EventType::ALL, listener);
    return listener;
}

std::shared_ptr<gov::cca::TypeMap> flag(Framework& framework, const std::string& value) {
    auto properties = framework.abstractFramework()->createTypeMap();
    properties->putString("gantry.guarded", value);
    return properties;
}

}  // namespace

TEST_CASE("a direct connection hands out the provider's own pointer, a guarded one a proxy") {
    Guarded guarded;
    guarded.provide("one", 1);
    gov::cca::Port* const own = guarded.framework.providedPort("one", "number").get();

    guarded.framework.connect({"caller", "target", "one", "number"});
    const auto direct = guarded.hold();
    guarded.services()->releasePort("target");
    guarded.framework.disconnect({"caller", "target", "one", "number"});
    guarded.connect("one");
    const auto proxied = guarded.hold();

    CHECK(static_cast<gov::cca::Port*>(direct.get()) == own);
    CHECK(isGuarded(proxied));
    CHECK(proxied->go() == 1);
}

TEST_CASE("the property of a uses port makes the connections that follow guarded, or not") {
    Guarded guarded;
    guarded.provide("one", 1);
    const auto builder = guarded.framework.builderService();
    const auto caller = builder->getComponentID("caller");
    const ConnectionInfo connection{"caller", "target", "one", "number"};

    builder->setPortProperties(caller, "target", flag(guarded.framework, "true"));
    guarded.framework.connect(connection);
    CHECK(isGuarded(guarded.hold()));
    guarded.services()->releasePort("target");
    guarded.framework.disconnect(connection);
    guarded.framework.guardAll(true);
    builder->setPortProperties(caller, "target", flag(guarded.framework, "false"));
    guarded.framework.connect(connection);
    CHECK_FALSE(isGuarded(guarded.hold()));
    guarded.services()->releasePort("target");
    guarded.framework.disconnect(connection);

    builder->setPortProperties(caller, "target", flag(guarded.framework, "perhaps"));
    const Complaint complaint = complaintOf([&] { guarded.framework.connect(connection); });
    CHECK(complaint.reason == gov::cca::CCAExceptionType::BadProperties);
    CHECK(complaint.names("property gantry.guarded is 'perhaps'; give true or false"));
    CHECK(guarded.framework.connections().empty());
}

TEST_CASE("a whole assembly is guarded where it can be") {
    Guarded guarded;
    guarded.provide("one", 1);
    guarded.framework.guardAll(true);

    guarded.framework.connect({"caller", "target", "one", "number"});
    guarded.framework.connect({"caller", "plain", "one", "number"});

    REQUIRE(guarded.framework.guarded().size() == 1);
    CHECK(guarded.framework.guarded()[0].connection.usesPort == "target");
}

TEST_CASE("the properties of a connection guard it from the next getPort on, and end that") {
    Guarded guarded;
    guarded.provide("one", 1);
    guarded.provide("two", 2);
    guarded.framework.connect({"caller", "target", "one", "number"});
    const auto builder = guarded.framework.builderService();
    const auto id = builder->getConnectionIDs({})[0];
    const auto direct = guarded.hold();

    builder->setConnectionProperties(id, flag(guarded.framework, "true"));
    const auto proxied = guarded.hold();
    const Complaint held = complaintOf([&] { guarded.rewire("two", 0); });
    guarded.services()->releasePort("target");
    guarded.services()->releasePort("target");
    guarded.rewire("two", 0);

    CHECK_FALSE(isGuarded(direct));
    CHECK(isGuarded(proxied));
    CHECK(held.names("is in use and its connection to 'one.number' is direct"));
    CHECK(proxied->go() == 2);
    builder->setConnectionProperties(builder->getConnectionIDs({})[0],
                                     flag(guarded.framework, "false"));
    CHECK_FALSE(isGuarded(guarded.hold()));
}

TEST_CASE("a rewire reports the new connection before the end of the old one") {
    Guarded guarded;
    guarded.provide("one", 1);
    guarded.provide("two", 2);
    for (const bool isGuarded : {true, false}) {
        Guarded fresh;
        fresh.provide("one", 1);
        fresh.provide("two", 2);
        fresh.framework.connect({"caller", "target", "one", "number"},
                                isGuarded ? Guard::Guarded : Guard::AsDeclared);
        const auto listener = listenTo(fresh.services());

        fresh.rewire("two");

        CHECK(listener->seen == std::vector{EventType::ConnectPending, EventType::Connected,
                                            EventType::DisconnectPending, EventType::Disconnected});
        CHECK(fresh.provider() == "two");
    }
}

TEST_CASE("the user and both providers hear of a rewire, each of its own port") {
    for (const Guard guard : {Guard::AsDeclared, Guard::Guarded}) {
        Guarded guarded;
        guarded.provide("one", 1);
        guarded.provide("two", 2);
        guarded.framework.connect({"caller", "target", "one", "number"}, guard);
        const auto one = listenTo(guarded.embedding.framework.abstractFramework()->getServices(
            "bystander", "test.Component", nullptr));
        const auto caller = listenTo(guarded.services());
        const auto first = listenTo(guarded.providers.at("one"));
        const auto second = listenTo(guarded.providers.at("two"));

        guarded.rewire("two");

        CHECK(caller->seen.size() == 4);
        CHECK(first->seen == std::vector{EventType::DisconnectPending, EventType::Disconnected});
        CHECK(second->seen == std::vector{EventType::ConnectPending, EventType::Connected});
        CHECK(caller->ports == std::vector<std::string>(4, "target"));
        CHECK(first->ports == std::vector<std::string>(2, "number"));
        CHECK(second->ports == std::vector<std::string>(2, "number"));
        CHECK(one->seen.empty());
    }
}

TEST_CASE("a child process that executes another program does not delay a swap") {
    Guarded guarded;
    pid_t child = 0;
    guarded.provide("old", [&] {
        child = fork();
        if (child == 0) {
            execl("/bin/sh", "sh", "-c", "exit 7", nullptr);
            _exit(1);
        }
        return 1;
    });
    guarded.provide("new", 2);
    guarded.connect("old");
    const auto port = guarded.hold();

    CHECK(port->go() == 1);
    guarded.rewire("new", 0);

    int status = 0;
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(WEXITSTATUS(status) == 7);
    CHECK(port->go() == 2);
}

TEST_CASE("where a rewire gives up, the listeners hear that all is as before") {
    WaitingProvider guarded;
    Gate& gate = guarded.gate;
    const auto& port = guarded.port;
    const auto listener = listenTo(guarded.services());
    std::thread stuck([&] { port->go(); });
    gate.awaitWaiting(1);

    CHECK_THROWS_AS(guarded.rewire("new", 0), gantry::Error);
    gate.open();
    stuck.join();

    CHECK(listener->seen == std::vector{EventType::ConnectPending, EventType::Connected,
                                        EventType::DisconnectPending, EventType::DisconnectPending,
                                        EventType::Disconnected, EventType::Connected});
}

TEST_CASE("a monitored connection can be swapped while its port is held") {
    Guarded guarded;
    guarded.provide("one", 1);
    guarded.provide("two", 2);
    guarded.framework.connect({"caller", "target", "one", "number"});
    MonitorOptions options;
    options.timed = false;
    options.contracts.kind = ContractPolicy::Kind::Always;
    guarded.framework.monitor({"caller", "target", "", options});
    const auto port = guarded.hold();

    guarded.rewire("two", 0);

    CHECK(port->go() == 2);
    REQUIRE(guarded.framework.monitored().size() == 1);
    CHECK(guarded.framework.monitored()[0].connection.provider == "two");
    guarded.framework.unmonitor("caller", "target");
    CHECK(guarded.framework.monitored().empty());
    CHECK_FALSE(isGuarded(guarded.hold()));
}

TEST_CASE("a guarded connection stays guarded when it is monitored no more") {
    Guarded guarded;
    guarded.provide("one", 1);
    guarded.connect("one");
    MonitorOptions options;
    options.timed = false;
    guarded.framework.monitor({"caller", "target", "", options});

    CHECK(guarded.framework.monitored().size() == 1);
    guarded.framework.unmonitor("caller", "target");

    CHECK(guarded.framework.monitored().empty());
    CHECK(isGuarded(guarded.hold()));
}

TEST_CASE("the id of a connection is invalid after a swap") {
    Guarded guarded;
    guarded.provide("one", 1);
    guarded.provide("two", 2);
    guarded.connect("one");
    const auto builder = guarded.framework.builderService();
    const auto id = builder->getConnectionIDs({})[0];

    guarded.rewire("two");

    const Complaint complaint = complaintOf([&] { builder->disconnect(id, 0); });
    CHECK(
        complaint.names("'caller.target' is not connected to 'one.number'; it is connected to "
                        "'two.number'"));
}

TEST_CASE("pins count calls by both kinds of fences, in more threads than there is room for") {
    constexpr int kThreads = 300;
    for (const Fences fences : {fencesOfThisSystem(), Fences::Caller}) {
        const auto pins = ThreadPins::make(fences);
        const auto port = std::make_shared<NumberPort>(3);
        gantry::CallSwitch calls(gantry::makeCallTarget(port, 1), pins);
        const auto target = calls.target();
        Gate gate;
        std::vector<std::thread> threads;
        for (int t = 0; t < kThreads; ++t) {
            threads.emplace_back([&] {
                const gantry::PinnedCall<NumberPort> pinned(calls);
                gate.pass();
            });
        }
        gate.awaitWaiting(kThreads);
        const gantry::PinnedCall<NumberPort> mine(calls);
        const auto former = calls.exchange(gantry::makeCallTarget(port, 1));

        CHECK(former == target);
        REQUIRE(pins->fenceAllThreads());
        CHECK(pins->inside(*target).others == kThreads);
        CHECK(pins->inside(*target).own == 1);
        gate.open();
        for (std::thread& thread : threads) {
            thread.join();
        }
        CHECK(pins->inside(*target).others == 0);
        CHECK(calls.unpinned() == 0);
    }
}

TEST_CASE("without pins calls are counted") {
    const auto port = std::make_shared<NumberPort>(3);
    gantry::CallSwitch calls(gantry::makeCallTarget(port, 1));

    {
        const gantry::PinnedCall<NumberPort> pinned(calls);
        CHECK(pinned->go() == 3);
        CHECK(calls.unpinned() == 1);
    }
    CHECK(calls.unpinned() == 0);
}

TEST_SUITE_END();
