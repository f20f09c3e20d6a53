#include <performance/Control.hpp>
#include <performance/Snapshot.hpp>

#include <doctest/doctest.h>

#include "MeasurementFixture.hpp"

using namespace contract;

TEST_SUITE("contract.performance.Measurement") {
    TEST_CASE_FIXTURE(MeasurementFixture, "a group that is off is not counted, by name") {
        const auto control = measurement->createControl();
        const auto off = timer("off", "quiet");
        const auto on = timer("on", "loud");
        control->disableGroupName("quiet");
        call(*off);
        call(*on);
        control->enableGroupName("quiet");
        call(*off);

        if (measures) {
            CHECK(callsOf(*query, "off") == 1);
            CHECK(callsOf(*query, "on") == 1);
        }
    }

    TEST_CASE_FIXTURE(MeasurementFixture, "a group that is off is not counted, by id") {
        const auto control = measurement->createControl();
        const auto off = timer("off", "quiet");
        const std::int64_t group = off->getGroupId();
        control->disableGroupId(group);
        call(*off);
        call(*off);
        control->enableGroupId(group);
        call(*off);

        if (measures) {
            CHECK(callsOf(*query, "off") == 1);
        }
    }

    TEST_CASE_FIXTURE(MeasurementFixture,
                      "all groups are switched at once, those to come as well") {
        const auto control = measurement->createControl();
        const auto old = timer("old", "a");
        control->disableAllGroups();
        const auto young = timer("young", "b");
        call(*old);
        call(*young);
        control->enableAllGroups();
        call(*old);

        if (measures) {
            CHECK(callsOf(*query, "old") == 1);
            CHECK(callsOf(*query, "young") == 0);
        }
    }

    TEST_CASE_FIXTURE(MeasurementFixture,
                      "switching a group between start and stop spoils nothing") {
        const auto control = measurement->createControl();
        const auto timed = timer("timed", "group");
        timed->start();
        control->disableGroupName("group");
        timed->stop();
        timed->start();
        control->enableGroupName("group");
        timed->stop();
        call(*timed);

        if (measures) {
            CHECK(callsOf(*query, "timed") == 2);
            CHECK(query->getSnapshot()->getNumRunning()[0] == 0);
        }
    }
}
