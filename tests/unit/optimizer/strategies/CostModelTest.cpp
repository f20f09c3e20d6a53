#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "ContextTable.hpp"
#include "CostModel.hpp"
#include "Random.hpp"
#include "thompson_capped/CappedThompsonPolicy.hpp"

using strategies::ContextState;
using strategies::ContextTable;
using strategies::CostModel;
using strategies::Experience;
using strategies::Guess;
using strategies::kInfinity;

namespace {

/// Candidate 0 costs n, candidate 1 costs n^1.5 / 100; where "hard" is 1, candidate 0 fails.
Experience experience(double n, bool isHard) {
    return {{{"n", n}, {"hard", isHard ? 1 : 0}},
            {isHard ? kInfinity : n, 1.5 * n - std::log(100.0)},
            {isHard, false}};
}

std::vector<Experience> experiences(int count) {
    strategies::Random random(5);
    std::vector<Experience> all;
    for (int i = 0; i < count; ++i) {
        all.push_back(experience(10 * random.uniform(), i % 4 == 3));
    }
    return all;
}

const std::vector<tuning::Candidate> kTwo{{"a", "1", true, true, false},
                                          {"b", "1", true, true, false}};

tuning::Learned learned(const Experience& from, std::size_t candidate, int number) {
    tuning::Learned known;
    known.context = "experience " + std::to_string(number);
    known.featureNames = sidl::array<std::string>(std::vector<std::string>{"n", "hard"});
    known.features =
        sidl::array<double>(std::vector<double>{from.features[0].second, from.features[1].second});
    known.candidate = kTwo[candidate].name;
    known.componentVersion = "1";
    const bool failed = from.failed[candidate];
    known.calls = failed ? 0 : 1;
    known.cost = failed ? 0 : std::exp(from.costs[candidate]);
    known.failures = failed ? 1 : 0;
    return known;
}

/// A table that has restored what is known of so many contexts.
ContextTable tableWith(int count) {
    ContextTable table;
    table.begin(kTwo);
    std::vector<tuning::Learned> all;
    int number = 0;
    for (const Experience& each : experiences(count)) {
        all.push_back(learned(each, 0, number));
        all.push_back(learned(each, 1, number++));
    }
    CHECK(table.restore(all) == static_cast<int>(all.size()));
    return table;
}

}  // namespace

TEST_SUITE("optimizer.strategies.CostModel") {
    TEST_CASE("costs follow the features") {
        CostModel model(2);
        model.learn(experiences(60));
        for (const double n : {3.0, 5.0, 7.0}) {
            const std::vector<Guess> guesses = model.guess({{"n", n}, {"hard", 0}});
            REQUIRE(guesses.size() == 2);
            // Costs are logarithms, and slopes are held back.
            CHECK(std::abs(guesses[0].mean - n) < 0.7);
            CHECK(std::abs(guesses[1].mean - (1.5 * n - std::log(100.0))) < 0.7);
            CHECK(guesses[0].error < 1.5);
            CHECK(guesses[0].failing < 0.4);
        }
    }

    TEST_CASE("failures are expected where they were seen") {
        CostModel model(2);
        model.learn(experiences(60));
        const std::vector<Guess> guesses = model.guess({{"n", 5}, {"hard", 1}});
        CHECK(guesses[0].failing > 0.5);
        CHECK(guesses[1].failing < 0.1);
    }

    TEST_CASE("the error grows with the distance where costs do not follow a line") {
        std::vector<Experience> bent = experiences(60);
        for (Experience& each : bent) {
            each.costs[1] = std::cos(3 * each.features[0].second);
        }
        CostModel model(2);
        model.learn(bent);
        const double near = model.guess({{"n", 5}, {"hard", 0}})[1].error;
        const double far = model.guess({{"n", 40}, {"hard", 0}})[1].error;
        CHECK(far >= near);
        CHECK(far > 0.5);
    }

    TEST_CASE("a context that is added counts for its neighbours at once") {
        CostModel model(2);
        model.learn(experiences(60));
        const strategies::Features place{{"n", 5}, {"hard", 0}};
        const double before = model.guess(place)[1].mean;
        for (int i = 0; i < 20; ++i) {
            model.add({place, {5, before + 1}, {false, false}});
        }
        CHECK(model.guess(place)[1].mean > before + 0.3);
    }

    TEST_CASE("few contexts, other features, and none at all have no guess") {
        CostModel model(2);
        CHECK(model.guess({{"n", 1}, {"hard", 0}}).empty());
        model.learn({});
        CHECK(model.guess({{"n", 1}, {"hard", 0}}).empty());
        model.learn(experiences(static_cast<int>(CostModel::kFewest) - 1));
        CHECK(model.guess({{"n", 1}, {"hard", 0}}).empty());
        model.learn(experiences(40));
        CHECK(model.guess({{"m", 1}, {"hard", 0}}).empty());
        CHECK(model.guess({{"n", 1}}).empty());
        CHECK(model.size() == 40);
        model.add({{{"m", 1}, {"hard", 0}}, {1, 1}, {false, false}});
        CHECK(model.size() == 40);
    }

    TEST_CASE("a feature that never varied, equal contexts and unknown candidates do no harm") {
        std::vector<Experience> same(20, experience(4, false));
        for (Experience& each : same) {
            each.costs[1] = kInfinity;
        }
        CostModel model(2);
        model.learn(same);
        const std::vector<Guess> guesses = model.guess({{"n", 4}, {"hard", 0}});
        REQUIRE(guesses.size() == 2);
        CHECK(guesses[0].mean == doctest::Approx(4).epsilon(0.01));
        CHECK(std::isfinite(guesses[0].error));
        CHECK(guesses[1].mean == kInfinity);
        CHECK(std::isfinite(model.guess({{"n", 1e6}, {"hard", 1}})[0].error));
    }
}

