#include <doctest/doctest.h>

#include <cmath>

#include "Desk.hpp"

using optimizer_test::Desk;
using tuning::Status;

TEST_SUITE("optimizer.requests.RequestTrials") {
    TEST_CASE_FIXTURE(Desk, "a trial that is ended at its limit is followed by the fallback") {
        strategy.lay(1, 0.5, 0);
        begin();
        CHECK_FALSE(take(0.5, Status::Aborted));

        const tuning::Assignment second = server->retry();
        CHECK(second.candidate == 0);
        CHECK(std::isinf(second.limit));
        CHECK(take(1));
        CHECK(strategy.outcomes[0].status == Status::Aborted);
        CHECK(strategy.outcomes[1].request == strategy.outcomes[0].request);
        CHECK(server->served().attempts == 2);
    }

    TEST_CASE_FIXTURE(Desk, "without a fallback the strategy chooses again until one finishes") {
        strategy.lay(0, 1);
        strategy.lay(1, 1);
        strategy.lay(0, 2);
        begin();
        CHECK_FALSE(take(1, Status::Aborted));
        CHECK(server->retry().candidate == 1);
        CHECK_FALSE(take(1, Status::Aborted));
        CHECK(server->retry().candidate == 0);
        CHECK(take(1.5));
    }

    TEST_CASE_FIXTURE(Desk, "after a trial that ends at once another one follows in its request") {
        strategy.lay(1, 1, 0);
        strategy.lay(2, 1, 0);
        strategy.lay(0, HUGE_VAL, -1, tuning::Reason::Incumbent);
        begin();
        CHECK_FALSE(take(0.01, Status::Failed));
        CHECK(server->retry().candidate == 2);
        CHECK_FALSE(take(0.01, Status::Aborted));
        CHECK(server->retry().candidate == 0);
        CHECK(take(1));
        REQUIRE(decisionLog.entries.size() == 3);
        // A replay goes on with the next choice where an entry has no fallback.
        CHECK(decisionLog.entries[0].fallback.empty());
        CHECK(decisionLog.entries[1].fallback.empty());
    }

    TEST_CASE("under another objective a trial ends at once by the time that its limit means") {
        Desk desk("2 * seconds");
        desk.strategy.lay(0);
        desk.begin();
        CHECK(desk.take(1));
        desk.strategy.lay(1, 2, 0);
        desk.strategy.lay(2, 2, 0);
        desk.begin();
        CHECK_FALSE(desk.take(0.09, Status::Failed));
        CHECK(desk.server->retry().candidate == 2);
        CHECK_FALSE(desk.take(0.11, Status::Failed));
        CHECK(desk.server->retry().candidate == 0);
    }

    TEST_CASE_FIXTURE(Desk, "a trial of less than a millisecond is the only one, however short") {
        strategy.lay(1, 0.9e-3, 0);
        begin();
        CHECK_FALSE(take(1e-6, Status::Failed));
        CHECK(server->retry().candidate == 0);
    }

    TEST_CASE_FIXTURE(Desk, "a trial that took more than a tenth of its limit is the only one") {
        strategy.lay(1, 1, 0);
        begin();
        CHECK_FALSE(take(0.11, Status::Failed));
        CHECK(server->retry().candidate == 0);
        CHECK(take(1));
        CHECK(decisionLog.entries[0].fallback == "a");
    }

    TEST_CASE_FIXTURE(Desk, "a candidate that ended at once is not tried again in its request") {
        strategy.lay(1, 1, 0);
        strategy.lay(1, 2, 0);
        begin();
        CHECK_FALSE(take(0.01, Status::Aborted));
        CHECK(server->retry().candidate == 0);
    }

    TEST_CASE_FIXTURE(Desk, "without a fallback that works the strategy has the last word") {
        strategy.lay(1, 1, 0);
        strategy.lay(1, 1, 0);
        strategy.lay(1, 2, 0);
        begin();
        CHECK_FALSE(take(0.01, Status::Aborted));
        CHECK(server->retry().candidate == 0);
        CHECK_FALSE(take(1, Status::Failed));
        CHECK(server->retry().candidate == 1);
        CHECK(take(1));
    }

    TEST_CASE_FIXTURE(Desk, "a request ends, even if a strategy ends every call too soon") {
        constexpr int kMost = 1000;
        for (int i = 0; i < kMost; ++i) {
            strategy.lay(0, 1);
        }
        tuning::Assignment assignment = begin();
        int attempts = 0;
        for (; attempts < kMost - 1 && std::isfinite(assignment.limit); ++attempts) {
            CHECK_FALSE(take(0.1, Status::Aborted));
            assignment = server->retry();
        }
        CHECK(attempts == 150);
        CHECK(take(2));
    }

    TEST_CASE_FIXTURE(Desk, "where every candidate fails the request fails, with what each said") {
        strategy.lay(0, HUGE_VAL, 1);
        strategy.lay(2);
        strategy.lay(0);
        begin();
        CHECK_FALSE(take(1, Status::Failed));
        CHECK(server->retry().candidate == 1);
        CHECK_FALSE(take(1, Status::Wrong));
        CHECK(server->retry().candidate == 2);
        CHECK_FALSE(take(1, Status::Crashed));
        CHECK(server->retry().candidate == -1);
        CHECK(server->served().candidate.empty());
        CHECK(server->served().reason ==
              "a failed: said so; b gave a wrong result: said so; c crashed: said so");
    }
}
