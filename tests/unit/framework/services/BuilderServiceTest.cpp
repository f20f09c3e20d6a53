#include <gov/cca/ConnectionID.hpp>
#include <gov/cca/ports/BuilderService.hpp>

#include <thread>

#include "embedding.hpp"

TEST_SUITE_BEGIN("framework.services.BuilderService");

using namespace gantry::framework::test;
using gov::cca::CCAExceptionType;

TEST_CASE("an assembly is built, read and taken apart through the port") {
    Embedding embedding({"good_counter", "caller"});
    const auto builder = embedding.framework.builderService();

    const auto caller = builder->createInstance("caller", "fixtures.Caller", nullptr);
    const auto counter = builder->createInstance("", "fixtures.Counter", nullptr);
    const auto connection = builder->connect(caller, "target", counter, "count");

    CHECK(counter->getInstanceName() == "Counter0");
    CHECK(builder->getComponentIDs().size() == 2);
    CHECK(builder->getProvidedPortNames(caller).toVector() ==
          std::vector<std::string>{"go", "fail"});
    CHECK(builder->getUsedPortNames(caller).toVector() == std::vector<std::string>{"target"});
    CHECK(connection->getUser()->getInstanceName() == "caller");
    CHECK(connection->getUserPortName() == "target");
    CHECK(connection->getProvider()->getInstanceName() == "Counter0");
    CHECK(connection->getProviderPortName() == "count");
    builder->disconnect(connection, 0);
    builder->destroyInstance(counter, 0);
    builder->destroyInstance(caller, 0);
    CHECK(builder->getComponentIDs().empty());
}

TEST_CASE("an id survives serialization and does not name a later instance") {
    Embedding embedding({"good_counter"});
    const auto builder = embedding.framework.builderService();
    const auto first = builder->createInstance("counter", "fixtures.Counter", nullptr);
    const std::string text = first->getSerialization();

    CHECK(builder->getDeserialization(text)->getInstanceName() == "counter");
    builder->destroyInstance(builder->getDeserialization(text), 0);
    builder->createInstance("counter", "fixtures.Counter", nullptr);

    CHECK(complaintOf([&] { builder->destroyInstance(first, 0); }).names("was destroyed"));
    CHECK(complaintOf([&] { builder->getDeserialization(text); }).names("was destroyed"));
    CHECK(complaintOf([&] {
              builder->getDeserialization("counter");
          }).names("not a serialized component id"));
    CHECK(complaintOf([&] { builder->getDeserialization("nobody#1"); }).names("nobody"));
    CHECK(embedding.framework.instances().size() == 1);
}

TEST_CASE("null ids are refused") {
    Embedding embedding;
    const auto builder = embedding.framework.builderService();

    CHECK(complaintOf([&] { builder->destroyInstance(nullptr, 0); }).names("null"));
    CHECK(complaintOf([&] { builder->disconnect(nullptr, 0); }).names("null"));
    CHECK(complaintOf([&] { builder->connect(nullptr, "a", nullptr, "b"); }).names("null"));
}

TEST_CASE("the id of a broken connection does not name a newer one") {
    Embedding embedding;
    embedding.joinUser("user");
    embedding.joinProvider("provider", 1);
    const auto builder = embedding.framework.builderService();
    const auto user = builder->getComponentID("user");
    const auto provider = builder->getComponentID("provider");
    const auto first = builder->connect(user, "target", provider, "number");

    builder->disconnect(first, 0);
    builder->connect(user, "target", provider, "number");

    CHECK(complaintOf([&] { builder->disconnect(first, 0); }).reason ==
          CCAExceptionType::PortNotConnected);
    CHECK(embedding.framework.connections().size() == 1);
}

TEST_CASE("connections are selected by instance and broken in groups") {
    Embedding embedding;
    embedding.joinUser("a");
    embedding.joinUser("b");
    embedding.joinProvider("p", 1);
    embedding.joinProvider("q", 2);
    embedding.connect("a", "p");
    embedding.connect("b", "q");
    const auto builder = embedding.framework.builderService();
    const auto a = builder->getComponentID("a");
    const auto q = builder->getComponentID("q");

    CHECK(builder->getConnectionIDs({}).size() == 2);
    CHECK(builder->getConnectionIDs({a}).size() == 1);
    builder->disconnectAll(a, q, 0);
    CHECK(embedding.framework.connections().size() == 2);
    builder->disconnectAll(a, nullptr, 0);
    CHECK(embedding.framework.connections().size() == 1);
    builder->disconnectAll(q, builder->getComponentID("b"), 0);
    CHECK(embedding.framework.connections().empty());
}

