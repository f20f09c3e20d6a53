#include <tuning/DecisionLog.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "Harness.hpp"
#include "RecordFiles.hpp"

using contract::Harness;
using tuning::Entry;
using tuning::Reason;
using tuning::Status;

namespace {

struct Fixture {
    contract::RecordFolder folder;
    Harness harness;
    std::shared_ptr<tuning::DecisionLog> decisionLog =
        harness.port<tuning::DecisionLog>("tuning.DecisionLog");

    Fixture() {
        if (contract::hasParameter(harness, "file")) {
            contract::setParameter(harness, "file", folder.file());
        }
    }

    static Entry entry(std::int64_t request, Reason reason = Reason::Incumbent,
                       Status status = Status::Completed) {
        Entry one;
        one.port = "stepper.solver";
        one.request = request;
        one.repeats = 1;
        one.context = "one";
        one.candidate = "fast";
        one.reason = reason;
        one.limit = std::numeric_limits<double>::infinity();
        one.status = status;
        one.cost = 2;
        one.seconds = 3;
        one.quality = 0.5;
        return one;
    }
};

}  // namespace

TEST_SUITE("contract.tuning.DecisionLog") {
    TEST_CASE_FIXTURE(Fixture, "a new decision log is empty, and has dropped nothing") {
        CHECK(decisionLog->getNumEntries() == 0);
        CHECK(decisionLog->getNumDropped() == 0);
        CHECK_NOTHROW(decisionLog->flush());
    }

    TEST_CASE_FIXTURE(Fixture, "what is added can be read, every figure of it") {
        Entry added = entry(5, Reason::Exploration, Status::Aborted);
        added.time = 1e9;
        added.text = "because it's \"new\"\n\xc3\xa4";
        added.fallback = "slow";
        added.limit = 1.5;
        added.estimates = sidl::array<tuning::Estimate>(
            std::vector<tuning::Estimate>{{"fast", 3, 0.5, 0.25, 0.75, 0.125, 60}});
        decisionLog->add(added);

        REQUIRE(decisionLog->getNumEntries() == 1);
        const Entry back = decisionLog->getEntry(0);
        CHECK(back.time == 1e9);
        CHECK(back.port == "stepper.solver");
        CHECK(back.request == 5);
        CHECK(back.repeats == 1);
        CHECK(back.context == "one");
        CHECK(back.candidate == "fast");
        CHECK(back.reason == Reason::Exploration);
        CHECK(back.text == added.text);
        CHECK(back.limit == 1.5);
        CHECK(back.fallback == "slow");
        CHECK(back.status == Status::Aborted);
        CHECK(back.cost == 2);
        CHECK(back.seconds == 3);
        CHECK(back.quality == 0.5);
        REQUIRE(back.estimates.length() == 1);
        CHECK(back.estimates[0].candidate == "fast");
        CHECK(back.estimates[0].quarantine == 60);
    }

    TEST_CASE_FIXTURE(Fixture, "an entry without a time is of now") {
        decisionLog->add(entry(1));
        CHECK(decisionLog->getEntry(0).time > 1.7e9);
    }

    TEST_CASE_FIXTURE(Fixture, "figures that were not measured stay so") {
        Entry unchecked = entry(1, Reason::FirstTry, Status::Crashed);
        unchecked.quality = std::nan("");
        decisionLog->add(unchecked);
        CHECK(std::isnan(decisionLog->getEntry(0).quality));
        CHECK(std::isinf(decisionLog->getEntry(0).limit));
    }

    TEST_CASE_FIXTURE(Fixture, "entries come back in the order they were added in") {
        for (int i = 1; i <= 50; ++i) {
            decisionLog->add(entry(i, Reason::Exploration));
        }
        REQUIRE(decisionLog->getNumEntries() == 50);
        for (int i = 1; i <= 50; ++i) {
            CHECK(decisionLog->getEntry(i - 1).request == i);
        }
    }

    TEST_CASE_FIXTURE(Fixture, "choices of the incumbent that follow each other become one") {
        for (int i = 1; i <= 4; ++i) {
            Entry next = entry(i);
            next.cost = i;
            next.seconds = 10 * i;
            decisionLog->add(next);
        }
        REQUIRE(decisionLog->getNumEntries() == 1);
        CHECK(decisionLog->getEntry(0).request == 1);
        CHECK(decisionLog->getEntry(0).repeats == 4);
        CHECK(decisionLog->getEntry(0).cost == doctest::Approx(2.5));
        CHECK(decisionLog->getEntry(0).seconds == doctest::Approx(25));
    }

    TEST_CASE_FIXTURE(Fixture, "another context, candidate, reason, outcome or port begins anew") {
        std::vector<Entry> others(5, entry(2));
        others[0].context = "two";
        others[1].candidate = "slow";
        others[2].reason = Reason::Exploration;
        others[3].status = Status::Failed;
        others[4].port = "other.solver";
        int entries = 0;
        for (const Entry& other : others) {
            decisionLog->add(entry(1));
            decisionLog->add(other);
            entries += 2;
            CHECK(decisionLog->getNumEntries() == entries);
        }
    }

    TEST_CASE_FIXTURE(Fixture, "writing what was held back changes no entry") {
        decisionLog->add(entry(1));
        decisionLog->flush();
        decisionLog->add(entry(2, Reason::Exploration));
        decisionLog->flush();
        CHECK(decisionLog->getNumEntries() == 2);
        CHECK(decisionLog->getEntry(0).repeats == 1);
        CHECK(decisionLog->getEntry(1).request == 2);
    }

    TEST_CASE_FIXTURE(Fixture, "an entry that there is not is refused") {
        decisionLog->add(entry(1));
        for (const int index : {-1, 1, 2, std::numeric_limits<int>::max()}) {
            CAPTURE(index);
            CHECK_THROWS_AS(decisionLog->getEntry(index), gov::cca::CCAException);
        }
    }

    TEST_CASE_FIXTURE(Fixture, "where there are too many the oldest go, and are counted") {
        if (contract::hasParameter(harness, "mostEntries")) {
            contract::setParameter(harness, "mostEntries", 3);
            for (int i = 1; i <= 10; ++i) {
                decisionLog->add(entry(i, Reason::Exploration));
            }
            CHECK(decisionLog->getNumEntries() == 3);
            CHECK(decisionLog->getEntry(0).request == 8);
            CHECK(decisionLog->getNumDropped() == 7);
        }
    }

    TEST_CASE_FIXTURE(Fixture, "what cannot be written is reported, and kept in memory") {
        if (contract::hasParameter(harness, "file")) {
            contract::setParameter(harness, "file", folder.file() + "/no/such/folder/log");
            CHECK_THROWS_AS(decisionLog->add(entry(1, Reason::Exploration)),
                            gov::cca::CCAException);
            REQUIRE(decisionLog->getNumEntries() == 1);
            CHECK(decisionLog->getEntry(0).request == 1);
        }
    }
}
