#include <framework/Framework.hpp>
#include <gantry/plugin.hpp>
#include <gantry/ports.hpp>
#include <gov/cca/Port.hpp>
#include <performance/Measurement.hpp>
#include <performance/Query.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cctype>
#include <dlfcn.h>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "Harness.hpp"
#include "LibraryUnderTest.hpp"

using gantry::framework::ClassInfo;
using gantry::framework::Framework;
using gantry::framework::InstanceInfo;
using gantry::framework::ParameterInfo;
using gantry::framework::PortInfo;

namespace {

struct Fixture {
    std::unique_ptr<Framework> framework = std::make_unique<Framework>(contract::pathUnderTest());
    ClassInfo described = contract::classUnderTest(*framework);

    [[nodiscard]] std::vector<PortInfo> describedPorts(bool provided) const {
        std::vector<PortInfo> ports;
        std::copy_if(described.ports.begin(), described.ports.end(), std::back_inserter(ports),
                     [&](const PortInfo& port) { return port.provided == provided; });
        return ports;
    }

    [[nodiscard]] std::vector<PortInfo> portsOf(const std::string& instance) const {
        for (const InstanceInfo& each : framework->instances()) {
            if (each.name == instance) {
                return each.ports;
            }
        }
        return {};
    }

    // Where the component can be measured, the name of its port for it.
    [[nodiscard]] std::optional<std::string> measurementPort() const {
        for (const PortInfo& port : describedPorts(false)) {
            if (port.type == "performance.Measurement") {
                return port.name;
            }
        }
        return std::nullopt;
    }

    // The timers of the assembly after an instance was made, measured and destroyed.
    std::set<std::string> timersAfterOneLife(const std::string& port,
                                             performance::Query& query) const {
        framework->createInstance(described.name, "subject");
        framework->connect({"subject", port, "native", "MeasurementPort"});
        framework->disconnect({"subject", port, "native", "MeasurementPort"});
        framework->connect({"subject", port, "native", "MeasurementPort"});
        framework->destroyInstance("subject");
        const sidl::array<std::string> names = query.getTimerNames();
        std::set<std::string> timers;
        for (int i = 0; i < names.length(); ++i) {
            timers.insert(names[i]);
        }
        return timers;
    }
};

bool isWholeName(std::string_view name) {
    const auto isPart = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
    };
    return name.find('.') != std::string_view::npos && name.front() != '.' && name.back() != '.' &&
           name.find("..") == std::string_view::npos &&
           std::all_of(name.begin(), name.end(), isPart);
}

// What the framework itself serves is not listed among an instance's ports.
bool isService(const PortInfo& port) {
    return !port.provided &&
           (port.type.starts_with("gov.cca.ports.") || port.type.starts_with("wiring."));
}

bool has(const std::vector<PortInfo>& ports, const PortInfo& wanted) {
    return std::any_of(ports.begin(), ports.end(), [&](const PortInfo& port) {
        return port.name == wanted.name && port.type == wanted.type &&
               port.provided == wanted.provided;
    });
}

std::string textOf(const char* text) {
    return text == nullptr ? "" : text;
}

void checkSame(const PortInfo& read, const gantry::PortDescription& told, bool provided) {
    CAPTURE(read.name);
    CHECK(read.name == told.name);
    CHECK(read.type == told.type);
    CHECK(read.provided == provided);
    if (!provided) {
        CHECK(read.required == told.required);
        CHECK(read.monitorable == (told.makeProxy != nullptr));
        CHECK(read.guarded == (told.connections == gantry::Connections::Guarded));
    }
}

void checkSame(const ParameterInfo& read, const gantry::ParameterDescription& told) {
    CAPTURE(read.key);
    CHECK(read.port == told.port);
    CHECK(read.key == told.key);
    CHECK(read.type == told.type);
    CHECK(read.defaultValue == told.defaultValue);
    CHECK(read.help == textOf(told.help));
    CHECK(read.low == textOf(told.low));
    CHECK(read.high == textOf(told.high));
    std::string choices;
    for (const std::string& choice : read.choices) {
        choices += (choices.empty() ? "" : "|") + choice;
    }
    CHECK(choices == textOf(told.choices));
}

}  // namespace

