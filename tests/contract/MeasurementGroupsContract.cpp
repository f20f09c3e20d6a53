#include <performance/Control.hpp>
#include <performance/GroupControl.hpp>
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

    TEST_CASE_FIXTURE(MeasurementFixture,
                      "a control that reports states gives the one before, and takes patterns") {
        const auto control =
            std::dynamic_pointer_cast<performance::GroupControl>(measurement->createControl());
        if (!control || !measures) {
            return;  // A backend may leave it out.
        }
        const auto read = timer("read", "io.read");
        const auto write = timer("write", "io.write");
        const auto other = timer("other", "other");
        for (const auto& each : {read, write, other}) {
            call(*each);
        }
        sidl::array<std::string> names;
        sidl::array<bool> before;

        CHECK(control->setGroupEnabled("io.write", false));
        CHECK_FALSE(control->setGroupEnabled("io.write", false));
        CHECK_FALSE(control->isGroupEnabled("io.write"));
        CHECK(control->isGroupEnabled("io.read"));
        CHECK(has(control->getGroupNames(), "other"));

        control->setGroupsEnabled("io.*", false, names, before);
        for (const auto& each : {read, write, other}) {
            call(*each);
        }
        REQUIRE(names.length() == 2);
        REQUIRE(before.length() == 2);
        CHECK(has(names, "io.read"));
        CHECK(before[names[0] == "io.read" ? 0 : 1]);
        CHECK_FALSE(before[names[0] == "io.write" ? 0 : 1]);
        CHECK(callsOf(*query, "read") == 1);
        CHECK(callsOf(*query, "write") == 1);
        CHECK(callsOf(*query, "other") == 2);

        control->setGroupsEnabled("nothing*", true, names, before);
        CHECK(names.empty());
        CHECK(before.empty());
        control->setGroupsEnabled("io.?ead", true, names, before);
        CHECK(names.length() == 1);
        call(*read);
        CHECK(callsOf(*query, "read") == 2);
    }
}
