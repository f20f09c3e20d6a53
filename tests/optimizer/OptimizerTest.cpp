#include <framework/Framework.hpp>
#include <gantry/ports.hpp>
#include <gov/cca/TypeMap.hpp>
#include <gov/cca/ports/GoPort.hpp>
#include <gov/cca/ports/ParameterPort.hpp>
#include <tuning/TrialLog.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace {

using gantry::framework::ConnectionInfo;
using gantry::framework::Framework;
using gantry::framework::InstanceInfo;

// A driver connected to an integrator of its own, two functions, and an optimizer that runs the
// driver; everything is measured by performance.Native unless another backend is named.
struct Assembly {
    Framework framework{{GANTRY_COMPONENT_DIRECTORY}};

    explicit Assembly(const std::string& backend = "performance.Native") {
        framework.createInstance(backend, "performance");
        framework.setDefaultProvider("performance.Measurement", "performance", "MeasurementPort");
        framework.createInstance("functions.SquareFunction", "square");
        framework.createInstance("functions.PiFunction", "pi");
        framework.createInstance("integrators.Trapezoid", "old");
        framework.createInstance("drivers.CXXDriver", "driver");
        framework.createInstance("optimizer.Optimizer", "optimizer");
        framework.connect({"driver", "integrate", "old", "integrate"});
        framework.connect({"old", "function", "pi", "function"});
        framework.connect({"optimizer", "driver", "driver", "go"});
        framework.connectDefaults();
        setText("candidates", "integrators.Midpoint,integrators.Simpson");
    }

    template <class Port>
    std::shared_ptr<Port> port(const std::string& instance, const std::string& name) {
        return gantry::castPort<Port>(framework.providedPort(instance, name), name);
    }
    void setText(const std::string& key, const std::string& value) {
        const auto map = emptyMap();
        map->putString(key, value);
        port<gov::cca::ports::ParameterPort>("optimizer", "configuration")
            ->writeConfigurationMap(map);
    }
    void setNumber(const std::string& key, double value) {
        const auto map = emptyMap();
        map->putDouble(key, value);
        port<gov::cca::ports::ParameterPort>("optimizer", "configuration")
            ->writeConfigurationMap(map);
    }
    void setLong(const std::string& key, std::int64_t value) {
        const auto map = emptyMap();
        map->putLong(key, value);
        port<gov::cca::ports::ParameterPort>("optimizer", "configuration")
            ->writeConfigurationMap(map);
    }
    int go() { return port<gov::cca::ports::GoPort>("optimizer", "go")->go(); }
    std::shared_ptr<tuning::TrialLog> log() {
        return port<tuning::TrialLog>("optimizer", "trials");
    }

