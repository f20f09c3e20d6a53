#include <performance/ContextEvent.hpp>
#include <performance/Event.hpp>
#include <performance/MemoryHeadroomTracker.hpp>
#include <performance/MemoryTracker.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <string>

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

    TEST_CASE_FIXTURE(
        MeasurementFixture,
        "quantiles of an event are within 1 %, from its least value to its greatest") {
        const auto event = measurement->createEventWithName("size");
        for (int i = 100; i >= 1; --i) {
            event->trigger(i);
        }

        const EventQuantiles data = readQuantiles({"size"}, {0.0, 0.5, 0.9, 1.0});

        if (measures && !data.values.empty() && data.values[0] != 0) {
            CHECK(data.values[0] == 100);
            REQUIRE(data.quantiles.length(0) == 1);
            REQUIRE(data.quantiles.length(1) == 4);
            CHECK(data.quantiles(0, 0) == 1);
            CHECK(data.quantiles(0, 1) == doctest::Approx(50).epsilon(0.021));
            CHECK(data.quantiles(0, 2) == doctest::Approx(90).epsilon(0.012));
            CHECK(data.quantiles(0, 3) == 100);
        }
    }

    TEST_CASE_FIXTURE(MeasurementFixture,
                      "quantiles have a row for each name asked for, zeros for one not known") {
        const auto event = measurement->createEventWithName("size");
        event->trigger(-7);

        const EventQuantiles data = readQuantiles({"nobody", "size"}, {0.25});

        if (measures) {
            REQUIRE(data.values.length() == 2);
            REQUIRE(data.quantiles.length(0) == 2);
            REQUIRE(data.quantiles.length(1) == 1);
            CHECK(data.values[0] == 0);
            CHECK(data.quantiles(0, 0) == 0);
            CHECK(data.quantiles(1, 0) == (data.values[1] == 0 ? 0 : -7));
        }
    }

    TEST_CASE_FIXTURE(MeasurementFixture, "what is not a probability has no quantile") {
        const auto event = measurement->createEventWithName("size");
        event->trigger(1);
        const double noNumber = std::numeric_limits<double>::quiet_NaN();

        const EventQuantiles data = readQuantiles({"size"}, {-0.001, 1.001, noNumber, 50});

        if (measures) {
            for (int k = 0; k < data.quantiles.length(1); ++k) {
                CHECK(std::isnan(data.quantiles(0, k)));
            }
        }
    }

    TEST_CASE_FIXTURE(MeasurementFixture, "quantiles of nothing, and none of an event, are none") {
        const auto event = measurement->createEventWithName("size");
        event->trigger(1);
        const sidl::array<std::string> noNames;
        const sidl::array<double> noProbabilities;

        CHECK(readQuantiles(noNames, {0.5}).values.empty());
        CHECK(readQuantiles(noNames, {0.5}).quantiles.empty());
        CHECK(readQuantiles({"size"}, noProbabilities).quantiles.empty());
    }

    TEST_CASE_FIXTURE(MeasurementFixture,
                      "a context event has quantiles of all its values and of each call path") {
        const auto event = measurement->createContextEventWithName("bytes");
        const auto outer = timer("outer");
        outer->start();
        event->trigger(10);
        outer->stop();
        event->trigger(20);

        const EventQuantiles data = readQuantiles({"bytes", "bytes : outer"}, {1.0});

        if (measures && data.values.length() == 2 && data.values[1] != 0) {
            CHECK(data.values[0] == 2);
            CHECK(data.quantiles(0, 0) == 20);
            CHECK(data.values[1] == 1);
            CHECK(data.quantiles(1, 0) == 10);
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

    TEST_CASE_FIXTURE(
        MeasurementFixture,
        "a context event is kept for each call path, and in total while it is switched "
        "off") {
        const auto event = measurement->createContextEventWithName("bytes");
        const auto outer = timer("outer");
        outer->start();
        event->trigger(10);
        outer->stop();
        event->disable();
        outer->start();
        event->trigger(1000);
        outer->stop();
        event->enable();
        event->trigger(20);

        const EventData data = readEvents({"bytes", "bytes : outer"});

        if (measures) {
            CHECK(data.samples[0] == 3);
            CHECK(data.max[0] == 1000);
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
