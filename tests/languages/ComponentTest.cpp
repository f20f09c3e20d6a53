#include <framework/Framework.hpp>
#include <gantry/ports.hpp>
#include <gov/cca/CCAException.hpp>
#include <gov/cca/ports/GoPort.hpp>

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace {

// The text of what goes wrong when the component is made.
std::string failure(const char* way) {
    setenv("GANTRY_TEST_WAY", way, 1);
    gantry::framework::Framework framework({GANTRY_LANGUAGE_FIXTURES});
    try {
        framework.createInstance("languages.Refusing", "refusing");
    } catch (const gov::cca::CCAException& error) {
        return error.getNote();
    }
    return "nothing went wrong";
}

}  // namespace

TEST_SUITE("languages.Component") {
    TEST_CASE(
        "what a component in C raises while it is created is reported, and it does not exist") {
        CHECK(failure("raise").find("no wish to live") != std::string::npos);
    }

    TEST_CASE("a provides port that the build does not name is refused by its name") {
        CHECK(failure("unknown port").find("has no provides port 'come'") != std::string::npos);
    }

    TEST_CASE("no object, an object that is not a port, and a port of another type are refused") {
        CHECK(failure("nothing").find("gave no object for its port 'go'") != std::string::npos);
        CHECK(failure("no port").find("gave an object that is not a gov.cca.Port") !=
              std::string::npos);
        CHECK(failure("other port") != "nothing went wrong");
    }

    TEST_CASE("a port that is not connected is an error of the call, and an exception for C++") {
        unsetenv("GANTRY_TEST_WAY");
        gantry::framework::Framework framework({GANTRY_LANGUAGE_FIXTURES});
        framework.createInstance("languages.Refusing", "refusing");
        const auto go = gantry::castPort<gov::cca::ports::GoPort>(
            framework.providedPort("refusing", "go"), "go");

        CHECK_THROWS_AS(go->go(), gov::cca::CCAException);
        CHECK_THROWS_AS(go->go(), gov::cca::CCAException);
    }

    TEST_CASE("the object of a port outlives its component's instance as long as it is held") {
        unsetenv("GANTRY_TEST_WAY");
        auto framework = std::make_unique<gantry::framework::Framework>(
            std::vector<std::filesystem::path>{GANTRY_LANGUAGE_FIXTURES});
        framework->createInstance("languages.Refusing", "refusing");
        std::shared_ptr<gov::cca::Port> port = framework->providedPort("refusing", "go");

        framework.reset();

        CHECK(port.use_count() >= 1);
        port.reset();
    }
}
