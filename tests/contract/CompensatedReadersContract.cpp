#include <performance/CompensatedReader.hpp>
#include <performance/CompensatedSnapshot.hpp>
#include <performance/Phase.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "MeasurementFixture.hpp"

using namespace contract;

namespace {

struct Net {
    sidl::array<double, 2> exclusive;
    sidl::array<double, 2> inclusive;
    sidl::array<double, 2> exclusiveError;
    sidl::array<double, 2> inclusiveError;
};

struct Raw {
    sidl::array<double, 2> exclusive;
    sidl::array<double, 2> inclusive;
    sidl::array<std::int64_t> calls;
};

Raw rawPaths(performance::Snapshot& snapshot) {
    Raw raw;
    sidl::array<std::int32_t> index;
    sidl::array<std::int64_t> childCalls;
    snapshot.getCallPathData(index, index, index, index, raw.exclusive, raw.inclusive, raw.calls,
                             childCalls);
    return raw;
}

Raw rawPhases(performance::Snapshot& snapshot, bool byInstance) {
    Raw raw;
    sidl::array<std::int32_t> index;
    sidl::array<std::int64_t> childCalls;
    snapshot.getPhaseData(byInstance, index, index, index, raw.exclusive, raw.inclusive, raw.calls,
                          childCalls);
    return raw;
}

double sumOf(const sidl::array<double, 2>& values) {
    double sum = 0;
    for (int row = 0; row < values.length(0); ++row) {
        sum += values(row, 0);
    }
    return sum;
}

void checkWithoutOverhead(const Net& net, const Raw& raw) {
    REQUIRE(raw.calls.length() > 0);
    for (const sidl::array<double, 2>* const table :
         {&net.exclusive, &net.inclusive, &net.exclusiveError, &net.inclusiveError}) {
        REQUIRE(table->length(0) == raw.calls.length());
        REQUIRE(table->length(1) == raw.inclusive.length(1));
    }
    for (int row = 0; row < raw.calls.length(); ++row) {
        CHECK(net.inclusive(row, 0) >= 0);
        CHECK(net.inclusive(row, 0) <= raw.inclusive(row, 0));
        CHECK(net.exclusive(row, 0) <= net.inclusive(row, 0));
        if (!std::isnan(net.inclusiveError(row, 0)) && raw.calls[row] > 0) {
            CHECK(net.inclusiveError(row, 0) > 0);
            CHECK(net.exclusiveError(row, 0) > 0);
        }
    }
    CHECK(sumOf(net.exclusive) < sumOf(raw.exclusive));
}

}  // namespace

TEST_SUITE("contract.performance.Measurement") {
    TEST_CASE_FIXTURE(
        MeasurementFixture,
        "a reader that knows the overhead gives values without it, and their bounds") {
        const auto outer = timer("outer");
        const auto inner = timer("inner");
        const auto net = std::dynamic_pointer_cast<performance::CompensatedReader>(
            query->createTimerReader({"outer", "inner", "unknown"}));
        outer->start();
        for (int i = 0; i < 1000; ++i) {
            call(*inner);
        }
        outer->stop();
        if (!net || !measures) {
            return;
        }
        Net all;
        net->getCompensatedData(all.exclusive, all.inclusive, all.exclusiveError,
                                all.inclusiveError);
        Net added;
        net->getCompensatedDifference(added.exclusive, added.inclusive, added.exclusiveError,
                                      added.inclusiveError);
        const TimerData raw = read({"outer", "inner", "unknown"});

        REQUIRE(all.inclusive.length(0) == 3);
        REQUIRE(all.inclusive.length(1) == raw.numCounters);
        for (int t = 0; t < 3; ++t) {
            CHECK(all.inclusive(t, 0) <= raw.inclusive(t, 0));
            CHECK(all.exclusive(t, 0) <= raw.exclusive(t, 0));
            CHECK(all.inclusive(t, 0) >= 0);
            CHECK(added.inclusive(t, 0) == doctest::Approx(all.inclusive(t, 0)));
            CHECK(added.inclusiveError(t, 0) == doctest::Approx(all.inclusiveError(t, 0)));
        }
        CHECK(all.inclusive(2, 0) == 0);
        if (!std::isnan(all.inclusiveError(0, 0))) {
            CHECK(all.inclusive(0, 0) < raw.inclusive(0, 0));
            CHECK(all.inclusiveError(0, 0) > all.inclusiveError(2, 0));
            CHECK(all.exclusiveError(1, 0) < all.inclusiveError(0, 0) + 1);
        }
        net->getCompensatedDifference(added.exclusive, added.inclusive, added.exclusiveError,
                                      added.inclusiveError);
        CHECK(added.inclusive(0, 0) == 0);
    }

    TEST_CASE_FIXTURE(MeasurementFixture,
                      "a snapshot that knows the overhead gives values without it, too") {
        const auto outer = timer("outer");
        const auto inner = timer("inner");
        outer->start();
        for (int i = 0; i < 1000; ++i) {
            call(*inner);
        }
        outer->stop();
        const auto snapshot =
            std::dynamic_pointer_cast<performance::CompensatedSnapshot>(query->getSnapshot());
        if (!snapshot || !measures) {
            return;
        }
        Net net;
        snapshot->getCompensatedTimerData(net.exclusive, net.inclusive, net.exclusiveError,
                                          net.inclusiveError);
        sidl::array<double, 2> exclusive;
        sidl::array<double, 2> inclusive;
        sidl::array<std::int64_t> calls;
        sidl::array<std::int64_t> childCalls;
        snapshot->getTimerData(exclusive, inclusive, calls, childCalls);
        const std::vector<std::string> names = snapshot->getTimerNames().toVector();
        const auto row =
            static_cast<int>(std::find(names.begin(), names.end(), "outer") - names.begin());

        REQUIRE(net.inclusive.length(0) == inclusive.length(0));
        CHECK(net.inclusive(row, 0) < inclusive(row, 0));
        CHECK(net.inclusiveError(row, 0) > 0);
        CHECK(net.exclusiveError(row, 0) > 0);
    }

    TEST_CASE_FIXTURE(MeasurementFixture,
                      "and so do its call paths, its phases, and the instances of these") {
        const auto step = measurement->createPhaseWithName("step");
        const auto inner = timer("inner");
        for (int i = 0; i < 300; ++i) {
            step->start();
            call(*inner);
            step->stop();
        }
        const auto snapshot =
            std::dynamic_pointer_cast<performance::CompensatedSnapshot>(query->getSnapshot());
        if (!snapshot || !measures) {
            return;
        }

        Net paths;
        snapshot->getCompensatedCallPathData(paths.exclusive, paths.inclusive, paths.exclusiveError,
                                             paths.inclusiveError);
        checkWithoutOverhead(paths, rawPaths(*snapshot));
        for (const bool byInstance : {false, true}) {
            Net phases;
            snapshot->getCompensatedPhaseData(byInstance, phases.exclusive, phases.inclusive,
                                              phases.exclusiveError, phases.inclusiveError);
            checkWithoutOverhead(phases, rawPhases(*snapshot, byInstance));
            CHECK(sumOf(phases.exclusive) == doctest::Approx(sumOf(paths.exclusive)));
        }
    }
}
