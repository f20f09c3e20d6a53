#include <parallel/Upcalls.hpp>

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "Harness.hpp"

using contract::Harness;

namespace {

// A run of one rank.
struct Fixture {
    Harness harness;
    std::shared_ptr<parallel::Upcalls> ranks = harness.port<parallel::Upcalls>("parallel.Upcalls");
};

const std::string kBytes("a\0\xff b", 5);

}  // namespace

TEST_SUITE("contract.parallel.Upcalls") {
    TEST_CASE_FIXTURE(Fixture, "a run of one rank has the rank 0") {
        CHECK(ranks->getSize() == 1);
        CHECK(ranks->getRank() == 0);
    }

    TEST_CASE_FIXTURE(Fixture, "a barrier ends") {
        CHECK_NOTHROW(ranks->barrier());
    }

    TEST_CASE_FIXTURE(Fixture, "root keeps the text it broadcasts, whatever its bytes") {
        for (const std::string& sent : {std::string(), kBytes, std::string(100000, 'x')}) {
            std::string text = sent;

            ranks->broadcast(text, 0);

            CHECK(text == sent);
        }
    }

    TEST_CASE_FIXTURE(Fixture, "the reductions of one rank's values are these values") {
        const sidl::array<double> values{3, -1e300, 0.5};
        const std::vector<double> expected = values.toVector();

        CHECK(ranks->reduceSum(values).toVector() == expected);
        CHECK(ranks->reduceMinimum(values).toVector() == expected);
        CHECK(ranks->reduceMaximum(values).toVector() == expected);
        CHECK(ranks->reduceSum({}).empty());
    }

    TEST_CASE_FIXTURE(Fixture, "the result of a reduction is another array than the values") {
        const sidl::array<double> values{1, 2};

        sidl::array<double> sum = ranks->reduceSum(values);
        sum[0] = 7;

        CHECK(values[0] == 1);
    }

    TEST_CASE_FIXTURE(Fixture, "root gathers the text of every rank") {
        CHECK(ranks->gather(kBytes, 0).toVector() == std::vector<std::string>{kBytes});
        CHECK(ranks->gather("", 0).toVector() == std::vector<std::string>{""});
    }

    TEST_CASE_FIXTURE(Fixture, "all agree where everybody says ok, with a limit and without") {
        for (const double timeout : {0.0, 10.0}) {
            CHECK(ranks->agree(true, timeout));
            CHECK_FALSE(ranks->agree(false, timeout));
        }
    }

    TEST_CASE_FIXTURE(Fixture,
                      "the maximum of one rank's values is these values, as another array") {
        for (const double timeout : {0.0, 10.0}) {
            const sidl::array<double> values{3, -1e300, 0.5};

            sidl::array<double> maximum = ranks->agreeOnMaximum(values, timeout);

            CHECK(maximum.toVector() == values.toVector());
            maximum[0] = 7;
            CHECK(values[0] == 3);
            CHECK(ranks->agreeOnMaximum({}, timeout).empty());
        }
    }

    TEST_CASE_FIXTURE(Fixture, "no rank is missing where all have come") {
        CHECK(ranks->agree(true, 10));
        CHECK(ranks->getMissing().empty());
    }

    TEST_CASE_FIXTURE(Fixture, "messages of one tag arrive in their order, each tag for itself") {
        ranks->send("first", 0, 1);
        ranks->send("other", 0, 2);
        ranks->send(kBytes, 0, 1);
        ranks->send("", 0, 1);

        CHECK(ranks->receive(0, 1) == "first");
        CHECK(ranks->receive(0, 1) == kBytes);
        CHECK(ranks->receive(0, 1).empty());
        CHECK(ranks->receive(0, 2) == "other");
    }

    TEST_CASE_FIXTURE(Fixture, "to receive what nobody can send any more is an error, not a wait") {
        CHECK_THROWS_AS(ranks->receive(0, 1), gov::cca::CCAException);

        ranks->send("late", 0, 1);
        CHECK(ranks->receive(0, 1) == "late");
    }

    TEST_CASE_FIXTURE(Fixture, "a rank that does not exist is refused") {
        for (const int rank : {-1, 1, 1000}) {
            CAPTURE(rank);
            std::string text = "text";
            CHECK_THROWS_AS(ranks->broadcast(text, rank), gov::cca::CCAException);
            CHECK_THROWS_AS(ranks->gather("text", rank), gov::cca::CCAException);
            CHECK_THROWS_AS(ranks->send("text", rank, 0), gov::cca::CCAException);
            CHECK_THROWS_AS(ranks->receive(rank, 0), gov::cca::CCAException);
            CHECK(text == "text");
        }
    }
}
