#include <doctest/doctest.h>

#include "ExhaustiveStrategy.hpp"
#include "trials.hpp"

using namespace optimizer;
using namespace optimizer::test;

TEST_SUITE("optimizer.ExhaustiveStrategy") {
    TEST_CASE("every pairing is run once, the candidates of one subject one after the other") {
        const Problem problem{{"A", "B"}, {"f", "g"}, 1e-6};
        const ExhaustiveStrategy strategy;
        std::vector<tuning::Trial> done;
        std::vector<Pairing> order;

        while (const auto pairing = strategy.next(problem, done)) {
            order.push_back(*pairing);
            done.push_back(failedTrial(pairing->candidate, pairing->subject, "it threw"));
        }

        CHECK(order == std::vector<Pairing>{{"A", "f"}, {"B", "f"}, {"A", "g"}, {"B", "g"}});
    }

    TEST_CASE("without candidates or subjects there is nothing to run") {
        const ExhaustiveStrategy strategy;

        CHECK_FALSE(strategy.next({{}, {"f"}, 1e-6}, {}));
        CHECK_FALSE(strategy.next({{"A"}, {}, 1e-6}, {}));
    }

    TEST_CASE("there is one decision for each subject, and the one over all is the last") {
        const Problem problem{{"A", "B"}, {"f", "g"}, 1e-6};
        const std::vector<tuning::Trial> done{
            accurateTrial("A", "f", 1), accurateTrial("B", "f", 2), accurateTrial("A", "g", 9),
            accurateTrial("B", "g", 2)};

        const std::vector<tuning::Decision> decisions = ExhaustiveStrategy().decide(problem, done);

        REQUIRE(decisions.size() == 3);
        CHECK(decisions[0].candidate == "A");
        CHECK(decisions[1].candidate == "B");
        CHECK(decisions[2].subject.empty());
        CHECK(decisions[2].candidate == "B");
    }
}
