#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <random>

#include "judging/choose.hpp"
#include "trials.hpp"

using namespace optimizer;
using namespace optimizer::test;

TEST_SUITE("optimizer.judging.Choose") {
    const Problem kProblem{{"A", "B", "C"}, {"f", "g"}, 1e-6};

    TEST_CASE("the fastest accurate candidate is chosen for a subject") {
        const std::vector<tuning::Trial> done{
            accurateTrial("A", "f", 3), accurateTrial("B", "f", 1), accurateTrial("C", "f", 12)};

        const tuning::Decision decision = chooseForSubject(kProblem, done, "f");

        CHECK(decision.subject == "f");
        CHECK(decision.candidate == "B");
        CHECK(decision.reason ==
              "1 s: 3 times faster than A, 12 times faster than C; 3 of 3 candidates reach 1e-06");
    }

    TEST_CASE("a candidate that misses the accuracy is not chosen however fast it is") {
        const std::vector<tuning::Trial> done{accurateTrial("A", "f", 3),
                                              inaccurateTrial("B", "f", 1e-9),
                                              accurateTrial("C", "f", 6)};

        const tuning::Decision decision = chooseForSubject(kProblem, done, "f");

        CHECK(decision.candidate == "A");
        CHECK(contains(decision.reason, "2 of 3 candidates reach 1e-06"));
    }

    TEST_CASE("a candidate that failed is not chosen") {
        const std::vector<tuning::Trial> done{failedTrial("A", "f", "it threw"),
                                              accurateTrial("B", "f", 2),
                                              failedTrial("C", "f", "not created")};

        const tuning::Decision decision = chooseForSubject(kProblem, done, "f");

        CHECK(decision.candidate == "B");
        CHECK(contains(decision.reason, "the only one of 3 candidates that reaches 1e-06"));
    }

    TEST_CASE("a failed trial is not chosen even if it says it is accurate") {
        tuning::Trial failed = accurateTrial("A", "f", 1);
        failed.failure = "it stopped after 10 evaluations";

        CHECK_FALSE(isGoodEnough(failed));
    }

    TEST_CASE("a trial without a measured time is not good enough") {
        CHECK_FALSE(isGoodEnough(accurateTrial("A", "f", 0)));
        CHECK_FALSE(isGoodEnough(accurateTrial("A", "f", -1)));
        CHECK_FALSE(
            isGoodEnough(accurateTrial("A", "f", std::numeric_limits<double>::quiet_NaN())));
        CHECK_FALSE(isGoodEnough(accurateTrial("A", "f", std::numeric_limits<double>::infinity())));
    }

    TEST_CASE("the first of equally fast candidates is chosen") {
        const std::vector<tuning::Trial> done{
            accurateTrial("C", "f", 1), accurateTrial("B", "f", 1), accurateTrial("A", "f", 1)};

        CHECK(chooseForSubject(kProblem, done, "f").candidate == "A");
    }

    TEST_CASE("a winner that is ahead by less than the spread is called as fast as the other") {
        std::vector<tuning::Trial> done{accurateTrial("A", "f", 10), accurateTrial("B", "f", 11),
                                        accurateTrial("C", "f", 20)};
        done[1].spread = 2;

        const tuning::Decision decision = chooseForSubject(kProblem, done, "f");

        CHECK(decision.candidate == "A");
        CHECK(contains(decision.reason, "as fast as B within the spread of 2 s"));
        CHECK(contains(decision.reason, "2 times faster than C"));
    }

    TEST_CASE("over all subjects the spreads add up") {
        const Problem problem{{"A", "B"}, {"f", "g"}, 1e-6};
        std::vector<tuning::Trial> done{accurateTrial("A", "f", 10), accurateTrial("A", "g", 10),
                                        accurateTrial("B", "f", 11), accurateTrial("B", "g", 11)};
        for (tuning::Trial& trial : done) {
            trial.spread = 1.5;
        }

        CHECK(
            contains(chooseOverall(problem, done).reason, "as fast as B within the spread of 3 s"));
    }

    TEST_CASE("no candidate is chosen where none is good enough, and the reason names each one") {
        const std::vector<tuning::Trial> done{inaccurateTrial("A", "f", 1),
                                              failedTrial("B", "f", "it threw")};

        const tuning::Decision decision = chooseForSubject(kProblem, done, "f");

        CHECK(decision.candidate.empty());
        CHECK(contains(decision.reason, "no candidate reaches the accuracy 1e-06"));
        CHECK(contains(decision.reason, "A on f: error 0.5 is above 1e-06"));
        CHECK(contains(decision.reason, "B on f: it threw"));
        CHECK(contains(decision.reason, "C was not tried"));
    }

    TEST_CASE("over all subjects the smallest total time wins, not the most single wins") {
        const Problem problem{{"A", "B"}, {"f", "g", "h"}, 1e-6};
        const std::vector<tuning::Trial> done{
            accurateTrial("A", "f", 1), accurateTrial("A", "g", 1), accurateTrial("A", "h", 100),
            accurateTrial("B", "f", 2), accurateTrial("B", "g", 2), accurateTrial("B", "h", 2)};

        const tuning::Decision decision = chooseOverall(problem, done);

        CHECK(decision.subject.empty());
        CHECK(decision.candidate == "B");
        CHECK(decision.reason ==
              "6 s: 17 times faster than A; 2 of 2 candidates reach 1e-06 on every subject");
    }

    TEST_CASE("over all subjects a candidate must be accurate on every one") {
        const Problem problem{{"A", "B"}, {"f", "g"}, 1e-6};
        const std::vector<tuning::Trial> done{
            accurateTrial("A", "f", 1), inaccurateTrial("A", "g", 1), accurateTrial("B", "f", 50),
            accurateTrial("B", "g", 50)};

        CHECK(chooseOverall(problem, done).candidate == "B");
    }

    TEST_CASE("over all subjects nothing is chosen where a trial is missing") {
        const Problem problem{{"A"}, {"f", "g"}, 1e-6};

        const tuning::Decision decision = chooseOverall(problem, {accurateTrial("A", "f", 1)});

        CHECK(decision.candidate.empty());
        CHECK(contains(decision.reason, "A was not tried on g"));
    }

    TEST_CASE("without subjects nothing is chosen") {
        CHECK(chooseOverall({{"A"}, {}, 1e-6}, {}).candidate.empty());
    }

    TEST_CASE("of two trials of one pairing the later one counts") {
        const std::vector<tuning::Trial> done{inaccurateTrial("A", "f", 1),
                                              accurateTrial("A", "f", 7)};

        REQUIRE(find(done, {"A", "f"}) != nullptr);
        CHECK(find(done, {"A", "f"})->seconds == 7);
        CHECK(find(done, {"A", "g"}) == nullptr);
    }

    TEST_CASE(
        "whatever the trials, the chosen candidate is good enough and none that is was faster") {
        const auto seed = std::random_device{}();
        INFO("seed " << seed);
        std::mt19937 random(seed);
        for (int round = 0; round < 500; ++round) {
            std::vector<tuning::Trial> done;
            for (const std::string& candidate : kProblem.candidates) {
                tuning::Trial trial =
                    random() % 2 == 0
                        ? accurateTrial(candidate, "f", static_cast<double>(1 + random() % 5))
                        : inaccurateTrial(candidate, "f", static_cast<double>(random() % 5));
                trial.failure = random() % 4 == 0 ? "it threw" : "";
                done.push_back(trial);
            }

            const tuning::Decision decision = chooseForSubject(kProblem, done, "f");

            const tuning::Trial* chosen = find(done, {decision.candidate, "f"});
            const bool any = std::any_of(done.begin(), done.end(), isGoodEnough);
            REQUIRE((chosen != nullptr) == any);
            for (const tuning::Trial& trial : done) {
                REQUIRE((!isGoodEnough(trial) ||
                         (isGoodEnough(*chosen) && chosen->seconds <= trial.seconds)));
            }
        }
    }

    TEST_CASE("there is one decision per subject, and the one over all is the last") {
        const Problem problem{{"A", "B"}, {"f", "g"}, 1e-6};
        const std::vector<tuning::Trial> done{
            accurateTrial("A", "f", 1), accurateTrial("B", "f", 2), accurateTrial("A", "g", 9),
            accurateTrial("B", "g", 2)};

        const std::vector<tuning::Decision> decisions = decide(problem, done);

        REQUIRE(decisions.size() == 3);
        CHECK(decisions[0].candidate == "A");
        CHECK(decisions[1].candidate == "B");
        CHECK(decisions[2].subject.empty());
        CHECK(decisions[2].candidate == "B");
    }

    TEST_CASE("the cost decides, in the words of its metric") {
        const Problem problem{{"A", "B"}, {"f"}, 0, "cpu"};
        std::vector<tuning::Trial> done{accurateTrial("A", "f", 1), accurateTrial("B", "f", 2)};
        done[0].cost = 30;
        done[1].cost = 10;

        const tuning::Decision decision = chooseForSubject(problem, done, "f");

        CHECK(decision.candidate == "B");
        CHECK(decision.reason == "10: 3 times cheaper than A; 2 of 2 candidates complete");
    }
}
