#include <gov/cca/TypeMap.hpp>
#include <gov/cca/ports/BuilderService.hpp>

#include <atomic>
#include <thread>

#include "embedding.hpp"

TEST_SUITE_BEGIN("framework.assembly.Connection");

using namespace gantry::framework;
using namespace gantry::framework::test;
using gov::cca::CCAExceptionType;

TEST_CASE("ports of different types are not connected, and both types are named") {
    Embedding embedding;
    embedding.joinUser("user");
    embedding.join("provider")
        ->addProvidesPort(std::make_shared<NumberPort>(1), "number", "numeric.Other", nullptr);

    const Complaint complaint = complaintOf([&] { embedding.connect("user", "provider"); });

    CHECK(complaint.reason == CCAExceptionType::BadPortType);
    CHECK(complaint.names(kGo));
    CHECK(complaint.names("numeric.Other"));
    CHECK(embedding.framework.connections().empty());
}

TEST_CASE("an occupied uses port is refused and the first connection stays") {
    Embedding embedding;
    const auto user = embedding.joinUser("user");
    embedding.joinProvider("a", 1);
    embedding.joinProvider("b", 2);
    embedding.connect("user", "a");

    const Complaint complaint = complaintOf([&] { embedding.connect("user", "b"); });

    CHECK(complaint.names("already connected to 'a.number'"));
    CHECK(callGo(user->getPort("target")) == 1);
    user->releasePort("target");
}

TEST_CASE("unknown instances and ports are named with the nearest one") {
    Embedding embedding;
    embedding.joinUser("user");
    embedding.joinProvider("provider", 1);

    CHECK(complaintOf([&] { embedding.connect("usr", "provider"); }).names("did you mean 'user'?"));
    CHECK(complaintOf([&] {
              embedding.framework.connect({"user", "tarket", "provider", "number"});
          }).names("did you mean 'target'?"));
    CHECK(complaintOf([&] {
              embedding.framework.connect({"user", "target", "provider", "elsewhere"});
          }).names("there are: number"));
    CHECK(complaintOf([&] {
              embedding.framework.connect({"provider", "number", "user", "target"});
          }).names("is a provides port; a uses port is needed"));
}

TEST_CASE("a connection that does not exist is not broken") {
    Embedding embedding;
    embedding.joinUser("user");
    embedding.joinProvider("a", 1);
    embedding.joinProvider("b", 2);
    embedding.connect("user", "a");

    const Complaint complaint = complaintOf([&] { embedding.disconnect("user", "b"); });

    CHECK(complaint.reason == CCAExceptionType::PortNotConnected);
    CHECK(complaint.names("it is connected to 'a.number'"));
    CHECK(embedding.framework.connections().size() == 1);
}

TEST_CASE("a connection in use is not broken, and user and port are named") {
    Embedding embedding;
    const auto user = embedding.joinUser("user");
    embedding.joinProvider("provider", 1);
    embedding.connect("user", "provider");
    user->getPort("target");

    const Complaint complaint = complaintOf([&] { embedding.disconnect("user", "provider"); });

    CHECK(complaint.reason == CCAExceptionType::UsesPortNotReleased);
    CHECK(complaint.names("user.target"));
    CHECK(embedding.framework.connections().size() == 1);
    user->releasePort("target");
    embedding.disconnect("user", "provider");
    CHECK(embedding.framework.connections().empty());
}

TEST_CASE("a disconnect waits for the release of the port") {
    Embedding embedding;
    const auto user = embedding.joinUser("user");
    embedding.joinProvider("provider", 1);
    embedding.connect("user", "provider");
    user->getPort("target");

    std::thread releasing([&] { user->releasePort("target"); });
    embedding.disconnect("user", "provider", 60);
    releasing.join();

    CHECK(embedding.framework.connections().empty());
}

TEST_CASE("a disconnect gives up after its timeout") {
    Embedding embedding;
    const auto user = embedding.joinUser("user");
    embedding.joinProvider("provider", 1);
    embedding.connect("user", "provider");
    user->getPort("target");

    const auto before = std::chrono::steady_clock::now();
    const Complaint complaint =
        complaintOf([&] { embedding.disconnect("user", "provider", 0.05); });
    const std::chrono::duration<double> waited = std::chrono::steady_clock::now() - before;

    CHECK(complaint.reason == CCAExceptionType::UsesPortNotReleased);
    CHECK(waited.count() >= 0.05);
}

TEST_CASE("a provider in use is not destroyed, and nothing of it changes") {
    Embedding embedding;
    const auto a = embedding.joinUser("a");
    const auto b = embedding.joinUser("b");
    embedding.joinProvider("provider", 1);
    embedding.connect("a", "provider");
    embedding.connect("b", "provider");
    b->getPort("target");

    const Complaint complaint =
        complaintOf([&] { embedding.framework.destroyInstance("provider"); });

    CHECK(complaint.reason == CCAExceptionType::UsesPortNotReleased);
    CHECK(complaint.names("b.target"));
    CHECK(embedding.framework.connections().size() == 2);
    CHECK(callGo(a->getPort("target")) == 1);
    a->releasePort("target");
    b->releasePort("target");
    embedding.framework.destroyInstance("provider");
    CHECK(embedding.framework.instances().size() == 2);
    CHECK(a->getPortNonblocking("target") == nullptr);
}

