#include <framework/Framework.hpp>
#include <gantry.h>
#include <gantry/ports.hpp>
#include <perf/document/JsonProfile.hpp>
#include <performance/Control.hpp>
#include <performance/Measurement.hpp>
#include <performance/Query.hpp>
#include <performance/Snapshot.hpp>
#include <performance/Timer.hpp>

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

namespace {

/// An assembly with a backend, in a process whose own code is timed with gantry.h.
struct Measured {
    gantry::framework::Framework framework{{GANTRY_COMPONENT_DIRECTORY}};

    std::shared_ptr<performance::Measurement> begin(const std::string& instance) {
        framework.createInstance("performance.Native", instance);
        return gantry::castPort<performance::Measurement>(
            framework.providedPort(instance, "MeasurementPort"), "MeasurementPort");
    }
};

std::int32_t callsOf(performance::Measurement& measurement, const std::string& timer) {
    sidl::array<double, 2> exclusive;
    sidl::array<double, 2> inclusive;
    sidl::array<std::int32_t> calls;
    sidl::array<std::int32_t> childCalls;
    sidl::array<std::string> counters;
    std::int32_t numCounters = 0;
    measurement.createQuery()->getTimerData(sidl::array<std::string>(std::vector{timer}), exclusive,
                                            inclusive, calls, childCalls, counters, numCounters);
    return calls[0];
}

// The names on the way to the timer, from the outermost one; empty where it was not called.
std::string pathOf(performance::Measurement& measurement, const std::string& timer) {
    const gantry::perf::Profile profile =
        gantry::perf::fromJson(measurement.createQuery()->getSnapshot()->getDocument());
    for (const auto& thread : profile.threads) {
        for (const auto& node : thread.nodes) {
            if (profile.timers[node.timer].name == timer) {
                std::string path = timer;
                for (auto parent = node.parent; parent >= 0;) {
                    const auto& above = thread.nodes[static_cast<std::size_t>(parent)];
                    path = profile.timers[above.timer].name + " / " + path;
                    parent = above.parent;
                }
                return path;
            }
        }
    }
    return "";
}

void pair(gantry_timer_t timer) {
    gantry_start(timer);
    gantry_stop(timer);
}

}  // namespace

TEST_SUITE_BEGIN("capi.NativeOffer");

TEST_CASE("a timer of gantry.h is in the call path of the component's timer, for Query too") {
    Measured assembly;
    const auto measurement = assembly.begin("backend");
    const auto outer = measurement->createTimerWithName("outer");

    outer->start();
    pair(gantry_timer("inner", "", ""));
    pair(gantry_timer("inner", "", ""));
    outer->stop();

    CHECK(callsOf(*measurement, "inner") == 2);
    CHECK(pathOf(*measurement, "inner") == "outer / inner");
}

TEST_CASE("measurement ends with the backend, and the next backend continues with the same timer") {
    gantry_timer_t timer{};
    {
        Measured assembly;
        const auto measurement = assembly.begin("backend");
        const auto keeper = measurement->createTimerWithName("keeper");
        timer = gantry_timer("across", "", "");
        pair(timer);
        CHECK(callsOf(*measurement, "across") == 1);
    }
    CHECK(gantry_measuring() == 0);
    CHECK(gantry_start(timer) == 0);

    Measured assembly;
    const auto measurement = assembly.begin("backend");
    const auto outer = measurement->createTimerWithName("outer");
    outer->start();
    pair(timer);
    outer->stop();
    CHECK(callsOf(*measurement, "across") == 1);
    CHECK(pathOf(*measurement, "across") == "outer / across");
}

TEST_CASE("a group that the assembly switches off costs a test of a flag, for events too") {
    Measured assembly;
    const auto measurement = assembly.begin("backend");
    const auto control = measurement->createControl();
    const gantry_timer_t timer = gantry_timer("within", "", "switched group");
    pair(timer);
    CHECK(gantry_start(timer) == 1);
    gantry_stop(timer);

    control->disableGroupName("switched group");
    CHECK(gantry_start(timer) == 0);
    gantry_stop(timer);
    CHECK(callsOf(*measurement, "within") == 2);

    control->enableGroupName("switched group");
    pair(timer);
    CHECK(callsOf(*measurement, "within") == 3);
    const gantry_event_t event = gantry_event("switched event");
    gantry_trigger(event, 1);
    CHECK(gantry_enable_event(event, 0) == 1);
    CHECK((*event.flags & GANTRY_ENABLED) == 0);
    CHECK(gantry_enable_event(event, 1) == 0);
    CHECK((*event.flags & GANTRY_ENABLED) != 0);
}

TEST_CASE("of two backends the later one measures, and when it is destroyed the earlier one") {
    Measured assembly;
    const auto first = assembly.begin("first");
    auto second = assembly.begin("second");
    const auto ofFirst = first->createTimerWithName("of first");
    const auto ofSecond = second->createTimerWithName("of second");
    const gantry_timer_t timer = gantry_timer("swapped", "", "");
    pair(timer);
    CHECK(callsOf(*second, "swapped") == 1);
    CHECK(callsOf(*first, "swapped") == 0);

    second.reset();
    assembly.framework.destroyInstance("second");

    pair(timer);
    pair(timer);
    CHECK(callsOf(*first, "swapped") == 2);
}

TEST_SUITE_END();
