#include <gov/cca/CCAException.hpp>
#include <tuning/DecisionLog.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include "TunedAssembly.hpp"

namespace {

using tuner_test::TunedAssembly;

/// Calls with a number of points, at equal work: the initial rule is the worst one.
struct Measured : TunedAssembly {
    Measured() {
        framework.createInstance("integrators.Midpoint", "coarse");
        framework.connect({"coarse", "function", "pi", "function"});
        framework.disconnect({"driver", "integrate", "initial", "integrate"});
        framework.connect({"driver", "integrate", "coarse", "integrate"});
        framework.createInstance("optimizer.DecisionLog", "decisionLog");
        framework.connect({"tuner", "decisionLog", "decisionLog", "decisionLog"});
        set("candidates", "integrators.Simpson");
    }

    void call(int times) {
        tuner()->arrange();
        // The first one is the baseline of the others.
        for (int i = 0; i <= times; ++i) {
            integralBy(100);
        }
    }
    std::vector<tuning::Entry> entries() {
        const auto log = port<tuning::DecisionLog>("decisionLog", "decisionLog");
        log->flush();
        std::vector<tuning::Entry> all;
        for (int i = 0; i < log->getNumEntries(); ++i) {
            all.push_back(log->getEntry(i));
        }
        return all;
    }
};

}  // namespace

TEST_SUITE("tuner.Metric") {
    TEST_CASE_FIXTURE(Measured,
                      "with the metric quality the error is the cost, whatever the time") {
        set("metric", "quality");
        call(40);
        REQUIRE_FALSE(entries().empty());
        for (const tuning::Entry& entry : entries()) {
            if (entry.status != tuning::Status::Completed || entry.repeats > 1) {
                continue;
            }
            CHECK(entry.cost == entry.quality);
            // The initial rule may have all of its own error, Simpson's has a small part of it.
            CHECK((entry.candidate == "integrators.Simpson") == (entry.cost < 0.1));
        }
    }

    TEST_CASE_FIXTURE(Measured, "a counter is the cost, in its own unit") {
        set("metric", "wall");
        call(10);
        REQUIRE_FALSE(entries().empty());
        for (const tuning::Entry& entry : entries()) {
            CHECK(entry.cost == doctest::Approx(1e9 * entry.seconds));
        }
    }

    TEST_CASE_FIXTURE(Measured, "the CPU time is a figure in seconds, where it is measured") {
        set("performance", "metrics", "wall,cpu");
        set("metric", "cpu / cpuSeconds");
        call(10);
        REQUIRE_FALSE(entries().empty());
        for (const tuning::Entry& entry : entries()) {
            CHECK(entry.cost == doctest::Approx(1e9));
        }
    }

    TEST_CASE_FIXTURE(Measured, "without the CPU time there is no such figure") {
        set("metric", "cpuSeconds");
        CHECK_THROWS_AS(tuner()->arrange(), gov::cca::CCAException);
    }

    TEST_CASE_FIXTURE(Measured, "a formula over figures is the cost") {
        set("metric", "wall * (1 + quality)");
        call(10);
        REQUIRE_FALSE(entries().empty());
        for (const tuning::Entry& entry : entries()) {
            if (entry.status == tuning::Status::Completed && entry.repeats == 1) {
                CHECK(entry.cost == doctest::Approx(1e9 * entry.seconds * (1 + entry.quality)));
            }
        }
    }

    TEST_CASE_FIXTURE(Measured,
                      "at equal error a candidate needs fewer points than the initial one") {
        set("metric", "quality");
        tuner()->arrange();
        set("integrateGate", "withoutAccuracy", "error");
        const double allowed = std::abs(integralBy(100) - 3.14159265358979323846);
        for (int i = 0; i < 20; ++i) {
            CHECK(std::abs(integralBy(100) - 3.14159265358979323846) <= 1.001 * allowed + 1e-12);
        }
        CHECK(tuner()->getServed().request == 20);
    }
}
