#include <gantry/Error.hpp>

#include <doctest/doctest.h>

#include <memory>
#include <thread>

#include "ScriptedParts.hpp"
#include "requests/CallObserver.hpp"

namespace {

using optimizer_test::ScriptedDecisionLog;
using optimizer_test::ScriptedMeter;
using optimizer_test::ScriptedStrategy;
using tuning::Status;

// Two candidates whose calls are watched.
struct Watched {
    ScriptedMeter meter;
    ScriptedStrategy strategy;
    ScriptedDecisionLog decisionLog;
    optimizer::CostExpression cost{"seconds", {"seconds", "wall", "PAPI_TOT_INS_u", "quality"}};
    std::vector<std::size_t> wirings;
    bool refuseWiring = false;
    std::shared_ptr<optimizer::RequestServer> server;
    std::unique_ptr<optimizer::CallObserver> watch;

    Watched() {
        optimizer::RequestServer::Parts parts;
        parts.port = "user.port";
        for (const char* name : {"a", "b"}) {
            tuning::Candidate candidate;
            candidate.name = name;
            parts.candidates.push_back(candidate);
        }
        parts.strategy = &strategy;
        parts.meter = &meter;
        parts.cost = &cost;
        parts.decisionLog = &decisionLog;
        parts.connectIncumbent = [](std::size_t) {};
        parts.resumes = true;
        server = std::make_shared<optimizer::RequestServer>(std::move(parts));
        const auto wire = [this](std::size_t candidate) {
            if (refuseWiring) {
                throw gantry::Error(gov::cca::CCAExceptionType::Nonstandard, "busy");
            }
            wirings.push_back(candidate);
        };
        watch = std::make_unique<optimizer::CallObserver>(server, wire, "every call");
    }

    void call(double seconds, bool fails = false) {
        watch->begun();
        meter.now += seconds;
        watch->ended(fails);
    }
};

}  // namespace

TEST_SUITE("optimizer.requests.CallObserver") {
    TEST_CASE_FIXTURE(Watched, "each call is a request of the candidate that was wired before it") {
        strategy.lay(1);
        strategy.lay(0);
        watch->choose();
        CHECK(wirings == std::vector<std::size_t>{1});
        meter.now += 100;

        call(0.5);
        REQUIRE(strategy.outcomes.size() == 1);
        CHECK(strategy.outcomes[0].candidate == 1);
        CHECK(strategy.outcomes[0].status == Status::Completed);
        CHECK(strategy.outcomes[0].seconds == doctest::Approx(0.5));
        CHECK(std::isnan(strategy.outcomes[0].quality));
        CHECK(wirings == std::vector<std::size_t>{1, 0});
        CHECK(server->served().candidate == "b");
        CHECK(strategy.keys == std::vector<std::string>{"every call", "every call"});
    }

    TEST_CASE_FIXTURE(Watched,
                      "a call that throws is reported as failed, and the next one is chosen") {
        strategy.lay(1, 2.0, 0);
        strategy.lay(0);
        watch->choose();
        call(1, true);
        REQUIRE(strategy.outcomes.size() == 1);
        CHECK(strategy.outcomes[0].status == Status::Failed);
        CHECK(wirings == std::vector<std::size_t>{1, 0});
    }

    TEST_CASE_FIXTURE(Watched, "calls within a call belong to it") {
        strategy.lay(0);
        strategy.lay(0);
        watch->choose();
        watch->begun();
        call(1);
        call(1);
        CHECK(strategy.outcomes.empty());
        meter.now += 1;
        watch->ended(false);
        REQUIRE(strategy.outcomes.size() == 1);
        CHECK(strategy.outcomes[0].seconds == doctest::Approx(3));
    }

    TEST_CASE_FIXTURE(Watched, "while calls of another thread run nothing is chosen") {
        strategy.lay(0);
        strategy.lay(1);
        watch->choose();
        watch->begun();
        std::thread([this] { watch->begun(); }).join();
        meter.now += 1;
        watch->ended(false);
        CHECK(strategy.outcomes.size() == 1);
        CHECK(wirings.size() == 1);
        call(1);
        CHECK(strategy.outcomes.size() == 1);
        std::thread([this] { watch->ended(false); }).join();
        CHECK(wirings == std::vector<std::size_t>{0, 1});
    }

    TEST_CASE_FIXTURE(Watched, "where the port cannot be wired the call goes on unmeasured") {
        strategy.lay(1);
        strategy.lay(0);
        refuseWiring = true;
        watch->choose();
        refuseWiring = false;
        call(1);
        CHECK(strategy.outcomes.empty());
        CHECK(wirings == std::vector<std::size_t>{0});
        REQUIRE(server->warnings().size() == 1);
        CHECK(server->warnings()[0].find("busy") != std::string::npos);
    }

    TEST_CASE_FIXTURE(Watched, "after the end calls are nobody's requests") {
        strategy.lay(0);
        watch->choose();
        watch->begun();
        watch->end();
        watch->ended(false);
        call(1);
        watch->choose();
        CHECK(strategy.outcomes.empty());
        CHECK(wirings.size() == 1);
    }
}
