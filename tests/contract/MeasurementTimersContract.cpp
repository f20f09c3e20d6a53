#include <performance/Phase.hpp>
#include <performance/Snapshot.hpp>

#include <doctest/doctest.h>

#include <thread>
#include <vector>

#include "MeasurementFixture.hpp"

using namespace contract;

TEST_SUITE("contract.performance.Measurement") {
    TEST_CASE_FIXTURE(MeasurementFixture,
                      "a timer is listed by name and type once it was started, and not before") {
        const auto idle = measurement->createTimerWithNameType("idle", "T");
        const auto used = measurement->createTimerWithNameType("used", "T");

        call(*used);

        if (measures) {
            CHECK(has(query->getTimerNames(), "used T"));
            CHECK_FALSE(has(query->getTimerNames(), "idle T"));
        }
    }

    TEST_CASE_FIXTURE(MeasurementFixture,
                      "values are [timer][counter], by full name or unique bare name") {
        call(*measurement->createTimerWithNameType("one", "T"));
        call(*measurement->createTimerWithNameType("two", "A"));
        call(*measurement->createTimerWithNameType("two", "B"));

        const TimerData data = read({"one", "one T", "two", "two B", "three"});

        if (measures) {
            REQUIRE(data.calls.length() == 5);
            CHECK(data.calls[0] == 1);
            CHECK(data.calls[1] == 1);
            CHECK(data.calls[2] == 0);
            CHECK(data.calls[3] == 1);
            CHECK(data.inclusive.length(0) == 5);
            CHECK(data.inclusive.length(1) == data.numCounters);
            CHECK(data.inclusive(0, 0) == data.inclusive(1, 0));
        }
    }

    TEST_CASE_FIXTURE(MeasurementFixture, "an unknown timer has zeros") {
        const TimerData data = read({"nobody", ""});

        if (measures) {
            for (int t = 0; t < 2; ++t) {
                CHECK(data.calls[t] == 0);
                CHECK(data.childCalls[t] == 0);
                CHECK(data.inclusive(t, 0) == 0);
                CHECK(data.exclusive(t, 0) == 0);
            }
        }
    }

    TEST_CASE_FIXTURE(MeasurementFixture, "no names give no values") {
        const TimerData data = read({});

        CHECK(data.calls.empty());
        CHECK(data.inclusive.empty());
        CHECK(readEvents({}).samples.empty());
    }

    TEST_CASE_FIXTURE(MeasurementFixture, "a timer contains what runs inside it") {
        const auto outer = timer("outer");
        const auto inner = timer("inner");
        outer->start();
        for (int i = 0; i < 100; ++i) {
            call(*inner);
        }
        outer->stop();

        const TimerData data = read({"outer", "inner"});

        if (measures) {
            CHECK(data.calls[0] == 1);
            CHECK(data.childCalls[0] == 100);
            CHECK(data.calls[1] == 100);
            CHECK(data.childCalls[1] == 0);
            CHECK(data.inclusive(0, 0) >= data.inclusive(1, 0));
            CHECK(data.exclusive(0, 0) == data.inclusive(0, 0) - data.inclusive(1, 0));
            CHECK(data.exclusive(1, 0) == data.inclusive(1, 0));
        }
    }

    TEST_CASE_FIXTURE(MeasurementFixture, "recursion is counted once") {
        const auto recursive = timer("recursive");
        const auto whole = timer("whole");
        whole->start();
        recursive->start();
        recursive->start();
        recursive->stop();
        recursive->stop();
        whole->stop();

        const TimerData data = read({"recursive", "whole"});

        if (measures) {
            CHECK(data.calls[0] == 2);
            CHECK(data.inclusive(0, 0) <= data.inclusive(1, 0));
        }
    }

    TEST_CASE_FIXTURE(MeasurementFixture, "calls are exact over threads that share a timer") {
        constexpr int kThreads = 4;
        constexpr int kCalls = 20000;
        const auto shared = timer("shared");
        {
            std::vector<std::jthread> threads;
            for (int t = 0; t < kThreads; ++t) {
                threads.emplace_back([&] {
                    for (int i = 0; i < kCalls; ++i) {
                        call(*shared);
                    }
                });
            }
            for (int i = 0; i < 20; ++i) {
                query->getTimerNames();
                read({"shared"});
            }
        }

        if (measures) {
            CHECK(callsOf(*query, "shared") == kThreads * kCalls);
        }
    }

    TEST_CASE_FIXTURE(MeasurementFixture, "a query while a timer runs includes it") {
        const auto running = timer("running");
        running->start();

        const TimerData first = read({"running"});
        const auto snapshot = query->getSnapshot();
        const TimerData later = read({"running"});

        if (measures) {
            CHECK(first.calls[0] == 1);
            CHECK(first.inclusive(0, 0) > 0);
            CHECK(later.inclusive(0, 0) > first.inclusive(0, 0));
            REQUIRE(snapshot->getTimerNames().length() == 1);
            CHECK(snapshot->getNumRunning()[0] == 1);
        }
        running->stop();
        if (measures) {
            CHECK(query->getSnapshot()->getNumRunning()[0] == 0);
        }
    }

    TEST_CASE_FIXTURE(MeasurementFixture, "a snapshot does not change any more") {
        const auto timed = timer("timed");
        call(*timed);
        const auto snapshot = query->getSnapshot();
        call(*timed);
        sidl::array<double, 2> exclusive;
        sidl::array<double, 2> inclusive;
        sidl::array<std::int64_t> calls;
        sidl::array<std::int64_t> childCalls;

        snapshot->getTimerData(exclusive, inclusive, calls, childCalls);

        if (measures) {
            REQUIRE(calls.length() == 1);
            CHECK(calls[0] == 1);
            CHECK(inclusive.length(1) == snapshot->getCounterNames().length());
            CHECK(snapshot->getTime() > 0);
            CHECK(snapshot->getDocument().find("\"timed\"") != std::string::npos);
        }
    }

    TEST_CASE_FIXTURE(
        MeasurementFixture,
        "a renamed timer counts later starts under the new name and ends the running call") {
        const auto renamed = timer("before");
        renamed->start();
        renamed->setName("after");
        renamed->stop();
        call(*renamed);
        call(*renamed);

        if (measures) {
            CHECK(callsOf(*query, "before") == 1);
            CHECK(callsOf(*query, "after") == 2);
            for (const int running : query->getSnapshot()->getNumRunning()) {
                CHECK(running == 0);
            }
        }
    }

    TEST_CASE_FIXTURE(MeasurementFixture,
                      "a parameter is recorded under the timer's name with its value") {
        const auto timed = timer("solve");
        timed->start();
        timed->setParam1L(42, "size");
        timed->stop();

        if (measures) {
            CHECK(callsOf(*query, "solve") == 1);
            CHECK(callsOf(*query, "solve [ size = 42 ]") == 1);
        }
    }

    TEST_CASE_FIXTURE(MeasurementFixture,
                      "misuse of timers ends nothing and is not counted as calls") {
        const auto first = timer("first");
        const auto second = timer("second");
        first->stop();
        first->start();
        second->start();
        first->stop();
        second->stop();
        first->setParam1L(1, "outside");

        if (measures) {
            CHECK(callsOf(*query, "first") == 1);
            CHECK(callsOf(*query, "second") == 1);
        }
    }

    TEST_CASE_FIXTURE(MeasurementFixture, "a phase is timed as a timer is") {
        const auto phase = measurement->createPhaseWithName("phase");
        phase->start();
        call(*timer("inside"));
        phase->stop();

        const TimerData data = read({"phase", "inside"});

        if (measures) {
            CHECK(data.calls[0] == 1);
            CHECK(data.childCalls[0] == 1);
            CHECK(data.inclusive(0, 0) >= data.inclusive(1, 0));
        }
    }
}
