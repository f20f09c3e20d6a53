#include <gov/cca/CCAException.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "exhaustive/ExhaustivePolicy.hpp"
#include "replay/ReplayPolicy.hpp"
#include "successive_elimination/EliminationPolicy.hpp"
#include "thompson_capped/CappedThompsonPolicy.hpp"

using strategies::ContextState;
using strategies::kInfinity;
using strategies::Pick;
using strategies::Policy;
using strategies::Random;

namespace {

// Requests to candidates with scripted costs; a negative cost is a failure.
struct World {
    const Policy& policy;
    std::vector<double> costs;
    ContextState state{costs.size()};
    Random random{7};
    strategies::Learning learning{};
    double total = 0;
    /// What a call that was ended costs, in limits: less than 1 without what measuring took.
    double costOfEnded = 1;
    std::vector<Pick> picks{};

    Pick request() {
        state.tick();
        Pick pick = policy.pick({state, random, "one", state.clock});
        picks.push_back(pick);
        const double cost = costs[static_cast<std::size_t>(pick.candidate)];
        if (cost < 0) {
            state.fail(pick.candidate, 0, learning);
        } else if (cost > pick.limit) {
            total += pick.limit;
            state.abort(pick.candidate, costOfEnded * pick.limit, pick.limit, learning);
            if (pick.fallback >= 0) {
                total += costs[static_cast<std::size_t>(pick.fallback)];
                state.complete(pick.fallback, costs[static_cast<std::size_t>(pick.fallback)],
                               learning);
            }
        } else {
            total += cost;
            state.complete(pick.candidate, cost, learning);
        }
        policy.update(state);
        return pick;
    }

    void requests(int number) {
        for (int i = 0; i < number; ++i) {
            request();
        }
    }

    // How many of the last picks are of that candidate.
    [[nodiscard]] std::ptrdiff_t among(std::size_t last, int candidate) const {
        return std::count_if(picks.end() - static_cast<std::ptrdiff_t>(last), picks.end(),
                             [&](const Pick& pick) { return pick.candidate == candidate; });
    }
};

const strategies::CappedThompsonPolicy kThompson({});

tuning::Entry entry(std::int64_t request, std::int64_t repeats, const std::string& candidate,
                    tuning::Status status = tuning::Status::Completed) {
    tuning::Entry made;
    made.request = request;
    made.repeats = repeats;
    made.context = "one";
    made.candidate = candidate;
    made.status = status;
    return made;
}

const std::vector<tuning::Candidate> kTwo{{"a", "1", true, true, false},
                                          {"b", "1", true, true, false}};

}  // namespace

TEST_SUITE("optimizer.strategies.Policy") {
    TEST_CASE("trials end at 1.5 times the best known, and the best one serves instead") {
        World world{kThompson, {100, 1, 50, 10, 3}};
        world.requests(300);

        CHECK(world.state.incumbent == 1);
        for (std::size_t i = 60; i < world.picks.size(); ++i) {
            const Pick& pick = world.picks[i];
            if (pick.candidate != 1) {
                CHECK(pick.limit == doctest::Approx(1.5).epsilon(0.05));
                CHECK(pick.fallback == 1);
            }
        }
        CHECK(world.among(200, 1) > 190);
    }

    TEST_CASE("until something has finished, candidates take turns, and then the limit grows") {
        World world{kThompson, {100, 100, 100}};
        world.requests(6);

        for (std::size_t i = 0; i < 6; ++i) {
            CHECK(world.picks[i].candidate == static_cast<int>(i % 3));
            CHECK(world.picks[i].limit == world.picks[i / 3 * 3].limit);
            CHECK(world.picks[i].reason == tuning::Reason::FirstTry);
        }
        CHECK(world.picks[3].limit > 2 * world.picks[0].limit);
    }

    TEST_CASE("the limit grows although calls that were ended cost less than it") {
        World world{kThompson, {100, 100, 100}};
        world.costOfEnded = 0.3;
        world.requests(60);

        CHECK(world.state.incumbent >= 0);
        CHECK(world.among(60, 1) > 0);
    }

    TEST_CASE("among many candidates the initial one is tried several times at one limit") {
        World world{kThompson, std::vector<double>(20, 100.0)};
        world.requests(23);

        CHECK(world.among(23, 0) == 4);
        CHECK(world.picks.back().limit == world.picks.front().limit);
    }

    TEST_CASE("an initial candidate that is the best costs little beyond itself") {
        // From 0.9 ms to below 0.1 s.
        for (int step = 0; step < 18; ++step) {
            const double best = 0.9e-3 * std::pow(1.3, step);
            for (const int candidates : {2, 5, 20}) {
                World world{kThompson, {best}};
                world.costs.resize(static_cast<std::size_t>(candidates), 50 * best);
                world.state = ContextState(world.costs.size());
                while (world.state.clock < 100 || world.state.arm(0).finished < 100) {
                    world.request();
                }

                CHECK(world.total <= 100 * best * (1.05 + 1.5 * candidates / 100.0));
            }
        }
    }

    TEST_CASE("a first call of the initial candidate that was disturbed misleads nobody") {
        World world{kThompson, {2, 3, 40}};
        while (world.state.incumbent < 0) {
            world.request();
        }
        REQUIRE(world.state.incumbent == 0);
        world.costs[0] = 0.5;
        world.requests(5);

        CHECK(world.state.incumbent == 0);
        CHECK(world.state.best() == doctest::Approx(std::log(0.5)));
        CHECK(world.picks.back().limit >= 0.75);
        CHECK(world.among(5, 0) >= 2);
    }

    TEST_CASE("a candidate that cannot be ended is tried after those that can") {
        World world{kThompson, {10, 1e-5, 5}};
        world.state.arm(0).abortable = false;
        world.requests(3);

        CHECK(world.picks[0].candidate == 1);
        CHECK(world.picks[1].candidate == 2);
        CHECK(world.picks[2].candidate == 0);
    }

    TEST_CASE("a best one that becomes 20 times slower is left within a few requests") {
        World world{kThompson, {1, 3, 30}};
        world.requests(500);
        REQUIRE(world.state.incumbent == 0);
        world.costs[0] = 20;
        world.requests(10);

        CHECK(world.state.incumbent == 1);
    }

    TEST_CASE("a candidate that was ended and has become the best one is found") {
        World world{kThompson, {1, 30, 3}};
        world.requests(500);
        world.costs[1] = 0.2;
        world.requests(1500);

        CHECK(world.state.incumbent == 1);
    }

    TEST_CASE("one that always fails is asked ever less often") {
        World world{kThompson, {-1, 1}};
        world.requests(2000);

        CHECK(world.among(2000, 0) <= 7);
        CHECK(world.among(2000, 0) >= 2);
    }

    TEST_CASE("trials cost no more than the budget, wherever the costs lie") {
        Random costs(3);
        for (int run = 0; run < 50; ++run) {
            World world{kThompson, {}};
            for (int i = 0; i < 8; ++i) {
                world.costs.push_back(std::exp(6 * costs.uniform()));
            }
            world.state = ContextState(world.costs.size());
            world.requests(1000);
            const double best = *std::min_element(world.costs.begin(), world.costs.end());

            CHECK(world.total <= 1000 * best * 1.05 + 10 * 8 * best);
        }
    }
}

