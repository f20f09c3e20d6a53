#include <performance/ContextEvent.hpp>
#include <performance/Event.hpp>
#include <performance/MemoryHeadroomTracker.hpp>
#include <performance/MemoryTracker.hpp>

#include <doctest/doctest.h>

#include "MeasurementFixture.hpp"

using namespace contract;

TEST_SUITE("contract.performance.Measurement") {
    TEST_CASE_FIXTURE(MeasurementFixture,
                      "an event keeps number, extremes, mean and sum of squares") {
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

    TEST_CASE_FIXTURE(MeasurementFixture,
                      "an event that gets its name later is recorded under it") {
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

    TEST_CASE_FIXTURE(MeasurementFixture,
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

    TEST_CASE_FIXTURE(MeasurementFixture,
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

    TEST_CASE_FIXTURE(MeasurementFixture,
                      "a tracker that works at intervals ends with its object") {
        auto heap = measurement->createMemoryTracker();
        heap->setInterruptInterval(3600);
        heap->enableInterruptTracking();
        heap->enableInterruptTracking();
        heap->setInterruptInterval(1800);

        heap.reset();

        CHECK(readEvents(query->getEventNames()).samples.empty());
    }
}
