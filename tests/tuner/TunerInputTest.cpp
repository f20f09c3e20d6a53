#include <doctest/doctest.h>

#include "TunedAssembly.hpp"

namespace {

using tuner_test::contains;
using tuner_test::TunedAssembly;

struct Refused : TunedAssembly {
    // The text that go ends with. The assembly is as before, and so is what the driver had.
    std::string refusal() {
        const auto namesBefore = names();
        const auto before = framework.connections();
        std::string text;
        try {
            go();
        } catch (gov::cca::CCAException& error) {
            text = error.getNote();
        }
        CHECK(names() == namesBefore);
        CHECK(framework.connections() == before);
        return text;
    }
};

}  // namespace

TEST_SUITE("tuner.TunerInput") {
    TEST_CASE_FIXTURE(Refused, "no candidate at all") {
        framework.disconnect({"driver", "integrate", "initial", "integrate"});
        framework.disconnect({"tuner", "driver", "driver", "go"});
        set("candidates", "");
        CHECK(contains(refusal(), "there is no candidate for 'driver.integrate'"));
    }

    TEST_CASE_FIXTURE(TunedAssembly, "without a list the candidates are those of the gate") {
        set("candidates", "portfolio");
        go();
        constexpr int kOthers = 4;  // the gate's, but for Simpson's rule, which was there before
        const auto candidates = tuner()->getCandidates();
        CHECK(candidates.length() + static_cast<int>(warnings().size()) == 1 + kOthers);
        CHECK(candidates[0].name == "integrators.Simpson");
    }

    TEST_CASE_FIXTURE(Refused, "a candidate that provides another port") {
        set("candidates", "integrators.Midpoint; functions.CubeFunction");
        CHECK(contains(refusal(),
                       "'functions.CubeFunction' does not provide a port of type "
                       "numeric.IntegratorPort"));
    }

    TEST_CASE_FIXTURE(Refused, "a class that there is not") {
        set("candidates", "integrators.Midpont");
        CHECK(contains(refusal(), "there is no component class 'integrators.Midpont'"));
    }

    TEST_CASE_FIXTURE(TunedAssembly,
                      "an optional class that is missing is ignored, with a warning") {
        set("candidates", "integrators.Midpoint; not.Installed? a=1");
        go();
        CHECK(tuner()->getCandidates().length() == 2);
        REQUIRE(warnings().size() == 1);
        CHECK(contains(warnings()[0], "not.Installed a=1"));
    }

    TEST_CASE_FIXTURE(Refused, "a parameter that a candidate does not have, or no value for it") {
        set("candidates", "fixtures.FaultyIntegrator temper=bad");
        CHECK(contains(refusal(), "has no parameter 'temper'; it has mood"));
        set("candidates", "fixtures.FaultyIntegrator mood=sunny");
        CHECK(refusal() != "");
        set("candidates", "integrators.Midpoint mood=sunny");
        CHECK(contains(refusal(), "has no parameters"));
    }

    TEST_CASE_FIXTURE(Refused, "a user, or a port of it, that there is not") {
        set("user", "nobody");
        CHECK(contains(refusal(), "no uses port 'integrate' of an instance 'nobody'"));
        set("user", "driver");
        set("userPort", "elsewhere");
        CHECK(contains(refusal(), "no uses port 'elsewhere'"));
    }

    TEST_CASE_FIXTURE(Refused, "a port that no gate stands before") {
        set("user", "initial");
        set("userPort", "function");
        CHECK(contains(refusal(), "there is no gate for ports of type numeric.FunctionPort"));
    }

    TEST_CASE_FIXTURE(Refused, "a gate that is none") {
        set("gates", "numeric.IntegratorPort=integrators.Midpoint");
        CHECK(contains(refusal(), "is not a gate for ports of type numeric.IntegratorPort"));
        set("gates", "numeric.IntegratorPort");
        CHECK(contains(refusal(), "which is not of the form TYPE=CLASS"));
    }

    TEST_CASE_FIXTURE(Refused, "a metric that is not measured") {
        set("metric", "joules");
        CHECK(
            contains(refusal(), "there is no figure 'joules'; the figures of a call are seconds"));
    }

    TEST_CASE_FIXTURE(Refused, "a pinned candidate that there is not") {
        set("mode", "pin");
        set("pinned", "integrators.Romberg");
        CHECK(contains(refusal(), "there is no candidate 'integrators.Romberg' to pin"));
    }

    TEST_CASE_FIXTURE(Refused, "a replay of nothing, and of a log that is not there") {
        set("mode", "replay");
        CHECK(contains(refusal(), "'log' is empty"));
        set("log", "/nowhere/decisions.jsonl");
        CHECK(contains(refusal(), "/nowhere/decisions.jsonl"));
    }

    TEST_CASE_FIXTURE(Refused, "a strategy that is none") {
        set("strategy", "integrators.Midpoint");
        CHECK(contains(refusal(), "does not provide tuning.Strategy"));
    }

    TEST_CASE_FIXTURE(Refused, "nothing that measures") {
        framework.disconnect({"tuner", "MeasurementPort", "performance", "MeasurementPort"});
        CHECK(contains(refusal(), "MeasurementPort is not connected"));
    }

    TEST_CASE_FIXTURE(TunedAssembly, "the driver runs all the same, with what it had") {
        set("metric", "joules");
        framework.monitor({"driver", "integrate"});
        CHECK_THROWS(go());
        CHECK(providerOf("driver", "integrate") == "initial");
        CHECK_THROWS(tuner()->setMode(tuning::Mode::Off, ""));
    }
}
