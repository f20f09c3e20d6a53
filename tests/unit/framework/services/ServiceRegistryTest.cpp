#include <gov/cca/ComponentClassDescription.hpp>
#include <gov/cca/ports/ComponentRepository.hpp>
#include <gov/cca/ports/ServiceProvider.hpp>
#include <gov/cca/ports/ServiceRegistry.hpp>

#include "embedding.hpp"

TEST_SUITE_BEGIN("framework.services.ServiceRegistry");

using namespace gantry::framework::test;

namespace {

constexpr const char* kType = "test.Numbers";

std::shared_ptr<gov::cca::ports::ServiceRegistry> registryOf(gov::cca::Services& services) {
    services.registerUsesPort("registry", "gov.cca.ports.ServiceRegistry", nullptr);
    auto registry =
        std::dynamic_pointer_cast<gov::cca::ports::ServiceRegistry>(services.getPort("registry"));
    services.releasePort("registry");
    return registry;
}

/// Makes a port "made0", "made1", ... for each user.
class Maker final : public gov::cca::ports::ServiceProvider {
public:
    explicit Maker(std::shared_ptr<gov::cca::Services> services) : services_(std::move(services)) {}

    std::string createService(const std::string& portType) override {
        std::string name = "made" + std::to_string(made);
        services_->addProvidesPort(std::make_shared<NumberPort>(made++), name,
                                   type.empty() ? portType : type, nullptr);
        return name;
    }
    void destroyService(const std::string& portName) override {
        services_->removeProvidesPort(portName);
        ++destroyed;
    }

    /// Of the ports it makes; empty: what is asked for.
    std::string type{};
    int made = 0;
    int destroyed = 0;

private:
    std::shared_ptr<gov::cca::Services> services_;
};

}  // namespace

TEST_CASE("the framework's services are connected at once and not shown") {
    Embedding embedding({"good_counter"});
    const auto user = embedding.join("user");

    user->registerUsesPort("classes", "gov.cca.ports.ComponentRepository", nullptr);
    const auto repository =
        std::dynamic_pointer_cast<gov::cca::ports::ComponentRepository>(user->getPort("classes"));

    REQUIRE(repository);
    const auto classes = repository->getAvailableComponentClasses();
    REQUIRE(classes.size() == 1);
    CHECK(classes[0]->getComponentClassName() == "fixtures.Counter");
    CHECK(embedding.framework.connections().empty());
    CHECK(embedding.framework.instances()[0].ports.empty());
    user->releasePort("classes");
    user->unregisterUsesPort("classes");
}

TEST_CASE(
    "a made port is ended where it is of the wrong type, and where its provider withdraws it") {
    Embedding embedding;
    const auto provider = embedding.join("provider");
    const auto maker = std::make_shared<Maker>(provider);
    const auto registry = registryOf(*provider);
    registry->addService(kGo, maker);
    maker->type = "test.Other";
    const Complaint wrong = complaintOf([&] { embedding.joinUser("wrong"); });
    maker->type = kGo;
    embedding.joinUser("user");

    provider->removeProvidesPort("made1");

    CHECK(wrong.names("test.Other"));
    CHECK(maker->made == 2);
    CHECK(maker->destroyed == 2);
    CHECK(embedding.framework.instances()[0].ports.empty());
}

TEST_CASE("a service port takes no connection") {
    Embedding embedding;
    embedding.framework.addService(kGo, std::make_shared<NumberPort>(1));
    embedding.joinUser("user");
    embedding.joinProvider("provider", 2);

    const Complaint complaint = complaintOf([&] { embedding.connect("user", "provider"); });

    CHECK(complaint.names("served by the framework"));
}

TEST_CASE("a port of the embedding program is served") {
    Embedding embedding;

    embedding.framework.addService(kGo, std::make_shared<NumberPort>(8));
    const auto user = embedding.joinUser("user");

    CHECK(callGo(user->getPort("target")) == 8);
    CHECK(complaintOf([&] {
              embedding.framework.addService(kGo, std::make_shared<NumberPort>(9));
          }).names("served already"));
    CHECK(complaintOf([&] { embedding.framework.addService("other", nullptr); }).names("null"));
}

TEST_CASE("a singleton service of a component serves everybody until it is removed") {
    Embedding embedding;
    const auto registry = registryOf(*embedding.join("server"));

    CHECK(registry->addSingletonService(kType, std::make_shared<NumberPort>(5)));
    CHECK_FALSE(registry->addSingletonService(kType, std::make_shared<NumberPort>(6)));
    const auto user = embedding.join("user");
    user->registerUsesPort("number", kType, nullptr);

    CHECK(callGo(user->getPort("number")) == 5);
    registry->removeService(kType);
    user->registerUsesPort("later", kType, nullptr);
    CHECK(user->getPortNonblocking("later") == nullptr);
    CHECK(complaintOf([&] { registry->removeService(kType); }).names("does not serve it"));
}

TEST_CASE("a service provider makes a port for each user and is notified when it is not needed") {
    Embedding embedding;
    const auto server = embedding.join("server");
    const auto maker = std::make_shared<Maker>(server);
    registryOf(*server)->addService(kType, maker);
    const auto a = embedding.join("a");
    const auto b = embedding.join("b");

    a->registerUsesPort("number", kType, nullptr);
    b->registerUsesPort("number", kType, nullptr);

    CHECK(callGo(a->getPort("number")) == 0);
    CHECK(callGo(b->getPort("number")) == 1);
    CHECK(embedding.framework.connections().empty());
    a->releasePort("number");
    a->unregisterUsesPort("number");
    CHECK(maker->destroyed == 1);
    b->releasePort("number");
    embedding.framework.destroyInstance("b");
    CHECK(maker->destroyed == 2);
}

TEST_CASE("services end with the component that serves") {
    Embedding embedding;
    registryOf(*embedding.join("server"))
        ->addSingletonService(kType, std::make_shared<NumberPort>(5));
    const auto user = embedding.join("user");
    user->registerUsesPort("number", kType, nullptr);
    user->getPort("number");

    CHECK(complaintOf([&] { embedding.framework.destroyInstance("server"); }).names("user.number"));
    user->releasePort("number");
    embedding.framework.destroyInstance("server");

    CHECK(user->getPortNonblocking("number") == nullptr);
}

TEST_CASE("a provider that fails leaves no uses port behind") {
    Embedding embedding;
    const auto server = embedding.join("server");
    registryOf(*server)->addService(kType, std::make_shared<Maker>(server));
    server->addProvidesPort(std::make_shared<NumberPort>(1), "made0", kGo, nullptr);
    const auto user = embedding.join("user");

    const Complaint complaint =
        complaintOf([&] { user->registerUsesPort("number", kType, nullptr); });

    CHECK(complaint.reason == gov::cca::CCAExceptionType::PortAlreadyDefined);
    CHECK(user->getPortProperties("number") == nullptr);
}

TEST_SUITE_END();
