#include <gantry/ports.hpp>
#include <gov/cca/ComponentRelease.hpp>
#include <gov/cca/TypeMap.hpp>
#include <gov/cca/ports/BuilderService.hpp>
#include <gov/cca/ports/ConnectionEvent.hpp>
#include <gov/cca/ports/ConnectionEventListener.hpp>
#include <gov/cca/ports/ConnectionEventService.hpp>

#include <atomic>
#include <chrono>
#include <future>
#include <thread>
#include <utility>

#include "embedding.hpp"

TEST_SUITE_BEGIN("framework.guard.Draining");

using namespace gantry::framework::test;
using gov::cca::CCAExceptionType;
using gov::cca::ports::EventType;

namespace {

using Services = std::shared_ptr<gov::cca::Services>;

class Listener final : public gov::cca::ports::ConnectionEventListener {
public:
    explicit Listener(std::function<void()> action) : action_(std::move(action)) {}
    void connectionActivity(const std::shared_ptr<gov::cca::ports::ConnectionEvent>&) override {
        action_();
    }

private:
    std::function<void()> action_;
};

void listen(const Services& services, EventType type, std::function<void()> action) {
    services->registerUsesPort("events", "gov.cca.ports.ConnectionEventService", nullptr);
    std::dynamic_pointer_cast<gov::cca::ports::ConnectionEventService>(services->getPort("events"))
        ->addConnectionEventListener(type, std::make_shared<Listener>(std::move(action)));
    services->releasePort("events");
}

/// A user whose port "target" takes two connections.
Services joinWideUser(Embedding& embedding, const std::string& name) {
    auto services = embedding.join(name);
    const auto properties = services->createTypeMap();
    properties->putString("MAX_CONNECTIONS", "2");
    services->registerUsesPort("target", kGo, properties);
    return services;
}

int fetch(const Services& user) {
    const int number = callGo(user->getPort("target"));
    user->releasePort("target");
    return number;
}

class Joining final : public gov::cca::ComponentRelease {
public:
    explicit Joining(std::function<void()> work) : work_(std::move(work)) {}
    void releaseServices(const Services&) override {
        auto finished = std::async(std::launch::async, work_);
        REQUIRE(finished.wait_for(std::chrono::seconds(20)) == std::future_status::ready);
    }

private:
    std::function<void()> work_;
};

}  // namespace

TEST_CASE("a link that was never handed out is broken while another link of its port is in use") {
    Embedding embedding;
    const auto user = joinWideUser(embedding, "user");
    embedding.joinProvider("first", 1);
    embedding.joinProvider("second", 2);
    embedding.connect("user", "first");
    embedding.connect("user", "second");
    user->getPort("target");

    embedding.disconnect("user", "second");

    CHECK(embedding.framework.connections().size() == 1);
    CHECK(complaintOf([&] { embedding.disconnect("user", "first"); }).reason ==
          CCAExceptionType::UsesPortNotReleased);
    user->releasePort("target");
    embedding.disconnect("user", "first");
    CHECK(embedding.framework.connections().empty());
}

TEST_CASE("uses of a link broken by force are released before those of the next") {
    Embedding embedding;
    const auto user = joinWideUser(embedding, "user");
    const auto first = embedding.joinProvider("first", 1);
    embedding.joinProvider("second", 2);
    embedding.connect("user", "first");
    embedding.connect("user", "second");
    user->getPort("target");
    first->removeProvidesPort("number");

    CHECK(callGo(user->getPort("target")) == 2);

    user->releasePort("target");
    CHECK(complaintOf([&] { embedding.disconnect("user", "second"); }).reason ==
          CCAExceptionType::UsesPortNotReleased);
    user->releasePort("target");
    embedding.disconnect("user", "second");
    CHECK(complaintOf([&] { user->releasePort("target"); }).reason ==
          CCAExceptionType::PortNotInUse);
}

TEST_CASE("a refused destruction leaves the order of the links as it was") {
    Embedding embedding;
    const auto wide = joinWideUser(embedding, "wide");
    const auto other = embedding.joinUser("other");
    embedding.joinProvider("first", 1);
    embedding.joinProvider("second", 2);
    embedding.connect("wide", "first");
    embedding.connect("wide", "second");
    embedding.connect("other", "first");
    other->getPort("target");

    CHECK(complaintOf([&] { embedding.framework.destroyInstance("first"); }).reason ==
          CCAExceptionType::UsesPortNotReleased);

    CHECK(fetch(wide) == 1);
    other->releasePort("target");
}

TEST_CASE("no new use of a link begins while its disconnect waits; afterwards it is as before") {
    Embedding embedding;
    const auto user = embedding.joinUser("user");
    embedding.joinProvider("provider", 3);
    embedding.connect("user", "provider");
    user->getPort("target");
    auto waiting = std::async(std::launch::async, [&] {
        return complaintOf([&] { embedding.disconnect("user", "provider", 1); }).reason;
    });

    bool refused = false;
    while (!refused && waiting.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
        try {
            user->getPort("target");
            user->releasePort("target");
        } catch (gov::cca::CCAException& error) {
            refused = error.getCCAExceptionType() == CCAExceptionType::PortNotConnected;
        }
    }

    CHECK(refused);
    CHECK(waiting.get() == CCAExceptionType::UsesPortNotReleased);
    CHECK(fetch(user) == 3);
    user->releasePort("target");
}

