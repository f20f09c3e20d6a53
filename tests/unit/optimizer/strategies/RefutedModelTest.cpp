#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "ContextTable.hpp"
#include "UsualContexts.hpp"
#include "decide.hpp"
#include "thompson_capped/CappedThompsonPolicy.hpp"

using strategies::CappedThompsonPolicy;
using strategies::ContextState;
using strategies::ContextTable;
using strategies::kInfinity;
using strategies::Pick;
using strategies::samples::kUsual;
using strategies::samples::tableOfUsual;

namespace {

/// A new context of three candidates.
ContextState newContext(double n) {
    ContextTable table = tableOfUsual();
    return *table.find(table.enter("new", {{"n", n}}));
}

/// What came of requests whose costs beyond e^n are these.
struct Served {
    std::vector<int> calls = std::vector<int>(3);
    int beforeTheFirst = 0;
    double mostOfThird = 0;
    int incumbent = -1;
};

Served serve(double n, const std::vector<double>& beyond, int requests) {
    ContextState state = newContext(n);
    REQUIRE(state.arm(0).modelled());
    const CappedThompsonPolicy policy({});
    const strategies::Learning learning;
    strategies::Random random(1);
    Served served;
    for (int request = 0; request < requests;) {
        const Pick pick = strategies::decide(policy, {state, random, "new", request + 1});
        const auto place = static_cast<std::size_t>(pick.candidate);
        const double cost = std::exp(n + beyond[place]);
        ++served.calls[place];
        served.beforeTheFirst += state.incumbent < 0 ? 1 : 0;
        if (place == 2) {
            served.mostOfThird =
                std::max(served.mostOfThird, std::min(cost, pick.limit) / std::exp(state.best()));
        }
        if (cost <= pick.limit) {
            state.complete(pick.candidate, cost, learning);
        } else {
            state.abort(pick.candidate, pick.limit, pick.limit, learning);
        }
        // Served by the candidate, or by the fallback.
        request += cost <= pick.limit || pick.fallback >= 0 ? 1 : 0;
    }
    served.incumbent = state.incumbent;
    return served;
}

}  // namespace

TEST_SUITE("optimizer.strategies.RefutedModel") {
    TEST_CASE("where the model is right, a candidate that it takes for hopeless is not called") {
        CHECK(serve(4, kUsual, 100).calls[2] == 0);
    }

    TEST_CASE("where the model is refuted, that candidate is called for a short time, and found") {
        // The first two fill in, which no known context did; the third does not.
        const Served served = serve(4, {4, 4.3, 0.5}, 100);
        CHECK(served.incumbent == 2);
        CHECK(served.calls[2] > 80);
    }

    TEST_CASE(
        "where the model is refuted and the candidate is hopeless, it costs a part of a call") {
        const Served served = serve(4, {4, 4.3, 8}, 100);
        CHECK(served.incumbent == 0);
        CHECK(served.calls[2] == 1);
        CHECK(served.mostOfThird <= 0.25 + 1e-9);
    }

    TEST_CASE("a first limit that was too low by the model grows with each call that is ended") {
        // A thousand times as long as predicted: a few doublings, not one call after the other
        // with the same limit.
        const Served served = serve(4, {7, 7.3, 12}, 1);
        CHECK(served.beforeTheFirst <= 14);
    }
}
