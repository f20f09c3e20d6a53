#include <performance/Event.hpp>
#include <performance/Monitor.hpp>
#include <performance/PerfParam.hpp>
#include <performance/Phase.hpp>
#include <performance/Snapshot.hpp>
#include <performance/TimerReader.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include "MeasurementFixture.hpp"

using namespace contract;

namespace {

struct Values {
    sidl::array<double, 2> exclusive;
    sidl::array<double, 2> inclusive;
    sidl::array<std::int64_t> calls;
    sidl::array<std::int64_t> childCalls;
};

Values dataOf(performance::TimerReader& reader) {
    Values values;
    reader.getTimerData(values.exclusive, values.inclusive, values.calls, values.childCalls);
    return values;
}

Values differenceOf(performance::TimerReader& reader) {
    Values values;
    reader.getDifference(values.exclusive, values.inclusive, values.calls, values.childCalls);
    return values;
}

struct Paths : Values {
    sidl::array<std::int32_t> thread;
    sidl::array<std::int32_t> timer;
    sidl::array<std::int32_t> parent;
    sidl::array<std::int32_t> phase;
};

Paths pathsOf(performance::Snapshot& snapshot) {
    Paths paths;
    snapshot.getCallPathData(paths.thread, paths.timer, paths.parent, paths.phase, paths.exclusive,
                             paths.inclusive, paths.calls, paths.childCalls);
    return paths;
}

struct InPhases : Values {
    sidl::array<std::int32_t> phase;
    sidl::array<std::int32_t> instance;
    sidl::array<std::int32_t> timer;
};

InPhases inPhases(performance::Snapshot& snapshot, bool byInstance) {
    InPhases all;
    snapshot.getPhaseData(byInstance, all.phase, all.instance, all.timer, all.exclusive,
                          all.inclusive, all.calls, all.childCalls);
    return all;
}

// What the timer took in the phase.
double sumIn(const InPhases& all, int phase, int timer) {
    double sum = 0;
    for (int row = 0; row < all.timer.length(); ++row) {
        sum += all.phase[row] == phase && all.timer[row] == timer ? all.exclusive(row, 0) : 0;
    }
    return sum;
}

struct Statistics {
    sidl::array<std::int64_t> samples;
    sidl::array<double> min;
    sidl::array<double> max;
    sidl::array<double> mean;
    sidl::array<double> deviation;
};

int indexOf(const sidl::array<std::string>& names, const std::string& name) {
    return static_cast<int>(std::find(names.begin(), names.end(), name) - names.begin());
}

}  // namespace

