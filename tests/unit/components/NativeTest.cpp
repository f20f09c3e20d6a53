#include <perf/export/JsonProfile.hpp>
#include <performance/Measurement.hpp>
#include <performance/Query.hpp>
#include <performance/Snapshot.hpp>
#include <performance/Timer.hpp>

#include <doctest/doctest.h>

#include <algorithm>

#include "OneComponent.hpp"

namespace {

struct Native : OneComponent {
    std::shared_ptr<performance::Measurement> measurement =
        port<performance::Measurement>("MeasurementPort");

    Native() : OneComponent("performance.Native") {}
};

}  // namespace

TEST_SUITE("components.performance_native") {
    TEST_CASE_FIXTURE(Native,
                      "the wall time in ns is measured unless other metrics are asked for") {
        const auto snapshot = measurement->createQuery()->getSnapshot();

        REQUIRE(snapshot->getCounterNames().length() == 1);
        CHECK(snapshot->getCounterNames()[0] == "wall");
        CHECK(snapshot->getCounterUnits()[0] == "ns");
    }

    TEST_CASE_FIXTURE(Native, "several metrics are measured at once") {
        set("metrics", "wall,cpu");
        const auto timer = measurement->createTimerWithName("timer");
        timer->start();
        timer->stop();

        const auto names = measurement->createQuery()->getCounterNames();

        CHECK(names.toVector() == std::vector<std::string>{"wall", "cpu"});
    }

    TEST_CASE_FIXTURE(Native,
                      "an unknown metric is refused with those that exist, and the old ones stay") {
        for (const char* bad : {"calories", "", "wall,", "wall,wall", "wall,calories"}) {
            CAPTURE(bad);
            CHECK_FALSE(refusal("metrics", std::string(bad)).empty());
            CHECK(parameters()->getString("metrics", "") == "wall");
        }
        CHECK(contains(refusal("metrics", std::string("calories")), "wall, cpu"));
    }

    TEST_CASE_FIXTURE(Native, "metrics can not be changed once measuring has begun") {
        measurement->createTimer();

        CHECK(contains(refusal("metrics", std::string("cpu")), "measuring has begun"));
        CHECK(refusal("metrics", std::string("wall")).empty());
    }

    TEST_CASE_FIXTURE(Native, "the document holds the assembly with its classes and connections") {
        framework.createInstance("functions.PiFunction", "pi");
        framework.connect({"pi", "MeasurementPort", "subject", "MeasurementPort"});

        const auto profile =
            gantry::perf::fromJson(measurement->createQuery()->getSnapshot()->getDocument());

        REQUIRE(profile.assembly.instances.size() == 2);
        CHECK(profile.assembly.instances[1].name == "pi");
        CHECK(profile.assembly.instances[1].className == "functions.PiFunction");
        REQUIRE(profile.assembly.connections.size() == 1);
        CHECK(profile.assembly.connections[0].user == "pi");
        CHECK(profile.assembly.connections[0].provider == "subject");
    }

    TEST_CASE_FIXTURE(Native, "stops without a start are counted under the timer's name") {
        measurement->createTimerWithName("lonely")->stop();

        const auto profile =
            gantry::perf::fromJson(measurement->createQuery()->getSnapshot()->getDocument());

        REQUIRE(profile.misuse.size() == 1);
        CHECK(profile.misuse[0].name == "lonely");
    }
}
