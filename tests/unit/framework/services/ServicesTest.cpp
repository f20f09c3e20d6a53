#include "embedding.hpp"

TEST_SUITE_BEGIN("framework.services.Services");

using namespace gantry::framework::test;
using gov::cca::CCAExceptionType;

TEST_CASE("a connected port is the provider's own") {
    Embedding embedding;
    const auto user = embedding.joinUser("user");
    embedding.joinProvider("provider", 5);

    embedding.connect("user", "provider");
    const auto port = user->getPort("target");

    CHECK(callGo(port) == 5);
    user->releasePort("target");
}

TEST_CASE("a port name is unique over provided and used ports") {
    Embedding embedding;
    const auto services = embedding.joinUser("user");

    const Complaint uses = complaintOf([&] { services->registerUsesPort("target", kGo, nullptr); });
    const Complaint provides = complaintOf([&] {
        services->addProvidesPort(std::make_shared<NumberPort>(1), "target", kGo, nullptr);
    });

    CHECK(uses.reason == CCAExceptionType::PortAlreadyDefined);
    CHECK(provides.reason == CCAExceptionType::PortAlreadyDefined);
    CHECK(provides.names("user.target"));
}

TEST_CASE("names and types of ports are checked when they are registered") {
    Embedding embedding;
    const auto services = embedding.join("user");

    CHECK(complaintOf([&] { services->registerUsesPort("", kGo, nullptr); }).reason ==
          CCAExceptionType::BadPortName);
    CHECK(complaintOf([&] { services->registerUsesPort("two words", kGo, nullptr); }).reason ==
          CCAExceptionType::BadPortName);
    CHECK(complaintOf([&] { services->registerUsesPort("port", "", nullptr); }).reason ==
          CCAExceptionType::BadPortType);
    CHECK(complaintOf([&] { services->addProvidesPort(nullptr, "port", kGo, nullptr); }).reason ==
          CCAExceptionType::BadPortType);
}

TEST_CASE("a port that is not of its declared type is refused") {
    Embedding embedding;
    const auto services = embedding.join("provider");

    const Complaint complaint = complaintOf([&] {
        services->addProvidesPort(std::make_shared<NumberPort>(1), "port",
                                  "gov.cca.ports.ParameterPort", nullptr);
    });

    CHECK(complaint.reason == CCAExceptionType::BadPortType);
    CHECK(embedding.framework.instances()[0].ports.empty());
}

TEST_CASE("getPort distinguishes an unknown port from an unconnected one") {
    Embedding embedding;
    const auto services = embedding.joinUser("user");

    const Complaint unknown = complaintOf([&] { services->getPort("targt"); });
    const Complaint unconnected = complaintOf([&] { services->getPort("target"); });

    CHECK(unknown.reason == CCAExceptionType::PortNotDefined);
    CHECK(unknown.names("did you mean 'target'?"));
    CHECK(unconnected.reason == CCAExceptionType::PortNotConnected);
    CHECK(unconnected.names("user.target"));
    CHECK(services->getPortNonblocking("target") == nullptr);
    CHECK(complaintOf([&] { services->getPortNonblocking("other"); }).reason ==
          CCAExceptionType::PortNotDefined);
}

TEST_CASE("releasing is paired with fetching") {
    Embedding embedding;
    const auto user = embedding.joinUser("user");
    embedding.joinProvider("provider", 1);
    embedding.connect("user", "provider");
    user->getPort("target");
    user->getPort("target");

    user->releasePort("target");
    user->releasePort("target");

    CHECK(complaintOf([&] { user->releasePort("target"); }).reason ==
          CCAExceptionType::PortNotInUse);
    CHECK(complaintOf([&] { user->releasePort("other"); }).reason ==
          CCAExceptionType::PortNotDefined);
}

TEST_CASE("a null that was not fetched needs no release") {
    Embedding embedding;
    const auto user = embedding.joinUser("user");

    user->getPortNonblocking("target");

    CHECK(complaintOf([&] { user->releasePort("target"); }).reason ==
          CCAExceptionType::PortNotInUse);
}

TEST_CASE("a uses port in use is not withdrawn") {
    Embedding embedding;
    const auto user = embedding.joinUser("user");
    embedding.joinProvider("provider", 1);
    embedding.connect("user", "provider");
    user->getPort("target");

    CHECK(complaintOf([&] { user->unregisterUsesPort("target"); }).reason ==
          CCAExceptionType::UsesPortNotReleased);
    CHECK(embedding.framework.connections().size() == 1);
    user->releasePort("target");
    user->unregisterUsesPort("target");

    CHECK(embedding.framework.connections().empty());
    CHECK(complaintOf([&] { user->getPort("target"); }).reason == CCAExceptionType::PortNotDefined);
}

