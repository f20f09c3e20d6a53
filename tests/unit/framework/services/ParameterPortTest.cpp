#include <gov/cca/TypeMismatchException.hpp>
#include <gov/cca/ports/ParameterGetListener.hpp>
#include <gov/cca/ports/ParameterPort.hpp>
#include <gov/cca/ports/ParameterPortFactory.hpp>
#include <gov/cca/ports/ParameterSetListener.hpp>

#include <atomic>
#include <limits>
#include <stdexcept>
#include <thread>

#include "embedding.hpp"

TEST_SUITE_BEGIN("framework.services.ParameterPort");

using namespace gantry::framework::test;
using gov::cca::CCAExceptionType;

namespace {

class SetListener final : public gov::cca::ports::ParameterSetListener {
public:
    explicit SetListener(std::function<void(const std::string&)> action)
        : action_(std::move(action)) {}
    void updatedParameterValue(const std::string& portName, const std::string& fieldName) override {
        action_(portName + '.' + fieldName);
    }

private:
    std::function<void(const std::string&)> action_;
};

class GetListener final : public gov::cca::ports::ParameterGetListener {
public:
    bool updateParameterPort(const std::string&) override {
        ++calls;
        return false;
    }

    int calls = 0;
};

/// A component with parameters of several kinds, and its port as others see it.
class Configured final {
public:
    Configured() : services(embedding.join("component")) {
        services->registerUsesPort("factory", "gov.cca.ports.ParameterPortFactory", nullptr);
        factory = std::dynamic_pointer_cast<gov::cca::ports::ParameterPortFactory>(
            services->getPort("factory"));
        factory->initParameterData(values, "configuration");
        factory->setBatchTitle(values, "Title");
        factory->setGroupNameAndTitle(values, "numbers", "All numbers");
        factory->addRequestInt(values, "count", "how many", "Count", 10, 1, 100);
        factory->addRequestDouble(values, "accuracy", "absolute", "Accuracy", 0.5, 0.0, 1.0);
        factory->addRequestLong(values, "free", "any", "Free", 3,
                                std::numeric_limits<std::int64_t>::lowest(),
                                std::numeric_limits<std::int64_t>::max());
        factory->setGroupName(values, "words");
        factory->addRequestString(values, "colour", "of the thing", "Colour", "blue");
        factory->addRequestStringChoice(values, "colour", "blue");
        factory->addRequestStringChoice(values, "colour", "red");
        factory->addRequestBoolean(values, "verbose", "say more", "Verbose", false);
    }
    ~Configured() { services->releasePort("factory"); }
    Configured(const Configured&) = delete;
    Configured& operator=(const Configured&) = delete;

    std::shared_ptr<gov::cca::ports::ParameterPort> port() {
        factory->addParameterPort(values, services);
        return std::dynamic_pointer_cast<gov::cca::ports::ParameterPort>(
            embedding.framework.providedPort("component", "configuration"));
    }
    [[nodiscard]] std::shared_ptr<gov::cca::TypeMap> map() const {
        return services->createTypeMap();
    }

    Embedding embedding;
    std::shared_ptr<gov::cca::Services> services;
    std::shared_ptr<gov::cca::ports::ParameterPortFactory> factory;
    std::shared_ptr<gov::cca::TypeMap> values;
};

}  // namespace