TEST_SUITE("optimizer.strategies.Policy") {
    TEST_CASE("each candidate is tried as often as asked, then the fastest one stays") {
        const strategies::ExhaustivePolicy policy(3);
        World world{policy, {5, 2, 4}};
        world.requests(100);

        CHECK(world.among(91, 1) == 91);
        CHECK(world.among(100, 0) == 3);
        CHECK(world.among(100, 2) == 3);
    }
}

TEST_SUITE("optimizer.strategies.Policy") {
    TEST_CASE("what is surely slower is not called any more") {
        const strategies::EliminationPolicy policy(0.95);
        World world{policy, {1, 8, 20}};
        world.requests(200);

        CHECK(world.state.incumbent == 0);
        CHECK(world.among(100, 0) == 100);
        CHECK(world.state.arm(1).eliminated);
    }
}

TEST_SUITE("optimizer.strategies.Policy") {
    TEST_CASE("the choices of the log are made again, without the trials that delivered nothing") {
        tuning::Entry trial = entry(3, 1, "b", tuning::Status::Aborted);
        trial.fallback = "a";
        const tuning::Entry served = entry(3, 1, "a");
        const strategies::ReplayPolicy policy({entry(1, 2, "a"), trial, served, entry(4, 1, "b")},
                                              kTwo, "log");
        ContextState state(2);
        Random random;
        std::vector<Pick> picks;
        for (int number = 1; number <= 4; ++number) {
            picks.push_back(policy.pick({state, random, "one", number}));
        }

        CHECK(picks[0].candidate == 0);
        CHECK(picks[1].candidate == 0);
        CHECK(picks[1].limit == kInfinity);
        CHECK(picks[2].candidate == 1);
        CHECK(picks[2].limit == 0);
        CHECK(picks[2].fallback == 0);
        CHECK(picks[3].candidate == 1);
        CHECK_THROWS_AS(policy.pick({state, random, "one", 5}), gov::cca::CCAException);
        CHECK_THROWS_AS(policy.pick({state, random, "two", 1}), gov::cca::CCAException);
    }

    TEST_CASE("a log that does not fit is refused") {
        using Log = std::vector<tuning::Entry>;
        CHECK_THROWS_AS(strategies::ReplayPolicy(Log{}, kTwo, "log"), gov::cca::CCAException);
        CHECK_THROWS_AS(strategies::ReplayPolicy(Log{entry(1, 1, "c")}, kTwo, "log"),
                        gov::cca::CCAException);
        CHECK_THROWS_AS(strategies::ReplayPolicy(Log{entry(2, 1, "a")}, kTwo, "log"),
                        gov::cca::CCAException);
        CHECK_THROWS_AS(
            strategies::ReplayPolicy(Log{entry(1, 1, "a"), entry(3, 1, "a")}, kTwo, "log"),
            gov::cca::CCAException);
    }
}
