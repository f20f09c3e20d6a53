#include <performance/ContextEvent.hpp>
#include <performance/Control.hpp>
#include <performance/Event.hpp>
#include <performance/MemoryHeadroomTracker.hpp>
#include <performance/MemoryTracker.hpp>
#include <performance/Phase.hpp>
#include <performance/Snapshot.hpp>

#include <doctest/doctest.h>

#include "MeasurementFixture.hpp"

using contract::call;
using contract::callsOf;
using contract::EventData;
using contract::has;
using Fixture = contract::MeasurementFixture;

TEST_SUITE("contract.performance.Measurement") {
    TEST_CASE_FIXTURE(Fixture, "every kind of object is made") {
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

    TEST_CASE_FIXTURE(Fixture, "an event keeps number, extremes, mean and sum of squares") {
        const auto event = measurement->createEventWithName("size");
        for (const double value : {4.0, -2.0, 1.0}) {
            event->trigger(value);
        }

        const EventData data = readEvents({"size", "nobody"});

        if (measures) {
            CHECK(has(query->getEventNames(), "size"));
            CHECK(data.samples[0] == 3);
            CHECK(data.max[0] == 4);
            CHECK(data.min[0] == -2);
            CHECK(data.mean[0] == doctest::Approx(1));
            CHECK(data.sumSquares[0] == doctest::Approx(21));
            CHECK(data.samples[1] == 0);
            CHECK(data.max[1] == 0);
        }
    }

    TEST_CASE_FIXTURE(Fixture, "an event that gets its name later is recorded under it") {
        const auto event = measurement->createEvent();
        event->setName("first");
        event->trigger(1);
        event->setName("second");
        event->trigger(2);

        const EventData data = readEvents({"first", "second"});

        if (measures) {
            CHECK(data.samples[0] == 1);
            CHECK(data.mean[1] == 2);
        }
    }

    TEST_CASE_FIXTURE(Fixture,
                      "a context event is kept for each call path, and can be switched off") {
        const auto event = measurement->createContextEventWithName("bytes");
        const auto outer = timer("outer");
        outer->start();
        event->trigger(10);
        outer->stop();
        event->disable();
        event->trigger(1000);
        event->enable();
        event->trigger(20);

        const EventData data = readEvents({"bytes", "bytes : outer"});

        if (measures) {
            CHECK(data.samples[0] == 2);
            CHECK(data.max[0] == 20);
            CHECK(data.samples[1] == 1);
            CHECK(data.max[1] == 10);
        }
    }

    TEST_CASE_FIXTURE(Fixture,
                      "the memory trackers record an event on request, unless they are off") {
        const auto heap = measurement->createMemoryTracker();
        const auto left = measurement->createMemoryHeadroomTracker();
        heap->trackHere();
        left->trackHere();
        heap->disable();
        heap->trackHere();
        heap->enable();
        heap->trackHere();

        if (measures) {
            REQUIRE(query->getEventNames().length() == 2);
            const EventData data = readEvents(query->getEventNames());
            CHECK(data.samples[0] + data.samples[1] == 3);
            CHECK(data.max[0] + data.max[1] > 0);
        }
    }

    TEST_CASE_FIXTURE(Fixture, "a tracker that works at intervals ends with its object") {
        auto heap = measurement->createMemoryTracker();
        heap->setInterruptInterval(3600);
        heap->enableInterruptTracking();
        heap->enableInterruptTracking();
        heap->setInterruptInterval(1800);

        heap.reset();

        CHECK(readEvents(query->getEventNames()).samples.empty());
    }

    TEST_CASE_FIXTURE(Fixture, "bad settings are refused") {
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

    TEST_CASE_FIXTURE(Fixture, "dumps write files and never over an incremental one") {
        call(*timer("timed"));

        query->dumpProfileData();
        query->dumpProfileDataPrefix((folder / "mine").string());
        query->dumpTimerNames();
        query->dumpTimerData({"timed", "nobody"});
        const std::size_t named = files();
        query->dumpProfileDataIncremental();
        query->dumpProfileDataIncremental();
        measurement->createQuery()->dumpProfileDataIncremental();
        query->dumpTimerDataIncremental({"timed"});
        query->dumpTimerDataIncremental({"timed"});

        if (measures) {
            CHECK(named == 4);
            CHECK(files() == named + 5);
        } else {
            CHECK(files() == 0);
        }
    }

    TEST_CASE_FIXTURE(Fixture,
                      "a dump that can not be written is an error and leaves nothing behind") {
        if (measures) {
            CHECK_THROWS_AS(
                query->dumpProfileDataPrefix((folder / "no such folder" / "x").string()),
                gov::cca::CCAException);
            CHECK(files() == 0);
        }
    }

    TEST_CASE_FIXTURE(Fixture, "objects may outlive the component that made them") {
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