TEST_SUITE("contract.gov.cca.Component") {
    TEST_CASE_FIXTURE(Fixture, "what a component says of itself stands in its file as well") {
        const std::unique_ptr<void, int (*)(void*)> library(
            dlopen(contract::libraryUnderTest().c_str(), RTLD_LAZY), &dlclose);
        REQUIRE(library);
        const auto describe =
            reinterpret_cast<gantry::plugin::Describe>(dlsym(library.get(), "cca_describe"));
        REQUIRE((describe != nullptr));
        const gantry::ComponentDescription& told = *describe();

        CHECK(described.name == told.className);
        CHECK(described.version == told.version);
        CHECK(described.summary == told.summary);
        REQUIRE(described.ports.size() == told.numProvides + told.numUses);
        for (std::size_t i = 0; i < told.numProvides; ++i) {
            checkSame(described.ports[i], told.provides[i], true);
        }
        for (std::size_t i = 0; i < told.numUses; ++i) {
            checkSame(described.ports[told.numProvides + i], told.uses[i], false);
        }
        REQUIRE(described.parameters.size() == told.numParameters);
        for (std::size_t i = 0; i < told.numParameters; ++i) {
            checkSame(described.parameters[i], told.parameters[i]);
        }
    }

    TEST_CASE_FIXTURE(Fixture, "a component describes its class, version and purpose") {
        CHECK_FALSE(described.name.empty());
        CHECK_FALSE(described.version.empty());
        CHECK_FALSE(described.summary.empty());
        CHECK(described.summary.find('\n') == std::string::npos);
    }

    TEST_CASE_FIXTURE(Fixture, "a port has a name of its own and a whole type name") {
        std::set<std::string> names;
        for (const PortInfo& port : described.ports) {
            CAPTURE(port.name);
            CHECK_FALSE(port.name.empty());
            CHECK(names.insert(port.name).second);
            CHECK(isWholeName(port.type));
        }
    }

    TEST_CASE_FIXTURE(Fixture, "a parameter belongs to a parameter port that is provided") {
        for (const ParameterInfo& parameter : described.parameters) {
            CAPTURE(parameter.key);
            CHECK(has(describedPorts(true), {parameter.port, "gov.cca.ports.ParameterPort", true}));
            CHECK_FALSE(parameter.help.empty());
        }
    }

    TEST_CASE_FIXTURE(Fixture,
                      "an instance has the ports that were described, and provides no other") {
        framework->createInstance(described.name, "subject");

        const std::vector<PortInfo> ports = portsOf("subject");
        for (const PortInfo& port : described.ports) {
            CAPTURE(port.name);
            CHECK((has(ports, port) || isService(port)));
        }
        for (const PortInfo& port : ports) {
            CAPTURE(port.name);
            CHECK((!port.provided || has(described.ports, port)));
        }
    }

    TEST_CASE_FIXTURE(Fixture, "every provided port is there as soon as the instance is") {
        framework->createInstance(described.name, "subject");

        for (const PortInfo& port : describedPorts(true)) {
            CAPTURE(port.name);
            CHECK(framework->providedPort("subject", port.name));
        }
    }

    TEST_CASE_FIXTURE(Fixture, "two instances share no port") {
        framework->createInstance(described.name, "one");
        framework->createInstance(described.name, "other");

        for (const PortInfo& port : describedPorts(true)) {
            CAPTURE(port.name);
            CHECK(framework->providedPort("one", port.name) !=
                  framework->providedPort("other", port.name));
        }
    }

    TEST_CASE_FIXTURE(Fixture, "an instance can be made and destroyed a hundred times") {
        for (int i = 0; i < 100; ++i) {
            CAPTURE(i);
            framework->createInstance(described.name, "subject");
            REQUIRE(framework->instances().size() == 1);
            framework->destroyInstance("subject");
            REQUIRE(framework->instances().empty());
        }
    }

    TEST_CASE_FIXTURE(Fixture, "each life of an instance has the timers that the first one had") {
        const std::optional<std::string> port = measurementPort();
        if (!port) {
            return;  // It cannot be measured from within, so it has no timers.
        }
        framework->createInstance("performance.Native", "native");
        const auto query =
            gantry::castPort<performance::Measurement>(
                framework->providedPort("native", "MeasurementPort"), "MeasurementPort")
                ->createQuery();
        const std::set<std::string> first = timersAfterOneLife(*port, *query);

        for (int i = 0; i < 10; ++i) {
            CHECK(timersAfterOneLife(*port, *query) == first);
        }
    }

    TEST_CASE_FIXTURE(Fixture, "a port that somebody holds outlives instance and framework") {
        framework->createInstance(described.name, "subject");
        std::vector<std::shared_ptr<gov::cca::Port>> held;
        for (const PortInfo& port : describedPorts(true)) {
            held.push_back(framework->providedPort("subject", port.name));
        }
        framework.reset();

        for (const auto& port : held) {
            // Its type is in the library that must still be there.
            CHECK(dynamic_cast<sidl::BaseInterface*>(port.get()) != nullptr);
        }
    }
}