TEST_CASE("breaking a group breaks all or none") {
    Embedding embedding;
    const auto a = embedding.joinUser("a");
    const auto b = embedding.joinUser("b");
    embedding.joinProvider("p", 1);
    embedding.connect("a", "p");
    embedding.connect("b", "p");
    b->getPort("target");
    const auto builder = embedding.framework.builderService();

    const Complaint complaint =
        complaintOf([&] { builder->disconnectAll(builder->getComponentID("p"), nullptr, 0); });

    CHECK(complaint.reason == CCAExceptionType::UsesPortNotReleased);
    CHECK(callGo(a->getPort("target")) == 1);
    a->releasePort("target");
    b->releasePort("target");
}

TEST_CASE("properties of instances, ports and connections are kept as copies") {
    Embedding embedding({"good_counter", "caller"});
    const auto builder = embedding.framework.builderService();
    const auto properties = embedding.framework.abstractFramework()->createTypeMap();
    properties->putString("colour", "blue");

    const auto counter = builder->createInstance("counter", "fixtures.Counter", properties);
    const auto caller = builder->createInstance("caller", "fixtures.Caller", nullptr);
    const auto connection = builder->connect(caller, "target", counter, "count");
    builder->setComponentProperties(caller, properties);
    builder->setPortProperties(caller, "target", properties);
    builder->setConnectionProperties(connection, properties);
    properties->putString("colour", "red");

    CHECK(builder->getComponentProperties(counter)->getString("colour", "") == "blue");
    CHECK(builder->getComponentProperties(counter)->getString("cca.className", "") ==
          "fixtures.Counter");
    CHECK(builder->getComponentProperties(caller)->getString("colour", "") == "blue");
    CHECK(builder->getPortProperties(caller, "target")->getString("colour", "") == "blue");
    CHECK(builder->getPortProperties(caller, "target")->getString("cca.portType", "") == kGo);
    CHECK(builder->getConnectionProperties(connection)->getString("colour", "") == "blue");
    CHECK(complaintOf([&] {
              builder->getPortProperties(caller, "targt");
          }).names("did you mean 'target'?"));
}

TEST_CASE("the port refuses to work when its framework was destroyed") {
    std::shared_ptr<gov::cca::ports::BuilderService> builder;
    {
        Embedding embedding;
        builder = embedding.framework.builderService();
    }

    CHECK(complaintOf([&] { builder->getComponentIDs(); }).names("framework was destroyed"));
}

TEST_CASE("another thread may build while a component runs") {
    Embedding embedding({"good_counter"});
    const auto user = embedding.joinUser("user");
    embedding.joinProvider("provider", 1);
    embedding.connect("user", "provider");
    const auto port = user->getPort("target");

    std::thread builds([&] {
        embedding.framework.builderService()->createInstance("new", "fixtures.Counter", nullptr);
    });
    builds.join();

    CHECK(callGo(port) == 1);
    user->releasePort("target");
    CHECK(embedding.framework.instances().size() == 3);
}

TEST_CASE("an embedding program is an instance until it releases its services") {
    Embedding embedding;
    const auto framework = embedding.framework.abstractFramework();

    const auto services = framework->getServices("main", "test.Main", nullptr);

    CHECK(embedding.framework.instances()[0].className == "test.Main");
    framework->releaseServices(services);
    CHECK(embedding.framework.instances().empty());
    CHECK(complaintOf([&] { framework->releaseServices(services); }).names("destroyed already"));
    CHECK(complaintOf([&] {
              framework->releaseServices(nullptr);
          }).names("not given by this framework"));
}

TEST_CASE("an empty framework knows the same classes and shares no instance") {
    Embedding embedding({"good_counter"});
    embedding.framework.createInstance("fixtures.Counter", "counter");

    const auto empty = embedding.framework.abstractFramework()->createEmptyFramework();
    const auto services = empty->getServices("main", "test.Main", nullptr);
    services->registerUsesPort("builder", "gov.cca.ports.BuilderService", nullptr);
    const auto builder =
        std::dynamic_pointer_cast<gov::cca::ports::BuilderService>(services->getPort("builder"));

    CHECK(builder->getComponentIDs().size() == 1);
    CHECK(builder->createInstance("counter", "fixtures.Counter", nullptr)->getInstanceName() ==
          "counter");
    services->releasePort("builder");
    empty->shutdownFramework();
    CHECK(embedding.framework.instances().size() == 1);
}

TEST_SUITE_END();