TEST_SUITE("optimizer.strategies.CostModel") {
    TEST_CASE("a new context starts with guesses of the model, and is not taken for known") {
        ContextTable table = tableWith(60);
        const ContextState& state = *table.find(table.enter("new", {{"n", 2}, {"hard", 0}}));
        CHECK(state.incumbent == -1);
        CHECK(state.arm(0).modelled());
        CHECK(std::abs(state.arm(0).guess - 2) < 0.8);
        CHECK_FALSE(state.arm(0).known());
    }

    TEST_CASE("what this machine costs beyond the model shifts the guesses of later contexts") {
        ContextTable table = tableWith(60);
        const strategies::Learning learning;
        for (int i = 0; i < 6; ++i) {
            ContextState& state =
                *table.find(table.enter("c" + std::to_string(i), {{"n", 2.0 + i}, {"hard", 0}}));
            // Four times as slow as where the model was made.
            state.complete(0, 4 * std::exp(2.0 + i), learning);
            state.complete(0, 4 * std::exp(2.0 + i), learning);
        }
        const ContextState& state = *table.find(table.enter("new", {{"n", 5.5}, {"hard", 0}}));
        CHECK(state.arm(0).guess > 5.5 + 0.4 * std::log(4.0));
        CHECK(state.arm(1).guess > 1.5 * 5.5 - std::log(100.0) + 0.4 * std::log(4.0));
    }

    TEST_CASE("guesses of the model are not kept as what was learned") {
        ContextTable table = tableWith(60);
        table.enter("new", {{"n", 2}, {"hard", 0}});
        CHECK(table.learned().empty());
    }
}

TEST_SUITE("optimizer.strategies.CostModel") {
    TEST_CASE("with a model the best guess is first, and what is surely slower is not tried") {
        ContextTable table = tableWith(60);
        ContextState& state = *table.find(table.enter("new", {{"n", 3}, {"hard", 0}}));
        const strategies::CappedThompsonPolicy policy({});
        strategies::Random random(1);
        const strategies::Learning learning;
        for (int i = 0; i < 50; ++i) {
            state.tick();
            const auto pick = policy.pick({state, random, "new", i + 1});
            CHECK(pick.candidate == 1);
            state.complete(1, std::exp(1.5 * 3) / 100, learning);
        }
    }

    TEST_CASE("a trial that may gain more than it costs is made when enough requests came") {
        ContextTable table = tableWith(60);
        ContextState& state = *table.find(table.enter("new", {{"n", 8.5}, {"hard", 0}}));
        REQUIRE(state.arm(1).modelled());
        // As the model says, both cost about the same.
        const strategies::CappedThompsonPolicy policy({});
        strategies::Random random(1);
        const strategies::Learning learning;
        int trials = 0;
        for (int i = 0; i < 100; ++i) {
            state.tick();
            const auto pick = policy.pick({state, random, "new", i + 1});
            trials += pick.candidate == 1 ? 1 : 0;
            state.complete(pick.candidate, std::exp(pick.candidate == 0 ? 8.5 : 8.0), learning);
        }
        CHECK(trials > 50);
        CHECK(state.incumbent == 1);
    }
}