TEST_CASE("the port shows titles, groups, help, defaults, bounds and choices") {
    Configured component;
    const auto port = component.port();
    int low = 0;
    int high = 0;

    port->readBoundsInt("count", low, high);

    CHECK(port->readTitle() == "Title");
    CHECK(port->readGroupNames().toVector() == std::vector<std::string>{"numbers", "words"});
    CHECK(port->readGroupTitle("numbers") == "All numbers");
    CHECK(port->readGroupTitle("words") == "words");
    CHECK(port->readGroupKeys("words").toVector() == std::vector<std::string>{"colour", "verbose"});
    CHECK(port->readHelp("count") == "how many");
    CHECK(port->readPrompt("count") == "Count");
    CHECK(port->readDefaultInt("count") == 10);
    CHECK(port->readDefaultString("colour") == "blue");
    CHECK_FALSE(port->readDefaultBoolean("verbose"));
    CHECK(low == 1);
    CHECK(high == 100);
    CHECK(port->hasBounds("accuracy"));
    CHECK_FALSE(port->hasBounds("free"));
    CHECK(port->hasChoices("colour"));
    CHECK_FALSE(port->hasChoices("count"));
    CHECK(port->readChoicesString("colour").toVector() == std::vector<std::string>{"blue", "red"});
    CHECK(port->readConfigurationKeys().size() == 5);
}

TEST_CASE("the port is of type gov.cca.ports.ParameterPort and does not exist after its removal") {
    Configured component;
    component.port();

    const auto ports = component.embedding.framework.instances()[0].ports;
    component.factory->removeParameterPort(component.values, component.services);

    REQUIRE(ports.size() == 1);
    CHECK(ports[0].type == "gov.cca.ports.ParameterPort");
    CHECK(component.embedding.framework.instances()[0].ports.empty());
}

TEST_CASE("values live in the component's map and are set through the port") {
    Configured component;
    const auto port = component.port();
    const auto change = component.map();
    change->putInt("count", 20);
    change->putString("colour", "red");

    port->writeConfigurationMap(change);
    component.values->putBool("verbose", true);

    CHECK(component.values->getInt("count", 0) == 20);
    CHECK(component.values->getString("colour", "") == "red");
    CHECK(port->readConfigurationMap()->getBool("verbose", false));
}

TEST_CASE("a change is made as a whole or not at all") {
    Configured component;
    const auto port = component.port();
    const auto outside = component.map();
    outside->putInt("count", 20);
    outside->putDouble("accuracy", 1.5);
    const auto unknown = component.map();
    unknown->putInt("count", 20);
    unknown->putInt("cuont", 20);
    const auto type = component.map();
    type->putInt("accuracy", 1);
    const auto choice = component.map();
    choice->putString("colour", "green");
    const auto number = component.map();
    number->putDouble("accuracy", std::numeric_limits<double>::quiet_NaN());

    const Complaint bounds = complaintOf([&] { port->writeConfigurationMap(outside); });

    CHECK(bounds.names("'accuracy'"));
    CHECK(bounds.names("[0, 1]"));
    CHECK(
        complaintOf([&] { port->writeConfigurationMap(unknown); }).names("did you mean 'count'?"));
    CHECK_THROWS_AS(port->writeConfigurationMap(type), gov::cca::TypeMismatchException);
    CHECK(complaintOf([&] { port->writeConfigurationMap(choice); }).names("there are: blue, red"));
    CHECK(complaintOf([&] { port->writeConfigurationMap(number); }).names("outside"));
    CHECK(complaintOf([&] { port->writeConfigurationMap(nullptr); }).names("null"));
    CHECK(component.values->getInt("count", 0) == 10);
}

TEST_CASE("listeners are notified of each key that was set, and of each reading") {
    Configured component;
    std::string told;
    const auto reader = std::make_shared<GetListener>();
    component.factory->registerUpdatedListener(
        component.values,
        std::make_shared<SetListener>([&](const std::string& key) { told += key + ' '; }));
    component.factory->registerUpdater(component.values, reader);
    const auto port = component.port();
    const auto change = component.map();
    change->putInt("count", 20);
    change->putBool("verbose", true);

    port->writeConfigurationMap(change);
    port->readConfigurationMap();

    CHECK(told == "configuration.count configuration.verbose ");
    CHECK(reader->calls == 1);
}

