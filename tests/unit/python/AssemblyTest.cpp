#include <framework/Framework.hpp>
#include <gantry/ports.hpp>
#include <gov/cca/ports/GoPort.hpp>

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "PythonFixture.hpp"

using everything::test::PythonFixture;
using gov::cca::ports::GoPort;

namespace {

struct Fixture : PythonFixture {
    gantry::framework::Framework framework{folders()};

    static std::vector<std::filesystem::path> folders() {
        std::vector<std::filesystem::path> all{GANTRY_COMPONENT_DIRECTORY};
        for (const char* name :
             {"Good", "FailsInInit", "FailsInSetServices", "FailsInGo", "FailsInRelease",
              "SyntaxIsWrong", "ModuleIsMissing", "ClassIsMissing", "DoesNotDerive"}) {
            all.push_back(std::filesystem::path(GANTRY_FIXTURE_DIRECTORY) /
                          (std::string("python_") + name));
        }
        return all;
    }
    int go(const std::string& instance) const {
        return gantry::castPort<GoPort>(framework.providedPort(instance, "go"), "go")->go();
    }
};

}  // namespace

TEST_SUITE("python.Assembly") {
    TEST_CASE_FIXTURE(Fixture, "a component that fails while it is made leaves nothing behind") {
        framework.createInstance("fixtures.Good", "good");
        const auto palette = framework.palette();
        for (const char* name : {"FailsInInit", "FailsInSetServices", "SyntaxIsWrong",
                                 "ModuleIsMissing", "ClassIsMissing", "DoesNotDerive"}) {
            CAPTURE(name);
            for (int attempt = 0; attempt < 2; ++attempt) {
                CHECK_THROWS_AS(framework.createInstance(std::string("fixtures.") + name, "broken"),
                                gov::cca::CCAException);
                CHECK(framework.instances().size() == 1);
                CHECK(framework.connections().empty());
                CHECK(framework.palette() == palette);
            }
        }
        CHECK(go("good") == 0);
        CHECK(framework.createInstance("fixtures.Good", "broken") == "broken");
    }

    TEST_CASE_FIXTURE(Fixture, "a call that fails has its traceback, and may be made again") {
        framework.createInstance("fixtures.FailsInGo", "broken");
        for (int attempt = 0; attempt < 2; ++attempt) {
            try {
                go("broken");
                FAIL("nothing was thrown");
            } catch (gov::cca::CCAException& error) {
                CHECK(error.getTrace().find("Traceback (most recent call last)") == 0);
                CHECK(error.getTrace().find("return a // b") != std::string::npos);
            }
        }
        CHECK_NOTHROW(framework.destroyInstance("broken"));
    }

    TEST_CASE_FIXTURE(Fixture, "a component that fails at its release is gone all the same") {
        framework.createInstance("fixtures.FailsInRelease", "broken");

        CHECK_THROWS_WITH_AS(framework.destroyInstance("broken"),
                             doctest::Contains("OSError: the door is locked"),
                             gov::cca::CCAException);
        CHECK(framework.instances().empty());
    }

    TEST_CASE_FIXTURE(Fixture, "objects of components that are gone are gone, too") {
        const std::string count =
            "[o for o in gc.get_objects() if type(o).__name__ in ('Good', 'FailsInSetServices')]";
        run("import gc");
        for (int i = 0; i < 100; ++i) {
            framework.createInstance("fixtures.Good", "good");
            CHECK(go("good") == 0);
            framework.destroyInstance("good");
            CHECK_THROWS(framework.createInstance("fixtures.FailsInSetServices", "broken"));
        }
        run("gc.collect()");

        CHECK(holds("len(" + count + ") == 0"));
    }

    TEST_CASE_FIXTURE(Fixture, "a port of Python may be used after its component was destroyed") {
        framework.createInstance("fixtures.Good", "good");
        const auto port = gantry::castPort<GoPort>(framework.providedPort("good", "go"), "go");
        framework.destroyInstance("good");

        CHECK(framework.instances().empty());
        CHECK(port->go() == 0);
    }

    TEST_CASE_FIXTURE(Fixture,
                      "a Python object of a port that is connected has the port's methods") {
        framework.createInstance("functions.PiFunction", "pi");
        {
            const gantry::python::Gil gil;
            gantry::python::bindings::bindFile_numeric();
        }
        set<std::shared_ptr<gov::cca::Port>>("port", framework.providedPort("pi", "function"));

        CHECK(holds("port.evaluate(0.0) == 4.0 and port.getBounds() == (0.0, 1.0)"));
        CHECK(holds("type(port).__module__ in ('sidl', 'numeric')"));
        CHECK(error("port.evaluate('x')").find("numeric.FunctionPort.evaluate()") !=
              std::string::npos);
        run("del port");
    }
}