TEST_CASE("withdrawing a provides port breaks its connections, and held ports stay valid") {
    Embedding embedding;
    const auto user = embedding.joinUser("user");
    const auto provider = embedding.joinProvider("provider", 3);
    embedding.connect("user", "provider");
    const auto held = user->getPort("target");

    provider->removeProvidesPort("number");

    CHECK(embedding.framework.connections().empty());
    CHECK(callGo(held) == 3);
    user->releasePort("target");
    CHECK(user->getPortNonblocking("target") == nullptr);
}

TEST_CASE("properties are copied, and name and type of the port are added") {
    Embedding embedding;
    const auto services = embedding.join("user");
    const auto properties = services->createTypeMap();
    properties->putString("colour", "blue");

    services->registerUsesPort("target", kGo, properties);
    properties->putString("colour", "red");

    const auto seen = services->getPortProperties("target");
    CHECK(seen->getString("colour", "") == "blue");
    CHECK(seen->getString("cca.portName", "") == "target");
    CHECK(seen->getString("cca.portType", "") == kGo);
    CHECK(services->getPortProperties("other") == nullptr);
}

TEST_CASE("a uses port takes as many connections as it says and gives the first") {
    Embedding embedding;
    const auto user = embedding.join("user");
    const auto properties = user->createTypeMap();
    properties->putString("MAX_CONNECTIONS", "2");
    user->registerUsesPort("target", kGo, properties);
    embedding.joinProvider("a", 1);
    embedding.joinProvider("b", 2);
    embedding.joinProvider("c", 3);

    embedding.connect("user", "a");
    embedding.connect("user", "b");

    CHECK(complaintOf([&] { embedding.connect("user", "a"); }).names("already connected"));
    CHECK(complaintOf([&] { embedding.connect("user", "c"); }).names("already connected"));
    CHECK(callGo(user->getPort("target")) == 1);
    user->releasePort("target");
    embedding.disconnect("user", "a");
    CHECK(callGo(user->getPort("target")) == 2);
    user->releasePort("target");
}

TEST_CASE("a provides port serves as many users as it says") {
    Embedding embedding;
    const auto provider = embedding.join("provider");
    const auto properties = provider->createTypeMap();
    properties->putString("MAX_CONNECTIONS", "1");
    provider->addProvidesPort(std::make_shared<NumberPort>(1), "number", kGo, properties);
    embedding.joinUser("a");
    embedding.joinUser("b");

    embedding.connect("a", "provider");

    CHECK(complaintOf([&] { embedding.connect("b", "provider"); }).names("MAX_CONNECTIONS is 1"));
    CHECK(embedding.framework.connections().size() == 1);
}

TEST_CASE("a number of connections that is not a number is refused") {
    Embedding embedding;
    const auto user = embedding.join("user");
    const auto properties = user->createTypeMap();
    properties->putString("MAX_CONNECTIONS", "some");

    const Complaint complaint =
        complaintOf([&] { user->registerUsesPort("target", kGo, properties); });

    CHECK(complaint.reason == CCAExceptionType::BadProperties);
    CHECK(complaint.names("MAX_CONNECTIONS"));
    CHECK(user->getPortProperties("target") == nullptr);
}

TEST_CASE("a minimum number of connections makes a uses port required") {
    Embedding embedding;
    const auto user = embedding.join("user");
    const auto properties = user->createTypeMap();
    properties->putString("MIN_CONNECTIONS", "1");

    user->registerUsesPort("needed", kGo, properties);
    user->registerUsesPort("optional", kGo, nullptr);

    const auto ports = embedding.framework.instances()[0].ports;
    CHECK(ports[0].required);
    CHECK_FALSE(ports[1].required);
}

TEST_CASE("services outlive the framework and then refuse to register") {
    std::shared_ptr<gov::cca::Services> services;
    {
        Embedding embedding;
        services = embedding.joinUser("user");
    }

    CHECK(complaintOf([&] {
              services->registerUsesPort("more", kGo, nullptr);
          }).names("framework was destroyed"));
    CHECK(complaintOf([&] { services->getPort("target"); }).reason ==
          CCAExceptionType::PortNotConnected);
    CHECK(services->getComponentID()->getInstanceName() == "user");
}

TEST_SUITE_END();
