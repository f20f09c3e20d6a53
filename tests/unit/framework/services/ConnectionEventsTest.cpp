#include <gantry/ports.hpp>
#include <gov/cca/TypeMap.hpp>
#include <gov/cca/ports/ConnectionEvent.hpp>
#include <gov/cca/ports/ConnectionEventListener.hpp>
#include <gov/cca/ports/ConnectionEventService.hpp>

#include <stdexcept>

#include "embedding.hpp"

TEST_SUITE_BEGIN("framework.services.ConnectionEvents");

using namespace gantry::framework::test;
using gov::cca::ports::ConnectionEvent;
using gov::cca::ports::ConnectionEventListener;
using gov::cca::ports::ConnectionEventService;
using gov::cca::ports::EventType;

namespace {

class Listener final : public ConnectionEventListener {
public:
    explicit Listener(std::function<void(ConnectionEvent&)> action) : action_(std::move(action)) {}
    void connectionActivity(const std::shared_ptr<ConnectionEvent>& event) override {
        action_(*event);
    }

private:
    std::function<void(ConnectionEvent&)> action_;
};

std::shared_ptr<Listener> listen(gov::cca::Services& services, EventType type,
                                 std::function<void(ConnectionEvent&)> action) {
    services.registerUsesPort("events", "gov.cca.ports.ConnectionEventService", nullptr);
    auto listener = std::make_shared<Listener>(std::move(action));
    const auto events =
        std::dynamic_pointer_cast<ConnectionEventService>(services.getPort("events"));
    events->addConnectionEventListener(type, listener);
    services.releasePort("events");
    return listener;
}

std::string textOf(ConnectionEvent& event) {
    return event.getPortInfo()->getString("cca.portName", "?") +
           std::to_string(static_cast<int>(event.getEventType()));
}

}  // namespace

TEST_CASE("both sides hear of their own port before and after each change") {
    Embedding embedding;
    const auto user = embedding.joinUser("user");
    const auto provider = embedding.joinProvider("provider", 1);
    std::string told;
    const auto write = [&](ConnectionEvent& event) { told += textOf(event) + ' '; };
    listen(*user, EventType::ALL, write);
    listen(*provider, EventType::ALL, write);

    embedding.connect("user", "provider");
    embedding.disconnect("user", "provider");

    CHECK(told == "target1 number1 target2 number2 target3 number3 target4 number4 ");
}

TEST_CASE("a listener hears only the type it asked for, and nothing once it is removed") {
    Embedding embedding;
    const auto user = embedding.joinUser("user");
    embedding.joinProvider("provider", 1);
    std::string told;
    const auto listener = listen(*user, EventType::Connected,
                                 [&](ConnectionEvent& event) { told += textOf(event) + ' '; });

    embedding.connect("user", "provider");
    embedding.disconnect("user", "provider");
    std::dynamic_pointer_cast<ConnectionEventService>(user->getPort("events"))
        ->removeConnectionEventListener(EventType::Connected, listener);
    embedding.connect("user", "provider");

    CHECK(told == "target2 ");
}

TEST_CASE("others hear nothing") {
    Embedding embedding;
    embedding.joinUser("user");
    embedding.joinProvider("provider", 1);
    int told = 0;
    listen(*embedding.join("other"), EventType::ALL, [&](ConnectionEvent&) { ++told; });

    embedding.connect("user", "provider");

    CHECK(told == 0);
}

TEST_CASE("a listener that throws does not stop the change") {
    Embedding embedding;
    const auto user = embedding.joinUser("user");
    embedding.joinProvider("provider", 1);
    listen(*user, EventType::ALL, [](ConnectionEvent&) { throw std::runtime_error("never mind"); });

    embedding.connect("user", "provider");
    embedding.disconnect("user", "provider");

    CHECK(embedding.framework.connections().empty());
}

TEST_CASE("a listener can fetch the port when it is connected and release it before the end") {
    Embedding embedding;
    const auto user = embedding.joinUser("user");
    embedding.joinProvider("provider", 6);
    int seen = 0;
    listen(*user, EventType::ALL, [&](ConnectionEvent& event) {
        if (event.getEventType() == EventType::Connected) {
            seen = callGo(user->getPort("target"));
        } else if (event.getEventType() == EventType::DisconnectPending) {
            user->releasePort("target");
        }
    });

    embedding.connect("user", "provider");
    embedding.disconnect("user", "provider");

    CHECK(seen == 6);
    CHECK(embedding.framework.connections().empty());
}

TEST_CASE("listeners are notified that a connection in use stays") {
    std::string told;  // longer than the embedding, whose end is reported too
    Embedding embedding;
    const auto user = embedding.joinUser("user");
    embedding.joinProvider("provider", 1);
    listen(*user, EventType::ALL, [&](ConnectionEvent& event) { told += textOf(event) + ' '; });
    embedding.connect("user", "provider");
    user->getPort("target");

    complaintOf([&] { embedding.disconnect("user", "provider"); });

    CHECK(told == "target1 target2 target3 target2 ");
}

TEST_SUITE_END();
