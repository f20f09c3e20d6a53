#include <gantry/SwitchedTimer.hpp>
#include <performance/Control.hpp>
#include <performance/Event.hpp>
#include <performance/Measurement.hpp>
#include <performance/Phase.hpp>
#include <performance/Timer.hpp>

#include <doctest/doctest.h>

#include <thread>

#include "OneComponent.hpp"

// Only where LTTng-UST was there for the build. What arrives in a trace: examples/multiplexer.
TEST_SUITE("components.Lttng") {
    TEST_CASE("timers have the names, types and groups they were given") {
        OneComponent lttng("performance.Lttng");
        const auto measurement = lttng.port<performance::Measurement>("MeasurementPort");
        const auto timer = measurement->createTimerWithNameTypeGroup("name", "type", "group");
        const auto phase = measurement->createPhase();

        CHECK(timer->getName() == "name");
        CHECK(timer->getType() == "type");
        CHECK(timer->getGroupName() == "group");
        CHECK(phase->getGroupName() == "default");
        CHECK(phase->getGroupId() != timer->getGroupId());
        phase->setGroupId(timer->getGroupId());
        phase->setName("later");
        CHECK(phase->getGroupName() == "group");
        CHECK(phase->getName() == "later");
    }

    TEST_CASE("groups that do not exist are refused by number") {
        OneComponent lttng("performance.Lttng");
        const auto measurement = lttng.port<performance::Measurement>("MeasurementPort");
        const auto control = measurement->createControl();
        const auto timer = measurement->createTimerWithName("timer");

        CHECK_NOTHROW(control->disableGroupId(timer->getGroupId()));
        CHECK_THROWS_AS(control->enableGroupId(7), gov::cca::CCAException);
        CHECK_THROWS_AS(control->disableGroupId(-1), gov::cca::CCAException);
        CHECK_THROWS_AS(timer->setGroupId(7), gov::cca::CCAException);
    }

    TEST_CASE("timers and events may be renamed while other threads use them") {
        OneComponent lttng("performance.Lttng");
        const auto measurement = lttng.port<performance::Measurement>("MeasurementPort");
        const auto timer = measurement->createTimerWithName("timer");
        const auto event = measurement->createEventWithName("event");
        {
            const std::jthread user([&](const std::stop_token& stop) {
                do {
                    timer->start();
                    event->trigger(1);
                    timer->stop();
                } while (!stop.stop_requested());
            });
            for (int i = 0; i < 100; ++i) {
                timer->setName("timer" + std::to_string(i));
                event->setName("event" + std::to_string(i));
                timer->setGroupName(i % 2 == 0 ? "even" : "odd");
            }
        }

        CHECK(timer->getName() == "timer99");
        CHECK(timer->getGroupName() == "odd");
    }
}
