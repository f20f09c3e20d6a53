#include <doctest/doctest.h>

#include <cmath>

#include "ContextState.hpp"
#include "ContextTable.hpp"

using strategies::ContextState;
using strategies::Learning;

namespace {

const Learning kLearning;

void completeTimes(ContextState& state, int candidate, double cost, int times) {
    for (int i = 0; i < times; ++i) {
        state.tick();
        state.complete(candidate, cost, kLearning);
    }
}

}  // namespace

TEST_SUITE("optimizer.strategies.ContextState") {
    TEST_CASE("the incumbent gives way only to a candidate that is more than 2 % better") {
        ContextState state(2);
        completeTimes(state, 0, 1.0, 5);
        completeTimes(state, 1, 0.99, 5);
        CHECK(state.incumbent == 0);

        completeTimes(state, 1, 0.9, 20);
        CHECK(state.incumbent == 1);
    }

    TEST_CASE("one disturbed call moves an estimate little, and is not a drift") {
        ContextState state(2);
        completeTimes(state, 0, 1.0, 30);
        completeTimes(state, 0, 100.0, 1);

        CHECK(std::exp(state.arm(0).mean) < 1.1);
        CHECK(state.driftedAt == -1);
    }

    TEST_CASE(
        "of few calls a disturbed one does not count, and a disturbed first one is forgotten") {
        ContextState state(2);
        completeTimes(state, 0, 10.0, 1);
        completeTimes(state, 0, 1.0, 1);
        CHECK(std::exp(state.arm(0).mean) == doctest::Approx(1));

        completeTimes(state, 0, 10.0, 1);
        CHECK(std::exp(state.arm(0).mean) == doctest::Approx(1));
        completeTimes(state, 0, 10.0, 2);
        CHECK(std::exp(state.arm(0).mean) == doctest::Approx(10));
    }

    TEST_CASE("three calls in a row at another pace are a drift, and everything is compared anew") {
        ContextState state(2);
        state.tick();
        state.abort(1, 2.0, 2.0, kLearning);
        completeTimes(state, 0, 1.0, 30);
        completeTimes(state, 0, 20.0, 3);

        CHECK(std::exp(state.arm(0).mean) == doctest::Approx(20));
        CHECK(state.driftedAt == state.clock);
        CHECK(state.arm(1).bound == -strategies::kInfinity);
    }

    TEST_CASE("a quarantine doubles with each failure and ends with a call that completes") {
        ContextState state(2);
        state.tick();
        state.fail(0, 1, kLearning);
        CHECK(state.arm(0).quarantinedUntil - state.clock == 60);
        state.fail(0, 1, kLearning);
        CHECK(state.arm(0).quarantinedUntil - state.clock == 120);
        for (int failure = 0; failure < 100; ++failure) {
            state.fail(0, 1, kLearning);
        }
        CHECK(state.arm(0).quarantinedUntil > state.clock);

        state.complete(0, 1, kLearning);
        state.fail(0, 1, kLearning);
        CHECK(state.arm(0).quarantinedUntil - state.clock == 60);
    }

    TEST_CASE("an incumbent that fails is one no longer") {
        ContextState state(2);
        completeTimes(state, 0, 1.0, 5);
        completeTimes(state, 1, 3.0, 5);
        state.fail(0, 1, kLearning);

        CHECK(state.incumbent == 1);
    }

    TEST_CASE("a cost of nothing is a cost") {
        ContextState state(1);
        completeTimes(state, 0, 0.0, 2);

        CHECK(state.incumbent == 0);
        CHECK(std::isfinite(state.best()));
    }
}

TEST_SUITE("optimizer.strategies.ContextState") {
    TEST_CASE("features are near where figures differ little, and far where names differ") {
        CHECK(strategies::distanceOf({{"n", 100}}, {{"n", 100}}) == 0);
        CHECK(strategies::distanceOf({{"n", 100}}, {{"n", 110}}) < 0.1);
        CHECK(strategies::distanceOf({{"n", 100}}, {{"m", 100}}) == 1);
        CHECK(strategies::distanceOf({}, {}) == 1);
        CHECK(strategies::distanceOf({{"n", 0}}, {{"n", 0}}) == 0);
    }

    TEST_CASE("a new context expects what the nearest one knows") {
        strategies::ContextTable contexts;
        contexts.begin({{"a", "1", true, true, false}, {"b", "1", true, true, false}});
        ContextState& known = *contexts.find(contexts.enter("near", {{"n", 100}}));
        completeTimes(known, 0, 5.0, 3);
        completeTimes(known, 1, 1.0, 3);
        contexts.enter("far", {{"n", 1e6}});

        const ContextState& near = *contexts.find(contexts.enter("new", {{"n", 105}}));
        const ContextState& alone = *contexts.find(contexts.enter("other", {{"m", 1}}));

        CHECK(std::exp(near.arm(0).guess) == doctest::Approx(5));
        CHECK(std::exp(near.arm(1).guess) == doctest::Approx(1));
        CHECK(alone.arm(0).guess == strategies::kInfinity);
    }

    TEST_CASE("the context that was used least recently goes first") {
        strategies::ContextTable contexts;
        contexts.begin({{"a", "1", true, true, false}});
        const int first = contexts.enter("first", {});
        const int second = contexts.enter("second", {});
        for (int i = 2; i < strategies::ContextTable::kMost; ++i) {
            contexts.enter(std::to_string(i), {});
        }
        contexts.use(first);
        contexts.enter("one more", {});

        CHECK(contexts.find(first) != nullptr);
        CHECK(contexts.find(second) == nullptr);
    }
}
