#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "thompson_capped/CappedThompsonPolicy.hpp"

using strategies::ContextState;
using strategies::kInfinity;
using strategies::Pick;
using strategies::Random;

namespace {

const strategies::CappedThompsonPolicy kThompson({});

/// What calls of a candidate cost: the first one more, and again after one that was ended.
struct Costs {
    double first = 1;
    double later = 1;
    /// What the cost model expects of a later call; infinity: there is no model.
    double guess = kInfinity;
};

// Requests to candidates that prepare something in their first call, as a direct solver does.
struct World {
    std::vector<Costs> costs;
    ContextState state{costs.size()};
    Random random{7};
    std::vector<bool> prepared = std::vector<bool>(costs.size());
    std::vector<Pick> picks{};
    double total = 0;

    explicit World(std::vector<Costs> scripted) : costs(std::move(scripted)) {
        for (std::size_t i = 0; i < costs.size(); ++i) {
            if (costs[i].guess < kInfinity) {
                state.arms[i].guess = std::log(costs[i].guess);
                state.arms[i].guessError = 0.3;
            }
        }
    }

    void call(int candidate, double limit, int fallback) {
        const auto place = static_cast<std::size_t>(candidate);
        const double cost = prepared[place] ? costs[place].later : costs[place].first;
        if (cost > limit) {
            total += limit;
            state.abort(candidate, limit, limit, {});
            prepared[place] = false;
            if (fallback >= 0) {
                call(fallback, kInfinity, -1);
            }
            return;
        }
        total += cost;
        prepared[place] = true;
        state.complete(candidate, cost, {});
    }

    void requests(int number) {
        for (int i = 0; i < number; ++i) {
            state.tick();
            picks.push_back(kThompson.pick({state, random, "one", state.clock}));
            call(picks.back().candidate, picks.back().limit, picks.back().fallback);
        }
    }

    [[nodiscard]] std::ptrdiff_t trialsOf(int candidate) const {
        return std::count_if(picks.begin(), picks.end(), [&](const Pick& pick) {
            return pick.candidate == candidate && pick.fallback >= 0;
        });
    }
};

}  // namespace

TEST_SUITE("optimizer.strategies.SetUps") {
    TEST_CASE("a candidate whose first call costs three times its later ones is found") {
        for (int best = 0; best < 4; ++best) {
            std::vector<Costs> costs(4, Costs{6e-5, 2.5e-5, kInfinity});
            costs[static_cast<std::size_t>(best)] = {6e-5, 2e-5, kInfinity};
            World world(costs);
            world.requests(12);

            CHECK(world.state.incumbent == best);
            CHECK(world.state.best() == doctest::Approx(std::log(2e-5)));
        }
    }

    TEST_CASE("with a cost model it is found among candidates that prepare nothing") {
        for (int best = 0; best < 4; ++best) {
            std::vector<Costs> costs(4, Costs{5e-5, 5e-5, 5e-5});
            costs[static_cast<std::size_t>(best)] = {6e-5, 2e-5, 2e-5};
            World world(costs);
            world.requests(8);

            CHECK(world.state.incumbent == best);
        }
    }

    TEST_CASE("where all prepare something, the model's first choice is not left for trials") {
        World world({{30, 10, 10}, {12, 4, 4}, {28, 9, 9}, {33, 11, 11}});
        world.requests(20);

        CHECK(world.state.incumbent == 1);
        CHECK(world.total <= 12 + 19 * 4 + 1e-9);
    }

    TEST_CASE("a model that is wrong about the first choice is corrected by the others") {
        World world({{30, 10, 3}, {36, 12, 4}, {12, 4, 3.5}, {36, 12, 4}});
        world.requests(20);

        CHECK(world.state.incumbent == 2);
    }

    TEST_CASE("a candidate that really is slow gets few second trials") {
        for (const bool modelled : {false, true}) {
            const auto guess = [&](double cost) { return modelled ? cost : kInfinity; };
            World world({{3e-5, 1e-5, guess(1e-5)},
                         {4e-5, 4e-5, guess(1e-5)},
                         {4e-5, 4e-5, guess(2e-5)},
                         {2e-5, 2e-5, guess(2e-5)}});
            world.requests(40);

            CHECK(world.state.incumbent == 0);
            for (int slow = 1; slow < 4; ++slow) {
                CAPTURE(modelled);
                CAPTURE(slow);
                CHECK(world.trialsOf(slow) <= 2);
            }
            // Each trial costs at most a few calls of the best one.
            CHECK(world.total <= (42 + 3 * 2 * 4.5) * 1e-5);
        }
    }

    TEST_CASE("candidates that prepare nothing are not called again because others might") {
        World world({{1e-5, 1e-5}, {1.4e-5, 1.4e-5}, {1.4e-5, 1.4e-5}, {1.4e-5, 1.4e-5}});
        world.requests(40);

        std::ptrdiff_t trials = 0;
        for (int slow = 1; slow < 4; ++slow) {
            trials += world.trialsOf(slow);
        }
        CHECK(trials <= 4);
    }

    TEST_CASE("an estimate of an earlier run is not taken for a first call") {
        World world({{30, 10, 10}, {12, 4, 4}});
        strategies::Arm& known = world.state.arm(1);
        known.mean = std::log(4.0);
        known.count = 1;
        known.recalled = true;
        world.state.findIncumbent(0);
        world.requests(3);

        CHECK(world.state.laterCost(world.state.arm(1)) == doctest::Approx(std::log(4.0)));
        CHECK(world.state.incumbent == 1);
    }
}
