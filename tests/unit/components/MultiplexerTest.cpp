#include <gantry/SwitchedTimer.hpp>
#include <gov/cca/AbstractFramework.hpp>
#include <performance/Control.hpp>
#include <performance/Event.hpp>
#include <performance/Measurement.hpp>
#include <performance/MemoryTracker.hpp>
#include <performance/Monitor.hpp>
#include <performance/PerfParam.hpp>
#include <performance/Phase.hpp>
#include <performance/Query.hpp>

#include <doctest/doctest.h>

#include <memory>
#include <semaphore>
#include <string>
#include <thread>
#include <vector>

#include "MultiplexerFixture.hpp"

namespace {

using Log = std::vector<std::string>;
using Fixture = MultiplexerFixture;

void call(performance::Timer& timer) {
    timer.start();
    timer.stop();
}

}  // namespace

TEST_SUITE("components.Multiplexer") {
    TEST_CASE_FIXTURE(Fixture, "with no backend nothing happens, and a timer's switch is off") {
        const auto timed = timer("timed");
        const gantry::TimerSwitch enabled = dynamic_cast<gantry::SwitchedTimer&>(*timed).enabled();

        call(*timed);

        CHECK_FALSE(enabled.on());
        connect("backend1", "first");
        CHECK(enabled.on());
        CHECK(first->take().empty());
        disconnect("backend1", "first");
        CHECK_FALSE(enabled.on());
    }

    TEST_CASE_FIXTURE(Fixture, "all backends see the same calls and values") {
        connect("backend3", "first");
        connect("backend1", "second");

        call(*timer("timed"));
        measurement->createEventWithName("event")->trigger(7);

        CHECK(first->take() == Log{"start timed", "stop timed", "event=7"});
        CHECK(second->take() == Log{"start timed", "stop timed", "event=7"});
    }

    TEST_CASE_FIXTURE(Fixture, "an open call is closed on the old backend and opened on the new") {
        const auto outer = timer("outer");
        const auto inner = timer("inner");
        connect("backend1", "first");
        outer->start();
        clock = 10;
        inner->start();
        clock = 30;

        exchange();
        clock = 70;
        inner->stop();
        clock = 100;
        outer->stop();

        CHECK(first->take() == Log{"start outer", "start inner", "stop inner", "stop outer"});
        CHECK(second->take() == Log{"start outer", "calls carried over=1", "start inner",
                                    "calls carried over=1", "stop inner", "stop outer"});
        CHECK(first->inclusive("outer") + second->inclusive("outer") == 100);
        CHECK(first->inclusive("inner") + second->inclusive("inner") == 60);
    }

    TEST_CASE_FIXTURE(Fixture, "a thread is carried over by its own next call and by no other's") {
        const auto timed = timer("timed");
        std::binary_semaphore started(0);
        std::binary_semaphore exchanged(0);
        std::binary_semaphore looked(0);
        connect("backend1", "first");
        std::jthread thread([&] {
            timed->start();
            started.release();
            exchanged.acquire();
            timed->stop();
            looked.release();
        });
        started.acquire();

        exchange();
        clock = 5;
        CHECK(first->take() == Log{"start timed"});
        exchanged.release();
        looked.acquire();

        CHECK(first->take() == Log{"stop timed"});
        CHECK(first->inclusive("timed") == 5);
        CHECK(second->inclusive("timed") == 0);
    }

    TEST_CASE_FIXTURE(Fixture, "the active ones are changed at once, and only they measure") {
        connect("backend1", "first");
        connect("backend2", "second");
        const auto timed = timer("timed");
        set("active", "backend1");
        call(*timed);
        set("active", "backend2");
        call(*timed);
        set("active", "backend3");
        call(*timed);
        set("active", "");
        call(*timed);

        CHECK(first->take().size() == 4);
        CHECK(second->take().size() == 4);
    }

    TEST_CASE_FIXTURE(Fixture, "a backend that comes later gets the present names and groups") {
        const auto control = measurement->createControl();
        const auto timed = timer("before");
        const auto event = measurement->createEventWithName("early");
        connect("backend1", "first");
        call(*timed);
        control->disableAllGroups();
        control->enableGroupName("loud");
        timed->setName("after");
        event->setName("late");

        connect("backend2", "second");
        call(*timed);
        event->trigger(1);

        CHECK(second->take() ==
              Log{"disable all", "enable loud", "start after", "stop after", "late=1"});
    }

    TEST_CASE_FIXTURE(Fixture, "trackers go with the backends and keep their settings") {
        const auto tracker = measurement->createMemoryTracker();
        connect("backend1", "first");
        tracker->setInterruptInterval(5);
        tracker->enableInterruptTracking();
        tracker->disable();
        CHECK_THROWS(tracker->setInterruptInterval(0));
        CHECK(first->alive() == 1);

        exchange();

        CHECK(first->alive() == 0);
        CHECK(second->take() == Log{"tracker off", "interval 5", "track at intervals"});
    }

    TEST_CASE_FIXTURE(Fixture, "a backend that was left is let go of when no thread uses it") {
        const auto timed = timer("timed");
        const auto event = measurement->createEventWithName("event");
        std::binary_semaphore started(0);
        std::binary_semaphore go(0);
        connect("backend1", "first");
        std::jthread thread([&] {
            timed->start();
            event->trigger(1);
            started.release();
            go.acquire();
        });
        started.acquire();
        exchange();
        CHECK(first->alive() == 2);

        go.release();
        thread.join();
        measurement->createQuery()->getSnapshot();

        CHECK(first->alive() == 0);
    }

    TEST_CASE_FIXTURE(Fixture,
                      "what a timer had in a backend is removed when it is neither held nor open") {
        connect("backend1", "first");
        auto open = timer("open");
        open->start();
        open.reset();
        for (int i = 0; i < 2000; ++i) {
            call(*timer("short"));
        }
        CHECK(first->alive() == 1);

        exchange();
        call(*timer("other"));

        CHECK(second->inclusive("open") == 0);
        CHECK(second->alive() == 2);
    }

    TEST_CASE_FIXTURE(Fixture, "a backend that fails does not disturb the others") {
        connect("backend1", "first");
        connect("backend2", "second");
        const auto before = timer("before");
        call(*before);
        first->take();
        second->take();
        first->fails = true;

        const auto event = measurement->createEventWithName("event");
        CHECK_NOTHROW(call(*before));
        CHECK_NOTHROW(call(*timer("after")));
        CHECK_NOTHROW(event->trigger(2));

        CHECK(second->take() ==
              Log{"start before", "stop before", "start after", "stop after", "event=2"});
        first->fails = false;
        first->take();
        event->trigger(3);
        CHECK(first->take() == Log{"event=3"});
    }

    TEST_CASE_FIXTURE(Fixture, "calls inside a backend that is measured itself do nothing") {
        framework.createInstance("performance.Multiplexer", "other");
        framework.connect({"subject", "backend1", "other", "MeasurementPort"});
        framework.connect({"other", "backend1", "subject", "MeasurementPort"});
        framework.connect({"other", "backend2", "first", "measurement"});
        framework.connect({"subject", "backend2", "subject", "MeasurementPort"});

        call(*timer("timed"));

        CHECK(first->take() == Log{"start timed", "stop timed"});
        CHECK_NOTHROW(measurement->createQuery()->getSnapshot());
        framework.disconnect({"other", "backend1", "subject", "MeasurementPort"});
    }

    TEST_CASE_FIXTURE(Fixture, "a backend at two ports measures once") {
        connect("backend1", "first");
        connect("backend2", "first");

        call(*timer("timed"));

        CHECK(first->take() == Log{"start timed", "stop timed"});
    }

    TEST_CASE_FIXTURE(Fixture,
                      "misused and deeply nested timers are carried over once they stand") {
        connect("backend1", "first");
        const auto a = timer("a");
        const auto b = timer("b");
        b->stop();
        for (int i = 0; i < 100; ++i) {
            a->start();
        }
        b->start();
        a->stop();
        b->stop();
        first->take();

        exchange();
        a->stop();

        CHECK(first->take().size() == 99);
        CHECK(second->take().size() == 99 * 2 + 1);
    }

    TEST_CASE_FIXTURE(Fixture, "the number of ports can be set, and bad settings are refused") {
        set("active", "backend4,backend1");
        CHECK(contains(refusal("active", "backend5"), "'backend5' is not a port for a backend"));
        CHECK(contains(refusal("active", ",backend1"), "'' is not a port"));
        CHECK(contains(refusal("active", "first"), "backend1 to backend4"));
        CHECK(contains(refusal("active", "backend01"), "is not a port"));
        CHECK_THROWS(connect("backend5", "first"));
        const auto map = parameters()->cloneEmpty();
        map->putInt("backends", 6);
        port<gov::cca::ports::ParameterPort>("configuration")->writeConfigurationMap(map);
        set("active", "backend6");

        connect("backend6", "first");
        call(*timer("timed"));

        CHECK(first->take().size() == 2);
    }

    TEST_CASE_FIXTURE(Fixture, "phases are carried over as timers are") {
        framework.createInstance("performance.Native", "native");
        framework.connect({"subject", "backend1", "native", "MeasurementPort"});
        const auto phase = measurement->createPhaseWithName("phase");
        phase->start();
        framework.disconnect({"subject", "backend1", "native", "MeasurementPort"});
        framework.connect({"subject", "backend1", "native", "MeasurementPort"});
        phase->stop();
        const auto query = measurement->createQuery();

        // Instances of the phase are timers of their own behind it.
        CHECK(query->getTimerNames()[0] == "phase");
        sidl::array<std::int32_t> samples;
        sidl::array<double> a;
        sidl::array<double> b;
        sidl::array<double> c;
        sidl::array<double> d;
        query->getEventData({"calls carried over"}, samples, a, b, c, d);
        CHECK(samples[0] == 1);
    }

    TEST_CASE_FIXTURE(Fixture, "records of calls go to all backends, and to none without one") {
        const auto monitor = port<performance::Monitor>("MonitorPort");
        const auto record = [&] {
            monitor->startMonitoring("solve");
            monitor->stopMonitoring("solve", {}, {});
        };
        sidl::array<std::string> names;
        record();
        monitor->setFileName("solve", "file");
        CHECK_NOTHROW(monitor->dumpData("solve"));
        CHECK(port<performance::PerfParam>("PerfParamPort")->getCompMethNames(names) == 0);
        CHECK(names.empty());

        connect("backend1", "first");
        connect("backend2", "second");
        first->fails = true;
        record();

        CHECK(first->take() == Log{"end solve"});
        CHECK(second->take() == Log{"begin solve", "end solve"});
        CHECK(measurement->getMonitor() == monitor);
    }

    TEST_CASE_FIXTURE(Fixture, "a recorded call ends on the backends on which it began") {
        const auto monitor = measurement->getMonitor();
        connect("backend1", "first");
        monitor->startMonitoring("outer");

        exchange();
        monitor->startMonitoring("inner");
        monitor->stopMonitoring("inner", {}, {});
        monitor->stopMonitoring("outer", {}, {});
        monitor->stopMonitoring("outer", {}, {});

        CHECK(first->take() == Log{"begin outer", "end outer"});
        CHECK(second->take() == Log{"begin inner", "end inner", "end outer"});
    }

    TEST_CASE_FIXTURE(Fixture, "context events are switched on the backends that come later, too") {
        connect("backend1", "first");
        const auto event = measurement->createContextEventWithName("bytes");
        event->trigger(1);
        event->disable();
        exchange();
        event->trigger(2);
        event->enable();

        CHECK(first->take() == Log{"bytes=1", "bytes off"});
        CHECK(second->take() == Log{"bytes off", "bytes=2", "bytes on"});
    }

    TEST_CASE_FIXTURE(Fixture, "the first backend that measures something answers") {
        framework.createInstance("performance.Null", "null");
        framework.createInstance("performance.Native", "native");
        framework.connect({"subject", "backend1", "null", "MeasurementPort"});
        connect("backend2", "first");
        framework.connect({"subject", "backend3", "native", "MeasurementPort"});

        call(*timer("timed"));

        measurement->createEventWithName("size")->trigger(3);

        const auto query = measurement->createQuery();
        sidl::array<double, 2> quantiles;
        sidl::array<std::int64_t> values;
        query->getEventQuantiles({"size"}, {0.5}, quantiles, values);
        CHECK(query->getTimerNames().length() == 1);
        CHECK(values[0] == 1);
        CHECK(quantiles(0, 0) == 3);
        set("active", "backend1,backend2");
        CHECK(query->getTimerNames().empty());
        query->getEventQuantiles({"size"}, {0.5}, quantiles, values);
        CHECK(values.empty());
    }
}
