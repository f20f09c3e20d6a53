#include "Harness.hpp"

#include <gov/cca/AbstractFramework.hpp>
#include <performance/Query.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "LibraryUnderTest.hpp"

namespace contract {

gantry::framework::ClassInfo classUnderTest(const gantry::framework::Framework& framework) {
    for (const gantry::framework::ClassInfo& known : framework.availableClasses()) {
        if (std::filesystem::equivalent(known.library, libraryUnderTest())) {
            return known;
        }
    }
    throw std::runtime_error(libraryUnderTest().string() + " is not a component");
}

std::vector<std::filesystem::path> pathUnderTest() {
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe");
    return {libraryUnderTest().parent_path(),
            program.parent_path().parent_path().parent_path() / "lib" / "gantry"};
}

double TestFunction::getExactIntegral(double, double) {
    return std::numeric_limits<double>::quiet_NaN();
}

Harness::Harness()
    : framework(pathUnderTest()),
      description_(classUnderTest(framework)),
      embedding_(framework.abstractFramework()) {
    framework.createInstance(description_.name, "subject");
    services_ = embedding_->getServices("harness", "tests.Harness", nullptr);
    services_->addProvidesPort(function, "function", "numeric.FunctionPort", nullptr);
    services_->addProvidesPort(std::make_shared<TestRandom>(), "random",
                               "numeric.RandomGeneratorPort", nullptr);
    connectSubject();
    if (!backendBehind().empty() && !connectCandidate(backendBehind()) &&
        !connectBackend(backendBehind())) {
        throw std::runtime_error("the component uses no port that " + backendBehind() +
                                 " could stand behind");
    }
}

Harness::~Harness() {
    try {
        embedding_->releaseServices(services_);
    } catch (const std::exception& error) {
        FAIL_CHECK("the harness could not be released: ", error.what());
    }
}

std::shared_ptr<performance::Query> Harness::measure() {
    const auto measurement = connectBackend("performance.Native");
    return measurement ? measurement->createQuery() : nullptr;
}

std::shared_ptr<performance::Measurement> Harness::connectBackend(const std::string& className) {
    for (const gantry::framework::InstanceInfo& instance : framework.instances()) {
        for (const gantry::framework::PortInfo& port : instance.ports) {
            if (instance.name == "subject" && !port.provided &&
                port.type == "performance.Measurement") {
                framework.createInstance(className, "backend");
                framework.connect({"subject", port.name, "backend", "MeasurementPort"});
                return gantry::castPort<performance::Measurement>(
                    framework.providedPort("backend", "MeasurementPort"), "MeasurementPort");
            }
        }
    }
    return nullptr;
}

bool Harness::connectCandidate(const std::string& className) {
    constexpr const char* kIncumbent = "incumbent";
    const auto portsOf = [&](const std::string& name) {
        for (const gantry::framework::InstanceInfo& instance : framework.instances()) {
            if (instance.name == name) {
                return instance.ports;
            }
        }
        return std::vector<gantry::framework::PortInfo>{};
    };
    const std::vector<gantry::framework::PortInfo> gate = portsOf("subject");
    const auto incumbent = std::find_if(gate.begin(), gate.end(), [&](const auto& port) {
        return !port.provided && port.name == kIncumbent;
    });
    if (incumbent == gate.end()) {
        return false;
    }
    framework.createInstance(className, "candidate");
    for (const gantry::framework::PortInfo& port : portsOf("candidate")) {
        if (port.provided && port.type == incumbent->type) {
            framework.connect({"subject", kIncumbent, "candidate", port.name});
        }
        for (const gantry::framework::PortInfo& own : gate) {
            if (!port.provided && own.provided && own.type == port.type) {
                framework.connect({"candidate", port.name, "subject", own.name});
            }
        }
    }
    return true;
}

std::string Harness::portName(const std::string& type) const {
    for (const gantry::framework::InstanceInfo& instance : framework.instances()) {
        for (const gantry::framework::PortInfo& port : instance.ports) {
            if (instance.name == "subject" && port.provided && port.type == type) {
                return port.name;
            }
        }
    }
    throw std::runtime_error("the component does not provide " + type);
}

gantry::framework::ConnectionInfo Harness::connection(const std::string& type) const {
    for (const gantry::framework::InstanceInfo& instance : framework.instances()) {
        for (const gantry::framework::PortInfo& port : instance.ports) {
            if (instance.name == "subject" && !port.provided && port.type == type) {
                return {"subject", port.name, "harness",
                        type == "numeric.FunctionPort" ? "function" : "random"};
            }
        }
    }
    throw std::runtime_error("the component does not use " + type);
}

void Harness::connectSubject() {
    for (const gantry::framework::InstanceInfo& instance : framework.instances()) {
        for (const gantry::framework::PortInfo& port : instance.ports) {
            const bool served =
                port.type == "numeric.FunctionPort" || port.type == "numeric.RandomGeneratorPort";
            if (instance.name == "subject" && !port.provided && served) {
                connect(port.type);
            }
        }
    }
}

int callsOf(performance::Query& query, const std::string& timer) {
    sidl::array<double, 2> exclusive;
    sidl::array<double, 2> inclusive;
    sidl::array<std::int32_t> calls;
    sidl::array<std::int32_t> childCalls;
    sidl::array<std::string> counters;
    std::int32_t numCounters = 0;
    query.getTimerData({timer}, exclusive, inclusive, calls, childCalls, counters, numCounters);
    return calls.length() == 1 ? calls[0] : -1;
}

}  // namespace contract
