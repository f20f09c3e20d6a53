#include <framework/Framework.hpp>
#include <gantry/ports.hpp>
#include <gov/cca/TypeMap.hpp>
#include <gov/cca/ports/GoPort.hpp>
#include <gov/cca/ports/ParameterPort.hpp>
#include <tuning/DecisionLog.hpp>
#include <tuning/TrialLog.hpp>

#include <doctest/doctest.h>

#include <string>

namespace {

// The user's port is of a type that the optimizer does not know how to call; the user returns 0 if
// its provider returns -1.
struct AnyPort {
    gantry::framework::Framework framework{{GANTRY_COMPONENT_DIRECTORY,
                                            GANTRY_FIXTURE_DIRECTORY "/paced",
                                            GANTRY_FIXTURE_DIRECTORY "/monitored_caller"}};

    AnyPort() {
        framework.createInstance("performance.Native", "performance");
        framework.setDefaultProvider("performance.Measurement", "performance", "MeasurementPort");
        framework.createInstance("fixtures.Paced", "initial");
        framework.createInstance("fixtures.MonitoredCaller", "user");
        framework.createInstance("optimizer.DecisionLog", "decisionLog");
        framework.createInstance("optimizer.Optimizer", "optimizer");
        framework.connect({"user", "target", "initial", "go"});
        framework.connect({"optimizer", "driver", "user", "go"});
        framework.connect({"optimizer", "decisionLog", "decisionLog", "decisionLog"});
        framework.connectDefaults();
        set("user", "user");
        set("userPort", "target");
        set("unverified", "allow");
        set("candidates",
            "fixtures.Paced turns=2000000 result=-1; fixtures.Paced turns=20000 result=-1");
    }

    template <class Port>
    std::shared_ptr<Port> port(const std::string& instance, const std::string& name) {
        return gantry::castPort<Port>(framework.providedPort(instance, name), name);
    }
    void set(const std::string& key, const std::string& value) {
        const auto sheet = port<gov::cca::ports::ParameterPort>("optimizer", "configuration");
        const auto map = sheet->readConfigurationMap()->cloneEmpty();
        map->putString(key, value);
        sheet->writeConfigurationMap(map);
    }
    int go() { return port<gov::cca::ports::GoPort>("optimizer", "go")->go(); }
    std::shared_ptr<tuning::TrialLog> trials() {
        return port<tuning::TrialLog>("optimizer", "trials");
    }
    [[nodiscard]] std::string provider() const {
        for (const auto& connection : framework.connections()) {
            if (connection.user == "user" && connection.usesPort == "target") {
                return connection.provider;
            }
        }
        return "";
    }
    std::string refusal() {
        try {
            go();
        } catch (const gov::cca::CCAException& error) {
            return error.what();
        }
        return "";
    }
};

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_SUITE("optimizer.AnyPort") {
    TEST_CASE_FIXTURE(AnyPort, "the driver is run with each candidate, and the fastest one wins") {
        CHECK(go() == 0);

        REQUIRE(trials()->getNumTrials() == 2);
        CHECK(trials()->getTrial(0).failure.empty());
        CHECK(trials()->getTrial(0).subject == "user");
        CHECK(trials()->getTrial(0).cost == trials()->getTrial(0).seconds);
        const tuning::Decision overall = trials()->getDecision(1);
        CHECK(overall.candidate == "fixtures.Paced turns=20000 result=-1");
        CHECK(contains(overall.reason, "2 of 2 candidates complete"));
        CHECK(provider() != "initial");
        CHECK(framework.instances().size() == 6);
    }

    TEST_CASE_FIXTURE(AnyPort, "another metric decides") {
        set("metric", "1 / seconds");

        CHECK(go() == 0);

        CHECK(trials()->getDecision(0).candidate == "fixtures.Paced turns=2000000 result=-1");
        CHECK(contains(trials()->getDecision(0).reason, "times cheaper than"));
    }

    TEST_CASE_FIXTURE(AnyPort, "another strategy chooses the trials") {
        set("strategy", "strategies.Fixed");

        CHECK(go() == 0);

        CHECK(trials()->getNumTrials() == 1);
        CHECK(contains(trials()->getDecision(1).reason, "the only one of 2 candidates"));
        set("strategy", "fixtures.Paced");
        CHECK(contains(refusal(), "does not provide tuning.Strategy"));
    }

    TEST_CASE_FIXTURE(AnyPort, "a run that returns another status than 0 is a failed trial") {
        set("candidates",
            "fixtures.Paced turns=20 result=5; fixtures.Paced turns=200 result=-1; "
            "fixtures.Missing?");

        CHECK(go() == 0);

        CHECK(contains(trials()->getTrial(0).failure, "status 6"));
        CHECK(trials()->getDecision(0).candidate == "fixtures.Paced turns=200 result=-1");
    }

    TEST_CASE_FIXTURE(AnyPort, "every trial is in the decision log") {
        go();

        const auto log = port<tuning::DecisionLog>("decisionLog", "decisionLog");
        REQUIRE(log->getNumEntries() == 2);
        CHECK(log->getEntry(0).port == "user.target");
        CHECK(log->getEntry(0).context == "user");
        CHECK(log->getEntry(1).candidate == "fixtures.Paced turns=20000 result=-1");
        CHECK(log->getEntry(1).reason == tuning::Reason::Untested);
        CHECK(log->getEntry(1).status == tuning::Status::Completed);
    }

    TEST_CASE_FIXTURE(AnyPort, "unverified results have to be allowed") {
        set("unverified", "refuse");

        CHECK(contains(refusal(), "the optimizer's parameter 'unverified'"));
        CHECK(provider() == "initial");
    }

    TEST_CASE_FIXTURE(AnyPort, "without a driver nothing can be tried") {
        framework.disconnect({"optimizer", "driver", "user", "go"});

        CHECK(contains(refusal(), "the optimizer's port 'driver' is not connected"));
    }

    TEST_CASE_FIXTURE(AnyPort, "a candidate in a child process is refused") {
        set("candidates", "fixtures.Paced!");

        CHECK(contains(refusal(), "remove the '!'"));
    }
}