    [[nodiscard]] std::vector<std::string> names() const {
        std::vector<std::string> names;
        for (const InstanceInfo& instance : framework.instances()) {
            names.push_back(instance.name);
        }
        return names;
    }
    [[nodiscard]] std::string providerOf(const std::string& user,
                                         const std::string& usesPort) const {
        for (const ConnectionInfo& connection : framework.connections()) {
            if (connection.user == user && connection.usesPort == usesPort) {
                return connection.provider;
            }
        }
        return "";
    }
    // The text of the exception that go ends with; the assembly must be as before.
    std::string refusal() {
        const std::vector<std::string> namesBefore = names();
        const std::vector<ConnectionInfo> before = framework.connections();
        std::string text;
        try {
            go();
        } catch (const gov::cca::CCAException& error) {
            text = error.what();
        }
        CHECK(names() == namesBefore);
        CHECK(framework.connections() == before);
        return text;
    }

private:
    std::shared_ptr<gov::cca::TypeMap> emptyMap() {
        return port<gov::cca::ports::ParameterPort>("optimizer", "configuration")
            ->readConfigurationMap()
            ->cloneEmpty();
    }
};

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_SUITE("optimizer.Optimizer") {
    TEST_CASE_FIXTURE(
        Assembly,
        "the driver is connected to the winner, the losers are gone, and the driver has run") {
        CHECK(go() == 0);

        const tuning::Decision overall = log()->getDecision(log()->getNumDecisions() - 1);
        const std::string winner =
            overall.candidate == "integrators.Simpson" ? "simpson" : "midpoint";
        CHECK(overall.subject.empty());
        CHECK(contains(overall.candidate, "integrators."));
        CHECK(providerOf("driver", "integrate") == winner);
        CHECK(providerOf(winner, "function") == "pi");
        CHECK(providerOf("optimizer", "integrator").empty());
        CHECK(providerOf("optimizer", "subject").empty());
        CHECK(names() == std::vector<std::string>{"performance", "square", "pi", "old", "driver",
                                                  "optimizer", winner});
    }

    TEST_CASE_FIXTURE(
        Assembly, "there is a measured trial for every pairing and a decision for every subject") {
        go();

        REQUIRE(log()->getNumTrials() == 4);
        for (int index = 0; index < 4; ++index) {
            const tuning::Trial trial = log()->getTrial(index);
            CHECK(trial.failure.empty());
            CHECK(trial.accurate);
            CHECK(trial.exact);
            CHECK(trial.calls >= 1);
            CHECK(trial.evaluations >= 16);
            CHECK(trial.seconds > 0);
            CHECK(trial.error <= log()->getAccuracy());
        }
        REQUIRE(log()->getNumDecisions() == 3);
        CHECK(log()->getDecision(0).subject == "square");
        CHECK(log()->getDecision(1).subject == "pi");
        CHECK(contains(log()->getDecision(0).reason, "2 of 2 candidates reach 0.001"));
    }

    TEST_CASE_FIXTURE(Assembly, "a place outside the log is refused") {
        CHECK(log()->getNumTrials() == 0);
        CHECK_THROWS_AS(log()->getTrial(0), gov::cca::CCAException);
        CHECK_THROWS_AS(log()->getDecision(-1), gov::cca::CCAException);
    }

    TEST_CASE_FIXTURE(Assembly, "a second run replaces the first one's winner") {
        go();
        const std::size_t instances = names().size();

        CHECK(go() == 0);

        CHECK(names().size() == instances);
        CHECK(providerOf("driver", "integrate") == names().back());
    }

    TEST_CASE_FIXTURE(Assembly,
                      "what a candidate needs is connected to the instance that provides it") {
        framework.createInstance("randomgens.RandNumGenerator", "random");
        setText("candidates", "integrators.MonteCarlo");
        setNumber("accuracy", 0.05);

        CHECK(go() == 0);

        CHECK(providerOf("monteCarlo", "RandomGeneratorPort") == "random");
        CHECK(log()->getTrial(0).seconds > 0);
    }

    TEST_CASE_FIXTURE(Assembly,
                      "a candidate whose needs nobody provides is not chosen and says why") {
        setText("candidates", "integrators.MonteCarlo,integrators.Midpoint");

        CHECK(go() == 0);

        CHECK(contains(log()->getTrial(0).failure,
                       "no instance provides numeric.RandomGeneratorPort"));
        CHECK(providerOf("driver", "integrate") == "midpoint");
    }

    TEST_CASE_FIXTURE(
        Assembly, "a class that is unknown or no integrator is a failed candidate, not the end") {
        setText("candidates", "integrators.Nobody,drivers.CXXDriver,integrators.Midpoint");

        CHECK(go() == 0);

        CHECK(contains(log()->getTrial(0).failure, "integrators.Nobody"));
        CHECK(contains(log()->getTrial(1).failure, "numeric.IntegratorPort"));
        CHECK(log()->getDecision(0).candidate == "integrators.Midpoint");
    }

    TEST_CASE_FIXTURE(Assembly,
                      "a function without an exact integral is compared with a reference") {
        framework.createInstance("functions.ExpressionFunction", "expression");
        setText("subjects", "expression");

        CHECK(go() == 0);

        CHECK_FALSE(log()->getTrial(0).exact);
        CHECK(log()->getTrial(0).accurate);
        const std::vector<std::string> left = names();
        CHECK(std::count(left.begin(), left.end(), "reference.simpson") == 0);
        CHECK(std::count(left.begin(), left.end(), "reference.midpoint") == 0);
    }

    TEST_CASE_FIXTURE(
        Assembly,
        "without a reference a function without an exact integral fails every candidate") {
        framework.createInstance("functions.ExpressionFunction", "expression");
        setText("reference", "integrators.Simpson,integrators.Nobody");
        setText("subjects", "expression");

        CHECK(contains(refusal(), "no reference value by integrators.Nobody"));
    }

    TEST_CASE_FIXTURE(
        Assembly, "an accuracy that no candidate reaches is one clear error and changes nothing") {
        setNumber("accuracy", 1e-14);
        setLong("maxEvaluations", 30);

        const std::string text = refusal();

        CHECK(contains(text, "1e-14"));
        CHECK(contains(text, "integrators.Midpoint"));
        CHECK(contains(text, "raise the optimizer's parameter 'accuracy'"));
        CHECK(log()->getNumTrials() == 4);
        CHECK(log()->getDecision(2).candidate.empty());
    }

    TEST_CASE("a backend that measures nothing is a clear error") {
        Assembly assembly("performance.Null");

        CHECK(contains(assembly.refusal(), "measures nothing"));
    }

    TEST_CASE_FIXTURE(Assembly, "without a performance component the error says what to connect") {
        framework.disconnect({"optimizer", "MeasurementPort", "performance", "MeasurementPort"});

        CHECK(contains(refusal(), "MeasurementPort is not connected"));
    }

    TEST_CASE_FIXTURE(Assembly,
                      "names that do not fit the assembly are refused before anything is tried") {
        const std::vector<std::pair<std::string, std::string>> bad{
            {"subjects", "nobody"},
            {"subjects", "driver"},
            {"subjects", "pi,pi"},
            {"candidates", ""},
            {"candidates", ",,"},
            {"user", "nobody"},
            {"user", "square"},
            {"userPort", "nothing"},
            {"userPort", "go"},
            {"finalSubject", "nobody"},
            {"finalSubject", "driver"},
            {"reference", ""},
            {"reference", "integrators.Simpson"}};
        for (const auto& [eachKey, eachValue] : bad) {
            const auto& key = eachKey;
            const auto& value = eachValue;
            CAPTURE(key);
            CAPTURE(value);
            Assembly assembly;
            assembly.setText(key, value);
            CHECK(contains(assembly.refusal(), "the optimizer's parameter '" + key));
            CHECK(assembly.log()->getNumTrials() == 0);
        }
    }

    TEST_CASE_FIXTURE(
        Assembly, "references that do not agree fail every candidate, even one of their class") {
        framework.createInstance("randomgens.RandNumGenerator", "random");
        framework.createInstance("functions.ExpressionFunction", "expression");
        const auto configuration =
            port<gov::cca::ports::ParameterPort>("expression", "configuration");
        const auto map = configuration->readConfigurationMap()->cloneEmpty();
        // Zero at every point with a denominator of 64: no panel rule sees it.
        map->putString("expression", "sin(64*pi*x)^2");
        configuration->writeConfigurationMap(map);
        setText("candidates", "integrators.Trapezoid");
        setText("reference", "integrators.Trapezoid,integrators.MonteCarlo");
        setText("subjects", "expression");
        setNumber("accuracy", 0.2);

        CHECK(contains(refusal(), "integrators.Trapezoid gives"));
    }

    TEST_CASE_FIXTURE(Assembly, "a go while another one is running is refused") {
        framework.disconnect({"optimizer", "driver", "driver", "go"});
        framework.connect({"optimizer", "driver", "optimizer", "go"});

        CHECK_THROWS_WITH_AS(go(), doctest::Contains("is already running"), gov::cca::CCAException);

        framework.disconnect({"optimizer", "driver", "optimizer", "go"});
        CHECK(go() == 0);
    }

    TEST_CASE_FIXTURE(Assembly, "an accuracy that is not a positive number is refused") {
        for (const double accuracy : {0.0, -1.0}) {
            CAPTURE(accuracy);
            setNumber("accuracy", accuracy);
            CHECK(contains(refusal(), "'accuracy' must be a positive"));
        }
    }
}
