#include <doctest/doctest.h>

#include <cmath>

#include "Desk.hpp"

using optimizer_test::Desk;
using optimizer_test::kNotChecked;
using tuning::Status;

TEST_SUITE("optimizer.requests.RequestServer") {
    TEST_CASE_FIXTURE(Desk, "the strategy's choice serves, and the strategy gets its cost") {
        strategy.lay(1, 2.5);

        const tuning::Assignment assignment = begin();
        CHECK(assignment.candidate == 1);
        CHECK(assignment.port == "candidate1");
        CHECK(assignment.limit == 2.5);
        CHECK(take(0.25, Status::Completed, 0.5));
        REQUIRE(strategy.outcomes.size() == 1);
        CHECK(strategy.outcomes[0].request == 1);
        CHECK(strategy.outcomes[0].candidate == 1);
        CHECK(strategy.outcomes[0].seconds == doctest::Approx(0.25));
        CHECK(strategy.outcomes[0].cost == doctest::Approx(0.25));
        CHECK(strategy.outcomes[0].quality == 0.5);
        CHECK(server->served().candidate == "b");
        CHECK(server->served().attempts == 1);
        REQUIRE(decisionLog.entries.size() == 1);
        CHECK(decisionLog.entries[0].port == "user.solver");
        CHECK(decisionLog.entries[0].candidate == "b");
    }

    TEST_CASE_FIXTURE(Desk, "the log has what was believed when the choice was made") {
        for (int call = 0; call < 2; ++call) {
            strategy.lay(1);
            begin();
            take(1);
        }
        REQUIRE(decisionLog.entries.size() == 2);
        REQUIRE(decisionLog.entries[1].estimates.length() == 1);
        CHECK(decisionLog.entries[0].estimates[0].calls == 0);
        CHECK(decisionLog.entries[1].estimates[0].calls == 1);
    }

    TEST_CASE_FIXTURE(Desk, "estimates are asked for once while the incumbent goes on") {
        for (int call = 0; call < 5; ++call) {
            strategy.lay(1, HUGE_VAL, -1, tuning::Reason::Incumbent);
            begin();
            take(1);
        }
        CHECK(strategy.estimatesAsked == 1);
        strategy.lay(1, HUGE_VAL, -1, tuning::Reason::Incumbent);
        begin();
        take(1, Status::Failed);
        strategy.lay(1, HUGE_VAL, -1, tuning::Reason::Incumbent);
        begin();
        CHECK(strategy.estimatesAsked == 2);
    }

    TEST_CASE_FIXTURE(Desk, "what is done after the call has ended does not count as its time") {
        strategy.lay(0);
        begin();
        meter.now += 1;
        server->stop();
        meter.now += 5;
        server->conclude(Status::Completed, kNotChecked, "");
        CHECK(strategy.outcomes[0].seconds == doctest::Approx(1));
    }

    TEST_CASE_FIXTURE(Desk,
                      "what has been the incumbent three times in a row is re-wired, once; trials "
                      "are not") {
        strategy.lay(1);
        for (int request = 0; request < 4; ++request) {
            strategy.lay(1, HUGE_VAL, -1, tuning::Reason::Incumbent);
        }
        for (int request = 0; request < 3; ++request) {
            CHECK(begin().port == "candidate1");
            take(1);
        }
        CHECK(rewirings.empty());
        CHECK(begin().port == "incumbent");
        take(1);
        CHECK(rewirings == std::vector<std::size_t>{1});
        CHECK(server->served().rewired);
        begin();
        take(1);
        CHECK(rewirings.size() == 1);
        CHECK_FALSE(server->served().rewired);
    }

    TEST_CASE_FIXTURE(Desk, "an incumbent of short calls is re-wired at the fortieth in a row") {
        constexpr int kShort = 39;
        for (int request = 0; request <= kShort; ++request) {
            strategy.lay(1, HUGE_VAL, -1, tuning::Reason::Incumbent);
            CHECK(begin().port == (request < kShort ? "candidate1" : "incumbent"));
            take(1.001e-4);
        }
        CHECK(rewirings == std::vector<std::size_t>{1});
    }

    TEST_CASE_FIXTURE(Desk, "incumbents of contexts in turn serve by their own ports") {
        for (int request = 0; request < 20; ++request) {
            strategy.lay(request % 2 + 1, HUGE_VAL, -1, tuning::Reason::Incumbent);
            CHECK(begin(request % 2 == 0 ? "one" : "other").port ==
                  (request % 2 == 0 ? "candidate1" : "candidate2"));
            take(1);
        }
        CHECK(rewirings.empty());
    }

    TEST_CASE_FIXTURE(Desk, "an incumbent that cannot be re-wired serves by its own port") {
        refuseRewiring = true;
        for (int request = 0; request < 5; ++request) {
            strategy.lay(1, HUGE_VAL, -1, tuning::Reason::Incumbent);
            CHECK(begin().port == "candidate1");
            CHECK(take(1));
        }
        CHECK(server->warnings().size() == 1);
    }

    TEST_CASE_FIXTURE(Desk,
                      "the first result of a candidate in a context is verified, then one of "
                      "so many") {
        std::string verified;
        for (int call = 0; call < 9; ++call) {
            strategy.lay(0);
            verified += begin().verify ? 'p' : '.';
            take(1);
        }
        CHECK(verified == "p...p...p");
        strategy.lay(0);
        CHECK(begin("another context").verify);
    }

    TEST_CASE_FIXTURE(Desk, "a result that was wrong does not count as verified") {
        strategy.lay(0);
        strategy.lay(0);
        begin();
        take(1, Status::Wrong);
        CHECK(begin().verify);
    }

    TEST_CASE_FIXTURE(Desk, "a candidate that needs isolation is called in isolation") {
        strategy.lay(2);
        strategy.lay(1);
        CHECK(begin().isolated);
        take(1);
        CHECK_FALSE(begin().isolated);
    }

    TEST_CASE_FIXTURE(Desk, "observing measures the initial candidate and asks nobody") {
        server->setMode(tuning::Mode::Observe, 0);
        CHECK(begin().candidate == 0);
        CHECK(take(2));
        REQUIRE(strategy.outcomes.size() == 1);
        CHECK(strategy.outcomes[0].request == 0);
        CHECK_FALSE(take(1, Status::Failed));
        CHECK(server->retry().candidate == -1);
    }

    TEST_CASE_FIXTURE(Desk, "switched off it measures and reports nothing") {
        server->setMode(tuning::Mode::Off, 0);
        CHECK(begin().port == "incumbent");
        CHECK(take(2));
        CHECK(strategy.outcomes.empty());
        CHECK(decisionLog.entries.empty());
    }

    TEST_CASE_FIXTURE(Desk, "a pinned candidate serves and nothing is learned from it") {
        server->setMode(tuning::Mode::Pin, 2);
        CHECK(begin().candidate == 2);
        CHECK(take(2));
        CHECK(strategy.outcomes.empty());
        CHECK(server->served().candidate == "c");
        CHECK(rewirings == std::vector<std::size_t>{2});
    }

    TEST_CASE("the cost is what the metric says, and limits of cost become limits of time") {
        Desk desk("PAPI_TOT_INS_u * (1 + quality)");
        desk.strategy.lay(0, 100);
        CHECK(std::isinf(desk.begin().limit));
        desk.take(3, Status::Completed, 1);
        CHECK(desk.strategy.outcomes[0].cost == doctest::Approx(12e9));
        CHECK(desk.strategy.outcomes[0].seconds == doctest::Approx(3));
        desk.strategy.lay(0, 4e9);
        // A trial may be exact, so that its time alone is within the limit.
        CHECK(desk.begin().limit == doctest::Approx(2));
    }

    TEST_CASE("where only accuracy counts, a trial may take ten times as long as the last call") {
        Desk desk("quality");
        desk.strategy.lay(0);
        desk.begin();
        desk.take(3, Status::Completed, 0.5);
        desk.strategy.lay(1, 0.75);
        CHECK(desk.begin().limit == doctest::Approx(30));
    }

    TEST_CASE_FIXTURE(Desk, "a candidate that the user ended is not taken for one that failed") {
        strategy.lay(1, 5);
        strategy.lay(1, 5);
        begin();
        CHECK_FALSE(take(1, Status::Cancelled));
        CHECK(server->retry().candidate == 1);
        CHECK(strategy.outcomes[0].status == Status::Cancelled);
        CHECK(strategy.outcomes[0].cost == doctest::Approx(1));
    }

    TEST_CASE("a metric that is not a cost is ignored") {
        Desk desk("0 - seconds");
        desk.strategy.lay(0);
        desk.begin();
        CHECK(desk.take(1));
        CHECK(desk.strategy.outcomes.empty());
        CHECK(desk.server->warnings().size() == 1);
    }

    TEST_CASE("over ranks the slowest time and the worst status count for all") {
        Desk desk("seconds", true);
        desk.strategy.lay(0);
        desk.strategy.lay(1);
        desk.begin();
        CHECK(desk.strategy.keys[0].rfind("2 ranks ", 0) == 0);
        desk.ranks.other = {5, 0, 0, static_cast<double>(Status::Completed), 0.25};
        CHECK(desk.take(1));
        CHECK(desk.strategy.outcomes[0].seconds == 5);
        CHECK(desk.strategy.outcomes[0].quality == 0.25);
        desk.ranks.other = {};
        desk.begin();
        desk.ranks.other = {0, 0, 0, static_cast<double>(Status::Wrong), 3};
        CHECK_FALSE(desk.take(1));
        CHECK(desk.strategy.outcomes[1].status == Status::Wrong);
    }

    TEST_CASE_FIXTURE(
        Desk, "a strategy that chooses no more leaves the current candidate, with a warning") {
        strategy.lay(1, HUGE_VAL, -1, tuning::Reason::Incumbent);
        begin();
        take(1);
        strategy.refuses = true;
        for (int call = 0; call < 3; ++call) {
            CHECK(begin().candidate == 1);
            CHECK(take(1));
        }
        CHECK(strategy.outcomes.size() == 1);
        REQUIRE(server->warnings().size() == 1);
        CHECK(server->warnings()[0] == "the strategy no longer chooses: the log has ended");
    }

    TEST_CASE_FIXTURE(Desk, "a replayed trial that delivered nothing is not run again") {
        strategy.lay(1, 0, 0, tuning::Reason::Replayed);
        CHECK(begin().candidate == 0);
        CHECK(take(1));
    }
}
