#include <framework/Framework.hpp>
#include <gantry/ports.hpp>
#include <gov/cca/AbstractFramework.hpp>
#include <gov/cca/Services.hpp>
#include <gov/cca/TypeMap.hpp>
#include <gov/cca/ports/GoPort.hpp>
#include <gov/cca/ports/ParameterPortFactory.hpp>

#include <doctest/doctest.h>

#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "unit/framework/ScriptedBackend.hpp"

using namespace gantry::framework;
using namespace gantry::framework::test;

namespace {

// A component with a gov.cca.ports.ParameterPort of two settings, which extends what the readers
// use: gov.cca.ports.BasicParameterPort.
struct Reading {
    Embedding embedding;
    Framework& framework = embedding.framework;
    ScriptedBackend backend{embedding};
    std::shared_ptr<gov::cca::Services> provider = embedding.join("provider");

    Reading() {
        framework.setComponentPath({GANTRY_LANGUAGE_FIXTURES});
        provider->registerUsesPort("factory", "gov.cca.ports.ParameterPortFactory", nullptr);
        const gantry::UsedPort<gov::cca::ports::ParameterPortFactory> factory(provider, "factory");
        std::shared_ptr<gov::cca::TypeMap> values;
        factory->initParameterData(values, "configuration");
        factory->addRequestInt(values, "count", "how many", "Count", 10, 1, 100);
        factory->addRequestString(values, "colour", "of the thing", "Colour", "blue");
        factory->addParameterPort(values, provider);
    }
    int read(const std::string& language, Guard guard) {
        framework.createInstance("languages." + language + ".SettingsReader", "reader");
        framework.connect({"reader", "settings", "provider", "configuration"}, guard);
        return callGo(framework.providedPort("reader", "go"));
    }
};

std::vector<std::string> readerLanguages() {
    std::istringstream stream(GANTRY_READER_LANGUAGES);
    std::vector<std::string> all;
    for (std::string language; stream >> language;) {
        all.push_back(language);
    }
    return all;
}

}  // namespace

TEST_SUITE("languages.Subtype") {
    TEST_CASE(
        "a user in every language works with a provider of a type that extends the one it uses") {
        for (const std::string& language : readerLanguages()) {
            CAPTURE(language);
            CHECK(Reading().read(language, Guard::AsDeclared) == 2);
            CHECK(Reading().read(language, Guard::Guarded) == 2);
        }
    }

    TEST_CASE("calls to a provider of a subtype are monitored by the methods of the user's type") {
        for (const std::string& language : readerLanguages()) {
            CAPTURE(language);
            Reading reading;
            reading.read(language, Guard::AsDeclared);

            reading.framework.monitor({"reader", "settings", "", {}});
            (void)reading.backend.log->take();

            CHECK(callGo(reading.framework.providedPort("reader", "go")) == 2);
            CHECK(reading.backend.log->take() == std::vector<std::string>{"start", "stop"});
            CHECK(reading.backend.measurement->timers.back() ==
                  "gov.cca.ports.BasicParameterPort::readConfigurationKeys()|"
                  "reader.settings -> provider.configuration|reader");
        }
    }

    TEST_CASE("a timer that throws does not reach the component in C, which is not measured then") {
        Reading reading;
        reading.read("c", Guard::AsDeclared);
        reading.framework.connect({"reader", "MeasurementPort", "backend", "measurement"});
        const auto go = reading.framework.providedPort("reader", "go");
        (void)reading.backend.log->take();

        CHECK(callGo(go) == 2);
        CHECK(reading.backend.log->take() == std::vector<std::string>{"start", "stop"});

        reading.backend.log->isBroken = true;
        CHECK(callGo(go) == 2);
        CHECK(reading.backend.log->take() == std::vector<std::string>{"start"});
    }
}
