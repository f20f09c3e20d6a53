#include <doctest/doctest.h>

#include <cmath>
#include <set>

#include "TunedAssembly.hpp"

namespace {

using tuner_test::contains;
using tuner_test::TunedAssembly;

constexpr double kPi = 3.14159265358979323846;

}  // namespace

TEST_SUITE("tuner.Tuner") {
    TEST_CASE_FIXTURE(TunedAssembly, "go puts a gate before the candidates and runs the driver") {
        CHECK(go() == 0);

        CHECK(providerOf("driver", "integrate") == "integrateGate");
        CHECK(providerOf("integrateGate", "candidate0") == "initial");
        CHECK(providerOf("integrateGate", "candidate1") == "Midpoint");
        CHECK(providerOf("integrateGate", "candidate2") == "Trapezoid");
        CHECK(providerOf("integrateGate", "function") == "pi");
        for (const char* integrator : {"initial", "Midpoint", "Trapezoid"}) {
            CHECK(providerOf(integrator, "function") == "integrateGate");
        }
        REQUIRE(tuner()->getCandidates().length() == 3);
        CHECK(tuner()->getCandidates()[0].name == "integrators.Simpson");
        CHECK(warnings().empty());
    }

    TEST_CASE_FIXTURE(TunedAssembly, "going a second time arranges nothing twice") {
        go();
        const auto before = names();
        go();
        CHECK(names() == before);
    }

    TEST_CASE_FIXTURE(TunedAssembly, "every candidate gets its turn, and every result is right") {
        go();
        std::set<std::string> served;
        for (int call = 0; call < 60; ++call) {
            CHECK(integral() == doctest::Approx(kPi).epsilon(1e-6));
            served.insert(tuner()->getServed().candidate);
        }
        CHECK(served.size() >= 1);
        CHECK(tuner()->getServed().request == 60);
        CHECK(tuner()->getServed().seconds > 0);
    }

    TEST_CASE_FIXTURE(TunedAssembly, "a candidate that is wrong is never delivered") {
        set("candidates", "fixtures.FaultyIntegrator mood=wrong");
        go();
        for (int call = 0; call < 100; ++call) {
            CHECK(integral() == doctest::Approx(kPi).epsilon(1e-6));
            CHECK(tuner()->getServed().candidate == "integrators.Simpson");
        }
    }

    TEST_CASE_FIXTURE(TunedAssembly,
                      "one that throws, gives no number, is unsure of its result or "
                      "never ends does not keep a request from being served") {
        for (const char* mood : {"throws", "nan", "unsure", "endless"}) {
            TunedAssembly assembly;
            assembly.set("candidates", std::string("fixtures.FaultyIntegrator mood=") + mood);
            assembly.go();
            for (int call = 0; call < 20; ++call) {
                CHECK(assembly.integral() == doctest::Approx(kPi).epsilon(1e-6));
                CHECK(assembly.tuner()->getServed().candidate == "integrators.Simpson");
            }
        }
    }

    TEST_CASE_FIXTURE(TunedAssembly,
                      "one that crashes takes its own process with it, not the "
                      "application, and the log says how it ended") {
        framework.disconnect({"driver", "integrate", "initial", "integrate"});
        set("candidates", "fixtures.FaultyIntegrator! mood=crashes");
        framework.disconnect({"tuner", "driver", "driver", "go"});
        go();
        CHECK(integral() == doctest::Approx(kPi).epsilon(1e-6));
        CHECK(contains(tuner()->getServed().reason, "crashed: killed by SIGSEGV"));
    }

    TEST_CASE_FIXTURE(TunedAssembly, "an isolated candidate's result comes back") {
        set("candidates", "fixtures.FaultyIntegrator!");
        go();
        tuner()->setMode(tuning::Mode::Pin, "fixtures.FaultyIntegrator");
        CHECK(integral() == doctest::Approx(kPi).epsilon(1e-12));
        CHECK(tuner()->getServed().candidate == "fixtures.FaultyIntegrator");
    }

    TEST_CASE_FIXTURE(TunedAssembly, "where the initial one is wrong another one serves") {
        framework.destroyInstance("initial");
        framework.createInstance("fixtures.FaultyIntegrator", "initial");
        framework.connect({"driver", "integrate", "initial", "integrate"});
        framework.connect({"initial", "function", "pi", "function"});
        const auto sheet = port<gov::cca::ports::ParameterPort>("initial", "configuration");
        const auto map = sheet->readConfigurationMap()->cloneEmpty();
        map->putString("mood", "wrong");
        sheet->writeConfigurationMap(map);
        go();
        for (int call = 0; call < 20; ++call) {
            CHECK(integral() == doctest::Approx(kPi).epsilon(1e-6));
            CHECK(tuner()->getServed().candidate != "fixtures.FaultyIntegrator");
        }
    }

    TEST_CASE_FIXTURE(TunedAssembly,
                      "where no candidate is right the gate's own rule is delivered") {
        framework.disconnect({"driver", "integrate", "initial", "integrate"});
        set("candidates",
            "fixtures.FaultyIntegrator mood=wrong; fixtures.FaultyIntegrator mood=nan");
        go();
        CHECK(integral() == doctest::Approx(kPi).epsilon(1e-6));
        CHECK(tuner()->getServed().candidate.empty());
        CHECK(contains(tuner()->getServed().reason, "gave a wrong result"));
    }

    TEST_CASE_FIXTURE(TunedAssembly, "a pinned candidate serves until the mode changes") {
        go();
        tuner()->setMode(tuning::Mode::Pin, "integrators.Trapezoid");
        for (int call = 0; call < 3; ++call) {
            integral(1e-3);
            CHECK(tuner()->getServed().candidate == "integrators.Trapezoid");
        }
        CHECK(providerOf("integrateGate", "incumbent") == "Trapezoid");
        tuner()->setMode(tuning::Mode::Off, "");
        integral(1e-3);
        CHECK(tuner()->getServed().candidate == "integrators.Simpson");
        CHECK(providerOf("integrateGate", "incumbent") == "initial");
    }

    TEST_CASE_FIXTURE(TunedAssembly, "observing never switches") {
        set("mode", "observe");
        go();
        for (int call = 0; call < 20; ++call) {
            integral();
            CHECK(tuner()->getServed().candidate == "integrators.Simpson");
            CHECK_FALSE(tuner()->getServed().rewired);
        }
    }

    TEST_CASE_FIXTURE(TunedAssembly, "the tuned port goes on when the tuner is gone") {
        go();
        integral();
        framework.destroyInstance("tuner");
        CHECK(integral() == doctest::Approx(kPi).epsilon(1e-6));
    }

    TEST_CASE_FIXTURE(TunedAssembly,
                      "what the driver's call without an accuracy gives is the "
                      "incumbent's") {
        go();
        CHECK(port<numeric::IntegratorPort>("integrateGate", "integrate")->integrate(0, 1, 100) ==
              doctest::Approx(kPi));
    }

    TEST_CASE_FIXTURE(TunedAssembly,
                      "a call with a number of points is tuned: at the same work or the same error "
                      "nothing is worse than the initial candidate") {
        for (const char* how : {"work", "error"}) {
            CAPTURE(how);
            TunedAssembly assembly;
            assembly.set("candidates", "integrators.Midpoint; integrators.Trapezoid");
            assembly.go();
            assembly.set("integrateGate", "withoutAccuracy", how);
            const double first = assembly.integralBy(100);
            const double allowed = std::abs(first - kPi) * 1.001 + 1e-12;
            for (int call = 0; call < 40; ++call) {
                CHECK(std::abs(assembly.integralBy(100) - kPi) <= allowed);
            }
            CHECK(assembly.tuner()->getServed().request == 40);
        }
    }

    TEST_CASE_FIXTURE(TunedAssembly,
                      "calls with a number of points go untuned where that is asked") {
        go();
        set("integrateGate", "withoutAccuracy", "incumbent");
        const double first = integralBy(100);
        CHECK(integralBy(100) == first);
        CHECK(tuner()->getServed().request == 0);
    }

    TEST_CASE_FIXTURE(TunedAssembly,
                      "a run in which nothing was tuned says so, how often and why") {
        go();
        REQUIRE(tuner()->getWarnings().length() == 1);
        CHECK(contains(tuner()->getWarnings()[0],
                       "nothing was tuned: the first call of an integral"));
        CHECK(contains(tuner()->getWarnings()[0], "(1 call)"));
        // The second call of the driver is decided.
        go();
        CHECK(tuner()->getWarnings().empty());
    }

    TEST_CASE_FIXTURE(TunedAssembly, "calls that the gate is set not to tune are counted") {
        tuner()->arrange();
        set("integrateGate", "withoutAccuracy", "incumbent");
        for (int call = 0; call < 20; ++call) {
            go();
        }
        REQUIRE(tuner()->getWarnings().length() == 1);
        CHECK(contains(tuner()->getWarnings()[0], "withoutAccuracy is 'incumbent' (20 calls)"));
    }

    TEST_CASE_FIXTURE(TunedAssembly,
                      "an integral that no reference can judge is not tuned, and why") {
        // Far more oscillations than the reference has points.
        framework.disconnect({"initial", "function", "pi", "function"});
        framework.createInstance("functions.ExpressionFunction", "wild");
        set("wild", "expression", "sin(10000000 * x)");
        framework.connect({"initial", "function", "wild", "function"});
        for (int call = 0; call < 20; ++call) {
            go();
        }
        CHECK(tuner()->getServed().request == 0);
        REQUIRE(tuner()->getWarnings().length() == 1);
        CHECK(contains(tuner()->getWarnings()[0], "no reference is accurate enough"));
        CHECK(contains(tuner()->getWarnings()[0], "(19 calls)"));
    }

    TEST_CASE_FIXTURE(TunedAssembly, "a port that its driver does not call is not tuned, and why") {
        framework.createInstance("integrators.Simpson", "untuned");
        framework.createInstance("drivers.CXXDriver", "stranger");
        framework.connect({"untuned", "function", "pi", "function"});
        framework.connect({"stranger", "integrate", "untuned", "integrate"});
        framework.disconnect({"tuner", "driver", "driver", "go"});
        framework.connect({"tuner", "driver", "stranger", "go"});
        go();
        REQUIRE(tuner()->getWarnings().length() == 1);
        CHECK(contains(tuner()->getWarnings()[0], "the tuned port was not called"));
    }

    TEST_CASE_FIXTURE(TunedAssembly,
                      "without another candidate than the initial one nothing is tuned") {
        set("candidates", "integrators.NotThere?");
        tuner()->arrange();
        REQUIRE(tuner()->getWarnings().length() == 2);
        CHECK(contains(tuner()->getWarnings()[1], "no candidate besides the initial one"));
    }

    TEST_CASE_FIXTURE(TunedAssembly,
                      "the tuned port is named, and expects nothing without measurements") {
        CHECK(tuner()->getTunedPort().empty());
        CHECK_THROWS_AS(tuner()->forecast(100), gov::cca::CCAException);
        tuner()->arrange();
        CHECK(tuner()->getTunedPort() == "driver.integrate");
        CHECK(tuner()->forecast(100).contexts == 0);
    }
}