TEST_CASE("connections are listed in the order of their creation") {
    Embedding embedding;
    embedding.joinUser("a");
    embedding.joinUser("b");
    embedding.joinProvider("provider", 1);

    embedding.connect("b", "provider");
    embedding.connect("a", "provider");

    CHECK(embedding.framework.connections() ==
          std::vector<ConnectionInfo>{{"b", "target", "provider", "number"},
                                      {"a", "target", "provider", "number"}});
}

TEST_CASE("defaults connect what is unconnected and give way to an explicit connection") {
    Embedding embedding;
    const auto free = embedding.joinUser("free");
    const auto taken = embedding.joinUser("taken");
    embedding.joinProvider("standard", 1);
    embedding.joinProvider("special", 2);
    embedding.connect("taken", "special");

    embedding.framework.setDefaultProvider(kGo, "standard", "number");
    CHECK(free->getPortNonblocking("target") == nullptr);
    embedding.framework.connectDefaults();
    embedding.framework.connectDefaults();

    CHECK(callGo(free->getPort("target")) == 1);
    CHECK(callGo(taken->getPort("target")) == 2);
    free->releasePort("target");
    embedding.connect("free", "special");
    CHECK(callGo(free->getPort("target")) == 2);
    CHECK(embedding.framework.connections().size() == 2);
}

TEST_CASE("a default connection in use does not give way") {
    Embedding embedding;
    const auto user = embedding.joinUser("user");
    embedding.joinProvider("standard", 1);
    embedding.joinProvider("special", 2);
    embedding.framework.setDefaultProvider(kGo, "standard", "number");
    embedding.framework.connectDefaults();
    user->getPort("target");

    const Complaint complaint = complaintOf([&] { embedding.connect("user", "special"); });

    CHECK(complaint.reason == CCAExceptionType::UsesPortNotReleased);
    CHECK(embedding.framework.connections()[0].provider == "standard");
}

TEST_CASE("a default provider has to exist and to be of the type") {
    Embedding embedding;
    embedding.joinProvider("provider", 1);

    CHECK(complaintOf([&] {
              embedding.framework.setDefaultProvider(kGo, "nobody", "number");
          }).names("nobody"));
    CHECK(complaintOf([&] {
              embedding.framework.setDefaultProvider("other.Type", "provider", "number");
          }).reason == CCAExceptionType::BadPortType);
}

TEST_CASE("instances created through BuilderService are connected to the defaults") {
    Embedding embedding({"caller"});
    embedding.joinProvider("provider", 0);
    embedding.framework.setDefaultProvider(kGo, "provider", "number");

    embedding.framework.builderService()->createInstance("built", "fixtures.Caller", nullptr);
    embedding.framework.createInstance("fixtures.Caller", "scripted");

    REQUIRE(embedding.framework.connections().size() == 1);
    CHECK(embedding.framework.connections()[0].user == "built");
}

TEST_CASE("an instance whose defaults cannot be connected does not stay") {
    Embedding embedding({"caller"});
    const auto provider = embedding.join("provider");
    const auto properties = provider->createTypeMap();
    properties->putString("MAX_CONNECTIONS", "0");
    provider->addProvidesPort(std::make_shared<NumberPort>(1), "number", kGo, properties);
    embedding.framework.setDefaultProvider(kGo, "provider", "number");

    const Complaint complaint = complaintOf([&] {
        embedding.framework.builderService()->createInstance("caller", "fixtures.Caller", nullptr);
    });

    CHECK(complaint.names("provider.number"));
    CHECK(embedding.framework.instances().size() == 1);
    CHECK(embedding.framework.palette().empty());
}

TEST_CASE("what cannot be connected to its default does not keep others from theirs") {
    Embedding embedding;
    embedding.joinUser("first");
    embedding.join("second")->registerUsesPort("other", "test.Other", nullptr);
    const auto provider = embedding.join("provider");
    const auto properties = provider->createTypeMap();
    properties->putString("MAX_CONNECTIONS", "0");
    provider->addProvidesPort(std::make_shared<NumberPort>(1), "number", kGo, properties);
    provider->addProvidesPort(std::make_shared<NumberPort>(1), "other", "test.Other", nullptr);
    embedding.framework.setDefaultProvider(kGo, "provider", "number");
    embedding.framework.setDefaultProvider("test.Other", "provider", "other");

    const Complaint complaint = complaintOf([&] { embedding.framework.connectDefaults(); });

    CHECK(complaint.names("provider.number"));
    REQUIRE(embedding.framework.connections().size() == 1);
    CHECK(embedding.framework.connections()[0].user == "second");
}

TEST_SUITE_END();
