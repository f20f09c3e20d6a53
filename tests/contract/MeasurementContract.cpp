#include <performance/ContextEvent.hpp>
#include <performance/Control.hpp>
#include <performance/Event.hpp>
#include <performance/MemoryHeadroomTracker.hpp>
#include <performance/MemoryTracker.hpp>
#include <performance/Phase.hpp>
#include <performance/Snapshot.hpp>

#include <doctest/doctest.h>

#include "MeasurementFixture.hpp"

using namespace contract;

TEST_SUITE("contract.performance.Measurement") {
    TEST_CASE_FIXTURE(MeasurementFixture, "every kind of object is made") {
        CHECK(measurement->createTimer());
        CHECK(measurement->createTimerWithName("t"));
        CHECK(measurement->createTimerWithNameType("t", "T"));
        CHECK(measurement->createTimerWithNameTypeGroup("t", "T", "g"));
        CHECK(measurement->createPhase());
        CHECK(measurement->createPhaseWithName("p"));
        CHECK(measurement->createPhaseWithNameType("p", "T"));
        CHECK(measurement->createPhaseWithNameTypeGroup("p", "T", "g"));
        CHECK(measurement->createQuery());
        CHECK(measurement->createMemoryTracker());
        CHECK(measurement->createMemoryHeadroomTracker());
        CHECK(measurement->createEvent());
        CHECK(measurement->createEventWithName("e"));
        CHECK(measurement->createContextEventWithName("c"));
        CHECK(measurement->createControl());
    }

    TEST_CASE_FIXTURE(MeasurementFixture,
                      "a backend that measures nothing gives consistent empty values") {
        call(*timer("a"));

        const TimerData data = read({"a", "b"});
        const auto snapshot = query->getSnapshot();

        CHECK(data.numCounters == query->getCounterNames().length());
        CHECK(data.counters.length() == data.numCounters);
        REQUIRE(snapshot);
        CHECK(snapshot->getCounterUnits().length() == snapshot->getCounterNames().length());
        if (!measures) {
            CHECK(query->getTimerNames().empty());
            CHECK(query->getEventNames().empty());
            CHECK(data.numCounters == 0);
            CHECK(snapshot->getTimerNames().empty());
            CHECK(snapshot->getDocument().empty());
        }
    }

    TEST_CASE_FIXTURE(MeasurementFixture, "name, type and group of a timer are what was set") {
        const auto made = measurement->createTimerWithNameTypeGroup("name", "type", "group");
        const auto set = measurement->createTimer();
        set->setName("other");
        set->setType("kind");
        set->setGroupName("team");
        if (measures) {
            CHECK(made->getName() == "name");
            CHECK(made->getType() == "type");
            CHECK(made->getGroupName() == "group");
            CHECK(set->getName() == "other");
            CHECK(set->getType() == "kind");
            CHECK(set->getGroupName() == "team");
            CHECK(set->getGroupId() != made->getGroupId());
            set->setGroupId(made->getGroupId());
            CHECK(set->getGroupName() == "group");
        }
    }

    TEST_CASE_FIXTURE(MeasurementFixture, "name, type and group of a phase are what was set") {
        const auto made = measurement->createPhaseWithNameTypeGroup("name", "type", "group");
        if (measures) {
            CHECK(made->getName() == "name");
            CHECK(made->getType() == "type");
            CHECK(made->getGroupName() == "group");
        }
    }

    TEST_CASE_FIXTURE(MeasurementFixture, "bad settings are refused") {
        if (measures) {
            const auto heap = measurement->createMemoryTracker();
            const auto control = measurement->createControl();
            CHECK_THROWS_AS(heap->setInterruptInterval(0), gov::cca::CCAException);
            CHECK_THROWS_AS(heap->setInterruptInterval(-5), gov::cca::CCAException);
            CHECK_THROWS_AS(control->disableGroupId(123456), gov::cca::CCAException);
            CHECK_THROWS_AS(control->enableGroupId(-1), gov::cca::CCAException);
            CHECK_THROWS_AS(timer("t")->setGroupId(123456), gov::cca::CCAException);
        }
    }

    TEST_CASE_FIXTURE(MeasurementFixture, "objects may outlive the component that made them") {
        const auto timed = timer("timed");
        const auto event = measurement->createEventWithName("event");
        const auto snapshot = query->getSnapshot();
        call(*timed);
        measurement.reset();
        harness.framework.destroyInstance("subject");

        call(*timed);
        event->trigger(1);

        if (measures) {
            CHECK(callsOf(*query, "timed") == 2);
            CHECK_NOTHROW(query->getSnapshot()->getDocument());
        }
        CHECK_NOTHROW(snapshot->getTimerNames());
    }
}
