#include <tuning/Store.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "Harness.hpp"
#include "RecordFiles.hpp"

using contract::Harness;

namespace {

constexpr const char* kPort = "stepper.solver";

tuning::Learned learned(const std::string& context, const std::string& candidate) {
    tuning::Learned one;
    one.context = context;
    one.featureNames = sidl::array<std::string>(std::vector<std::string>{"rows", "dominance"});
    one.features = sidl::array<double>(std::vector<double>{3, -0.25});
    one.candidate = candidate;
    one.componentVersion = "1.0";
    one.calls = 7;
    one.cost = 0.5;
    one.spread = 0.125;
    one.bound = 0.75;
    one.failures = 2;
    return one;
}

sidl::array<tuning::Learned> all(const std::vector<tuning::Learned>& several) {
    return sidl::array<tuning::Learned>(several);
}

struct Fixture {
    contract::RecordFolder folder;
    Harness harness;
    std::shared_ptr<tuning::Store> store = harness.port<tuning::Store>("tuning.Store");

    Fixture() {
        if (contract::hasParameter(harness, "file")) {
            contract::setParameter(harness, "file", folder.file());
        }
    }

    /// What is known of that candidate; calls is -1 where nothing is.
    tuning::Learned known(const std::string& context, const std::string& candidate,
                          const std::string& port = kPort) const {
        for (const tuning::Learned& each : store->load(port).toVector()) {
            if (each.context == context && each.candidate == candidate) {
                return each;
            }
        }
        tuning::Learned nothing;
        nothing.calls = -1;
        return nothing;
    }
};

}  // namespace

TEST_SUITE("contract.tuning.Store") {
    TEST_CASE_FIXTURE(Fixture, "of a port that nothing was learned of nothing is known") {
        CHECK(store->load(kPort).empty());
        store->save(kPort, {});
        CHECK(store->load(kPort).empty());
    }

    TEST_CASE_FIXTURE(Fixture, "the machine has a name, which stays") {
        CHECK_FALSE(store->getMachine().empty());
        CHECK(store->getMachine() == store->getMachine());
    }

    TEST_CASE_FIXTURE(Fixture, "what is saved is loaded, every figure of it") {
        store->save(kPort, all({learned("one", "fast")}));

        REQUIRE(store->load(kPort).length() == 1);
        const tuning::Learned back = store->load(kPort)[0];
        CHECK(back.context == "one");
        CHECK(back.candidate == "fast");
        CHECK(back.componentVersion == "1.0");
        CHECK(back.featureNames.toVector() == std::vector<std::string>{"rows", "dominance"});
        CHECK(back.features.toVector() == std::vector<double>{3, -0.25});
        CHECK(back.calls == 7);
        CHECK(back.cost == 0.5);
        CHECK(back.spread == 0.125);
        CHECK(back.bound == 0.75);
        CHECK(back.failures == 2);
        CHECK(back.age >= 0);
        CHECK(back.age < 3600);
    }

    TEST_CASE_FIXTURE(Fixture, "what was learned before has its age") {
        tuning::Learned old = learned("one", "fast");
        old.age = 86400;
        store->save(kPort, all({old}));
        CHECK(known("one", "fast").age == doctest::Approx(86400).epsilon(0.05));
    }

    TEST_CASE_FIXTURE(Fixture,
                      "a candidate that has only failed, and one without features, are kept") {
        tuning::Learned failed;
        failed.context = "one";
        failed.candidate = "broken";
        failed.failures = 3;
        store->save(kPort, all({failed}));
        CHECK(known("one", "broken").calls == 0);
        CHECK(known("one", "broken").failures == 3);
        CHECK(known("one", "broken").features.empty());
    }

    TEST_CASE_FIXTURE(Fixture, "the same context and candidate are replaced, others added") {
        store->save(kPort, all({learned("one", "fast"), learned("one", "slow")}));
        tuning::Learned more = learned("one", "fast");
        more.calls = 100;
        store->save(kPort, all({more, learned("two", "fast")}));

        CHECK(store->load(kPort).length() == 3);
        CHECK(known("one", "fast").calls == 100);
        CHECK(known("one", "slow").calls == 7);
        CHECK(known("two", "fast").calls == 7);
    }

    TEST_CASE_FIXTURE(Fixture, "ports are kept apart") {
        store->save(kPort, all({learned("one", "fast")}));
        store->save("other.solver", all({learned("one", "slow")}));

        CHECK(store->load(kPort).length() == 1);
        CHECK(known("one", "fast").calls == 7);
        CHECK(known("one", "slow").calls == -1);
        CHECK(known("one", "slow", "other.solver").calls == 7);
    }

    TEST_CASE_FIXTURE(Fixture, "names may hold any characters") {
        const std::string odd = "it's \"a\" key; -- % \\ \n\t \xc3\xa4 {}[]";
        store->save(odd, all({learned(odd, odd)}));
        CHECK(known(odd, odd, odd).calls == 7);
        CHECK(store->load(kPort).empty());
    }

    TEST_CASE_FIXTURE(Fixture, "many are saved at once") {
        std::vector<tuning::Learned> many;
        for (int i = 0; i < 1000; ++i) {
            many.push_back(learned("context " + std::to_string(i / 10), std::to_string(i % 10)));
            many.back().calls = i;
        }
        store->save(kPort, all(many));
        CHECK(store->load(kPort).length() == 1000);
        CHECK(known("context 57", "3").calls == 573);
    }

    TEST_CASE_FIXTURE(Fixture, "where one cannot be saved none is") {
        store->save(kPort, all({learned("one", "fast")}));
        tuning::Learned bad = learned("two", "slow");
        bad.cost = std::numeric_limits<double>::quiet_NaN();
        tuning::Learned more = learned("one", "fast");
        more.calls = 100;
        CHECK_THROWS_AS(store->save(kPort, all({more, bad})), gov::cca::CCAException);
        CHECK(store->load(kPort).length() == 1);
        CHECK(known("one", "fast").calls == 7);
    }
}
