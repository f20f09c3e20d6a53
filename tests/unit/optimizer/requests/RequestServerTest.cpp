#include <gantry/Error.hpp>

#include <doctest/doctest.h>

#include <limits>

#include "ScriptedParts.hpp"
#include "requests/RequestServer.hpp"

namespace {

using optimizer_test::ScriptedDecisionLog;
using optimizer_test::ScriptedMeter;
using optimizer_test::ScriptedRanks;
using optimizer_test::ScriptedStrategy;
using tuning::Status;

const double kNotChecked = std::numeric_limits<double>::quiet_NaN();

// Three candidates a, b, c behind what is tested.
struct Desk {
    ScriptedMeter meter;
    ScriptedStrategy strategy;
    ScriptedDecisionLog decisionLog;
    ScriptedRanks ranks;
    optimizer::CostExpression cost;
    std::vector<std::size_t> rewirings;
    bool refuseRewiring = false;
    std::unique_ptr<optimizer::RequestServer> server;

    explicit Desk(const std::string& metric = "seconds", bool parallel = false)
        : cost(metric, {"seconds", "wall", "PAPI_TOT_INS_u", "quality"}) {
        optimizer::RequestServer::Parts parts;
        parts.port = "user.solver";
        for (const char* name : {"a", "b", "c"}) {
            tuning::Candidate candidate;
            candidate.name = name;
            candidate.needsIsolation = candidate.name == "c";
            parts.candidates.push_back(candidate);
        }
        parts.strategy = &strategy;
        parts.meter = &meter;
        parts.cost = &cost;
        parts.costIsTime = metric == "seconds";
        parts.decisionLog = &decisionLog;
        parts.ranks = parallel ? &ranks : nullptr;
        parts.connectIncumbent = [this](std::size_t candidate) {
            if (refuseRewiring) {
                throw gantry::Error(gov::cca::CCAExceptionType::Nonstandard, "busy");
            }
            rewirings.push_back(candidate);
        };
        parts.verifyEvery = 4;
        server = std::make_unique<optimizer::RequestServer>(std::move(parts));
    }

    tuning::Assignment begin(const std::string& key = "k") const {
        return server->begin(key, {"x"}, {1.0});
    }
    bool take(double seconds, Status status = Status::Completed, double quality = kNotChecked) {
        meter.now += seconds;
        server->stop();
        return server->conclude(status, quality, status == Status::Completed ? "" : "said so");
    }
};

}  // namespace

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

    TEST_CASE_FIXTURE(Desk,
                      "an incumbent is not re-wired before its calls have taken 5 ms in all") {
        constexpr int kShort = 50;
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