TEST_SUITE("contract.performance.Measurement") {
    TEST_CASE_FIXTURE(MeasurementFixture, "a reader has the values of its timers as Query has") {
        call(*measurement->createTimerWithNameType("one", "T"));
        const auto outer = timer("outer");
        const auto inner = timer("inner");
        const auto reader = query->createTimerReader({"one T", "outer", "later", "one"});
        REQUIRE(reader);
        outer->start();
        call(*inner);
        outer->stop();
        call(*timer("later"));

        const Values values = dataOf(*reader);
        const TimerData data = read({"one T", "outer", "later", "one"});

        if (measures) {
            CHECK(reader->getTimerNames().length() == 4);
            CHECK(reader->getCounterNames().length() == data.numCounters);
            REQUIRE(values.calls.length() == 4);
            CHECK(values.inclusive.length(0) == 4);
            CHECK(values.inclusive.length(1) == data.numCounters);
            for (int t = 0; t < 4; ++t) {
                CHECK(values.calls[t] == data.calls[t]);
                CHECK(values.calls[t] == 1);
                CHECK(values.childCalls[t] == data.childCalls[t]);
                CHECK(values.inclusive(t, 0) == doctest::Approx(data.inclusive(t, 0)));
                CHECK(values.exclusive(t, 0) == doctest::Approx(data.exclusive(t, 0)));
            }
        }
    }

    TEST_CASE_FIXTURE(MeasurementFixture, "a difference is what came since the last one") {
        const auto timed = timer("timed");
        call(*timed);
        const auto reader = query->createTimerReader({"timed"});
        const auto other = query->createTimerReader({"timed"});
        REQUIRE(reader);
        call(*timed);
        call(*timed);

        const Values first = differenceOf(*reader);
        const Values nothing = differenceOf(*reader);
        call(*timed);
        const Values last = differenceOf(*reader);

        if (measures) {
            CHECK(first.calls[0] == 2);
            CHECK(nothing.calls[0] == 0);
            CHECK(nothing.inclusive(0, 0) == 0);
            CHECK(last.calls[0] == 1);
            CHECK(differenceOf(*other).calls[0] == 3);
            CHECK(dataOf(*reader).calls[0] == 4);
        }
    }

    TEST_CASE_FIXTURE(MeasurementFixture, "a reader of no timer has no values") {
        const auto reader = query->createTimerReader({});
        REQUIRE(reader);

        CHECK(dataOf(*reader).calls.empty());
        CHECK(differenceOf(*reader).inclusive.empty());
    }

    TEST_CASE_FIXTURE(MeasurementFixture, "timers of one name and type in two groups are two") {
        const auto one = measurement->createTimerWithNameTypeGroup("f", "T", "g");
        const auto two = measurement->createTimerWithNameTypeGroup("f", "T", "h");
        call(*one);
        call(*two);
        call(*two);

        const auto snapshot = query->getSnapshot();
        Values values;
        snapshot->getTimerData(values.exclusive, values.inclusive, values.calls, values.childCalls);

        if (measures) {
            const auto groups = snapshot->getTimerGroups();
            REQUIRE(groups.length() == 2);
            CHECK(snapshot->getTimerNames()[0] == "f T");
            CHECK(snapshot->getTimerNames()[1] == "f T");
            CHECK(values.calls[indexOf(groups, "g")] == 1);
            CHECK(values.calls[indexOf(groups, "h")] == 2);
            CHECK(read({"f T"}).calls[0] == 3);
        }
    }

    TEST_CASE_FIXTURE(MeasurementFixture,
                      "call paths have their thread, the one above and the phase around") {
        const auto phase = measurement->createPhaseWithName("step");
        const auto f = timer("f");
        const auto g = timer("g");
        phase->start();
        f->start();
        call(*g);
        f->stop();
        phase->stop();
        std::thread([&] { call(*g); }).join();

        const auto snapshot = query->getSnapshot();
        const Paths paths = pathsOf(*snapshot);

        if (measures) {
            const auto names = snapshot->getTimerNames();
            const int step = indexOf(names, "step");
            CHECK(snapshot->getTimerKinds()[step] == "phase");
            CHECK(snapshot->getTimerKinds()[indexOf(names, "f")] == "timer");
            CHECK(snapshot->getRank() == 0);
            CHECK(paths.inclusive.length(0) == paths.timer.length());
            int inPhase = 0;
            int alone = 0;
            int timers = 0;
            for (int i = 0; i < paths.timer.length(); ++i) {
                if (snapshot->getTimerKinds()[paths.timer[i]] == "parameter") {
                    CHECK(paths.phase[i] == step);
                    continue;
                }
                ++timers;
                REQUIRE(paths.thread[i] < snapshot->getThreadNames().length());
                CHECK(paths.parent[i] < i);
                CHECK(paths.calls[i] == 1);
                CHECK(paths.exclusive(i, 0) <= paths.inclusive(i, 0));
                inPhase += paths.phase[i] == step ? 1 : 0;
                alone += paths.parent[i] == -1 ? 1 : 0;
                if (paths.timer[i] == indexOf(names, "g") && paths.parent[i] >= 0) {
                    CHECK(paths.timer[paths.parent[i]] == indexOf(names, "f"));
                }
            }
            CHECK(timers == 4);
            CHECK(inPhase == 2);
            CHECK(alone == 2);
        }
    }

    TEST_CASE_FIXTURE(MeasurementFixture,
                      "a timer has values for each phase and for its calls in none") {
        const auto phase = measurement->createPhaseWithName("step");
        const auto f = timer("f");
        call(*f);
        for (int i = 0; i < 3; ++i) {
            phase->start();
            call(*f);
            call(*f);
            phase->stop();
        }

        const auto snapshot = query->getSnapshot();
        const InPhases all = inPhases(*snapshot, false);

        if (measures) {
            const auto names = snapshot->getTimerNames();
            const int step = indexOf(names, "step");
            REQUIRE(all.timer.length() == 3);
            CHECK(all.phase.toVector() == std::vector<std::int32_t>{-1, step, step});
            CHECK(all.instance.toVector() == std::vector<std::int32_t>(3, -1));
            CHECK(all.calls[0] == 1);
            for (const int row : {1, 2}) {
                CHECK(all.calls[row] == (all.timer[row] == step ? 3 : 6));
                CHECK(all.exclusive(row, 0) <= all.inclusive(row, 0));
            }
            Values flat;
            snapshot->getTimerData(flat.exclusive, flat.inclusive, flat.calls, flat.childCalls);
            const auto total = [](const sidl::array<double, 2>& values) {
                double sum = 0;
                for (int row = 0; row < values.length(0); ++row) {
                    sum += values(row, 0);
                }
                return sum;
            };
            const double inF = flat.exclusive(indexOf(names, "f"), 0);
            CHECK(total(all.exclusive) == doctest::Approx(flat.inclusive(step, 0) + inF -
                                                          sumIn(all, step, indexOf(names, "f"))));
        }
    }

    TEST_CASE_FIXTURE(MeasurementFixture, "an instance of a phase has values of its own") {
        const auto phase = measurement->createPhaseWithName("step");
        const auto f = timer("f");
        for (int i = 1; i <= 3; ++i) {
            phase->start();
            phase->setParam1L(i, "iteration");
            for (int k = 0; k < i; ++k) {
                call(*f);
            }
            phase->stop();
        }

        const auto snapshot = query->getSnapshot();
        const InPhases all = inPhases(*snapshot, true);

        if (measures) {
            const auto names = snapshot->getTimerNames();
            for (int i = 1; i <= 3; ++i) {
                const std::string name = "step [ iteration = " + std::to_string(i) + " ]";
                const int instance = indexOf(names, name);
                REQUIRE(instance < names.length());
                CHECK(snapshot->getTimerKinds()[instance] == "parameter");
                CHECK(read({name}).calls[0] == 1);
                int rows = 0;
                for (int row = 0; row < all.timer.length(); ++row) {
                    if (all.instance[row] == instance) {
                        ++rows;
                        CHECK(all.phase[row] == indexOf(names, "step"));
                        CHECK(all.calls[row] == (all.timer[row] == indexOf(names, "f") ? i : 1));
                    }
                }
                CHECK(rows == 2);
            }
        }
    }

    TEST_CASE_FIXTURE(MeasurementFixture, "the records of a backend are those of its ports") {
        const auto monitor = measurement->getMonitor();
        const auto records = measurement->getPerfParam();

        CHECK((monitor == nullptr) == (records == nullptr));
        if (monitor) {
            CHECK(measurement->getMonitor() == monitor);
            monitor->startMonitoring("call");
            monitor->stopMonitoring("call", {"n"}, {1.0});
            sidl::array<double, 2> rows;
            const int known = records->getPerformanceData("call", rows, false);
            CHECK((known == 0) == measures);
            CHECK(rows.length(0) == (measures ? 1 : 0));
        }
    }

    TEST_CASE_FIXTURE(MeasurementFixture,
                      "the deviation of an event is right where it is small beside the mean") {
        const auto event = measurement->createEventWithName("size");
        for (const double value : {1e9 + 1, 1e9 + 2, 1e9 + 3, 1e9 + 4}) {
            event->trigger(value);
        }

        Statistics of;
        query->getEventStatistics({"size", "nothing"}, of.samples, of.min, of.max, of.mean,
                                  of.deviation);
        Statistics all;
        const auto snapshot = query->getSnapshot();
        snapshot->getEventStatistics(all.samples, all.min, all.max, all.mean, all.deviation);

        if (measures) {
            CHECK(of.samples[0] == 4);
            CHECK(of.min[0] == 1e9 + 1);
            CHECK(of.max[0] == 1e9 + 4);
            CHECK(of.mean[0] == 1e9 + 2.5);
            CHECK(of.deviation[0] == doctest::Approx(1.1180339887));
            CHECK(of.samples[1] == 0);
            CHECK(of.deviation[1] == 0);
            REQUIRE(snapshot->getEventNames().length() == 1);
            CHECK(snapshot->getEventNames()[0] == "size");
            CHECK(all.deviation[0] == of.deviation[0]);
        }
    }

    TEST_CASE_FIXTURE(MeasurementFixture, "quantiles of few values are among them") {
        const auto event = measurement->createEventWithName("few");
        for (const double value : {1.0, 2.0, 3.0, 50.0}) {
            event->trigger(value);
        }

        const EventQuantiles data = readQuantiles({"few"}, {0, 0.5, 0.99, 1});

        if (measures && data.values[0] != 0) {
            CHECK(data.quantiles(0, 0) == 1);
            CHECK(data.quantiles(0, 1) == doctest::Approx(2).epsilon(0.01));
            CHECK(data.quantiles(0, 2) == doctest::Approx(50).epsilon(0.01));
            CHECK(data.quantiles(0, 3) == 50);
        }
    }
}