TEST_CASE("a call in flight may give commands while a disconnect waits for it") {
    Embedding embedding;
    const auto user = embedding.joinUser("user");
    embedding.joinProvider("provider", 3);
    embedding.connect("user", "provider");
    user->getPort("target");
    std::promise<void> pending;
    listen(user, EventType::DisconnectPending, [&] { pending.set_value(); });
    std::thread call([&] {
        pending.get_future().wait();
        embedding.join("late");
        user->releasePort("target");
    });

    embedding.disconnect("user", "provider", 5);

    call.join();
    CHECK(embedding.framework.connections().empty());
    CHECK(embedding.framework.instances().size() == 3);
}

TEST_CASE("a connection that others break while a disconnect waits for it is gone once") {
    Embedding embedding;
    const auto user = embedding.joinUser("user");
    const auto provider = embedding.joinProvider("provider", 3);
    embedding.connect("user", "provider");
    user->getPort("target");
    std::promise<void> pending;
    std::atomic<int> told = 0;
    listen(user, EventType::DisconnectPending, [&] {
        if (told++ == 0) {
            pending.set_value();
        }
    });
    std::thread other([&] {
        pending.get_future().wait();
        provider->removeProvidesPort("number");
    });

    embedding.disconnect("user", "provider", 60);

    other.join();
    CHECK(embedding.framework.connections().empty());
    CHECK(user->getPortNonblocking("target") == nullptr);
    user->releasePort("target");
}

TEST_CASE("a release callback may wait for a thread that gives commands") {
    Embedding embedding;
    int seen = -1;
    embedding.join("user")->registerForRelease(std::make_shared<Joining>(
        [&] { seen = static_cast<int>(embedding.framework.instances().size()); }));

    embedding.framework.destroyInstance("user");

    CHECK(seen == 0);
}

TEST_CASE("a release callback may wait for a thread that gives commands during shutdown") {
    Embedding embedding;
    std::vector<std::size_t> seen;
    for (const std::string name : {"a", "b"}) {
        embedding.join(name)->registerForRelease(std::make_shared<Joining>(
            [&] { seen.push_back(embedding.framework.instances().size()); }));
    }

    embedding.framework.shutdown();

    CHECK(seen == std::vector<std::size_t>{1, 0});
}

TEST_CASE("nobody connects to an instance that is being destroyed") {
    Embedding embedding;
    const auto user = embedding.joinUser("user");
    embedding.joinUser("late");
    embedding.joinProvider("provider", 3);
    embedding.connect("user", "provider");
    user->getPort("target");
    std::promise<void> pending;
    listen(user, EventType::DisconnectPending, [&] { pending.set_value(); });
    Complaint complaint;
    std::thread call([&] {
        pending.get_future().wait();
        complaint = complaintOf([&] { embedding.connect("late", "provider"); });
        user->releasePort("target");
    });

    embedding.framework.destroyInstance("provider", 10);

    call.join();
    CHECK(complaint.names("provider"));
    CHECK(embedding.framework.connections().empty());
}

TEST_CASE(
    "a listener that destroys the provider it is to be connected to prevents the connection") {
    Embedding embedding;
    const auto user = embedding.joinUser("user");
    embedding.joinProvider("provider", 1);
    listen(user, EventType::ConnectPending,
           [&] { embedding.framework.destroyInstance("provider"); });

    const Complaint complaint = complaintOf([&] { embedding.connect("user", "provider"); });

    CHECK(complaint.names("provider"));
    CHECK(embedding.framework.connections().empty());
    CHECK(user->getPortNonblocking("target") == nullptr);
}

TEST_CASE("a listener that withdraws the uses port prevents the connection") {
    Embedding embedding;
    const auto user = embedding.joinUser("user");
    embedding.joinProvider("provider", 1);
    listen(user, EventType::ConnectPending, [&] { user->unregisterUsesPort("target"); });

    const Complaint complaint = complaintOf([&] { embedding.connect("user", "provider"); });

    CHECK(complaint.reason == CCAExceptionType::PortNotDefined);
    CHECK(embedding.framework.connections().empty());
}

TEST_CASE("a listener that connects the port itself keeps its limit") {
    Embedding embedding;
    const auto user = embedding.joinUser("user");
    embedding.joinProvider("first", 1);
    embedding.joinProvider("second", 2);
    bool done = false;
    listen(user, EventType::ConnectPending, [&] {
        if (!std::exchange(done, true)) {
            embedding.connect("user", "second");
        }
    });

    CHECK(complaintOf([&] { embedding.connect("user", "first"); }).names("second"));

    CHECK(embedding.framework.connections().size() == 1);
    CHECK(fetch(user) == 2);
}

TEST_SUITE_END();