TEST_CASE("a listener that throws refuses the change, and the old values stay") {
    Configured component;
    component.factory->registerUpdatedListener(
        component.values, std::make_shared<SetListener>([&](const std::string&) {
            if (component.values->getInt("count", 0) == 13) {
                throw std::runtime_error("thirteen brings bad luck");
            }
        }));
    const auto port = component.port();
    const auto change = component.map();
    change->putInt("count", 13);
    change->putBool("verbose", true);

    const Complaint complaint = complaintOf([&] { port->writeConfigurationMap(change); });

    CHECK(complaint.names("thirteen brings bad luck"));
    CHECK(component.values->getInt("count", 0) == 10);
    CHECK_FALSE(component.values->getBool("verbose", true));
}

TEST_CASE("changes of several threads happen one after the other") {
    Configured component;
    std::atomic<int> inside = 0;
    std::atomic<bool> overlapped = false;
    component.factory->registerUpdatedListener(
        component.values, std::make_shared<SetListener>([&](const std::string&) {
            if (++inside > 1) {
                overlapped = true;
            }
            std::this_thread::yield();
            --inside;
        }));
    const auto port = component.port();
    const auto writeOften = [&](int count) {
        const auto change = component.map();
        change->putInt("count", count);
        for (int i = 0; i < 500; ++i) {
            port->writeConfigurationMap(change);
        }
    };

    std::thread other([&] { writeOften(20); });
    writeOften(30);
    other.join();

    CHECK_FALSE(overlapped);
}

TEST_CASE("bad requests are refused") {
    Configured component;
    auto& factory = *component.factory;
    auto& values = component.values;

    CHECK(complaintOf([&] {
              factory.addRequestInt(values, "count", "", "", 1, 0, 2);
          }).names("twice"));
    CHECK(complaintOf([&] { factory.addRequestInt(values, "", "", "", 1, 0, 2); }).names("empty"));
    CHECK(complaintOf([&] {
              factory.addRequestInt(values, "a", "", "", 5, 0, 2);
          }).names("outside its bounds"));
    CHECK(complaintOf([&] {
              factory.addRequestInt(values, "b", "", "", 5, 9, 2);
          }).names("above the high bound"));
    CHECK(complaintOf([&] {
              factory.addRequestStringChoice(values, "count", "many");
          }).names("is of type string"));
    CHECK(complaintOf([&] {
              factory.addRequestStringChoice(values, "none", "many");
          }).names("has no parameter"));
    CHECK(complaintOf([&] {
              factory.addRequestInt(component.map(), "c", "", "", 1, 0, 2);
          }).names("initParameterData"));
    factory.addRequestString(values, "size", "", "", "huge");
    factory.addRequestStringChoice(values, "size", "small");
    CHECK(
        complaintOf([&] { factory.addParameterPort(values, component.services); }).names("'huge'"));
    CHECK(complaintOf([&] { factory.addParameterPort(values, nullptr); }).reason !=
          CCAExceptionType::PortNotDefined);
}

TEST_CASE("reading what a parameter does not have is refused") {
    Configured component;
    const auto port = component.port();
    std::int64_t low = 0;
    std::int64_t high = 0;

    CHECK_THROWS_AS(port->readDefaultDouble("count"), gov::cca::TypeMismatchException);
    CHECK_THROWS_AS(port->readChoicesInt("colour"), gov::cca::TypeMismatchException);
    CHECK(complaintOf([&] { port->readBoundsLong("free", low, high); }).names("no bounds"));
    CHECK(complaintOf([&] { port->readHelp("coun"); }).names("did you mean 'count'?"));
    CHECK(complaintOf([&] { port->readGroupKeys("number"); }).names("did you mean 'numbers'?"));
}

TEST_CASE("clearing requests removes their values") {
    Configured component;

    component.factory->clearRequests(component.values);

    CHECK(component.values->getAllKeys(gov::cca::Type::NoType).empty());
    CHECK(component.port()->readConfigurationKeys().empty());
}

TEST_SUITE_END();
