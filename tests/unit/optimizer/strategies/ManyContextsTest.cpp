#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "ContextTable.hpp"
#include "UsualContexts.hpp"
#include "decide.hpp"
#include "thompson_capped/CappedThompsonPolicy.hpp"

using strategies::CappedThompsonPolicy;
using strategies::ContextState;
using strategies::ContextTable;
using strategies::Pick;
using strategies::samples::kUsual;
using strategies::samples::tableOfUsual;

namespace {

/// What contexts cost, one after the other, each a little larger than the one before and called
/// once.
struct Sequence {
    std::vector<int> completed = std::vector<int>(3);
    std::vector<int> ended = std::vector<int>(3);
    int inLastTen = 0;        ///< completed calls of the third candidate
    double spentOnEnded = 0;  ///< in calls of the best candidate
};

/// beyond: costs beyond e^n, as logarithms.
Sequence serve(const std::vector<double>& beyond, int contexts) {
    ContextTable table = tableOfUsual();
    const CappedThompsonPolicy policy({});
    const strategies::Learning learning;
    strategies::Random random(1);
    Sequence sequence;
    for (int context = 0; context < contexts; ++context) {
        const double n = 2 + 0.1 * context;
        const std::string key = "mesh " + std::to_string(context);
        ContextState& state = *table.find(table.enter(key, {{"n", n}}));
        REQUIRE(state.arm(0).modelled());
        for (bool served = false; !served;) {
            const Pick pick = strategies::decide(policy, {state, random, key, context + 1});
            const auto place = static_cast<std::size_t>(pick.candidate);
            const double cost = std::exp(n + beyond[place]);
            served = cost <= pick.limit;
            if (served) {
                state.complete(pick.candidate, cost, learning);
                ++sequence.completed[place];
                sequence.inLastTen += place == 2 && context >= contexts - 10 ? 1 : 0;
            } else {
                state.abort(pick.candidate, pick.limit, pick.limit, learning);
                ++sequence.ended[place];
                sequence.spentOnEnded += pick.limit / std::exp(n + beyond[0]);
            }
        }
    }
    return sequence;
}

}  // namespace

TEST_SUITE("optimizer.strategies.ManyContexts") {
    TEST_CASE("contexts that are called once find what the model takes for hopeless") {
        const Sequence sequence = serve({0, 0.3, -3}, 30);
        CHECK(sequence.inLastTen == 10);
    }

    TEST_CASE("each other candidate is ended once at most where the model is right") {
        const Sequence sequence = serve(kUsual, 30);
        CHECK(sequence.ended[2] == 1);
        CHECK(sequence.ended[1] <= 1);
        CHECK(sequence.completed[0] >= 27);
        // A first call may include a set-up of e times the cost, and is ended at it.
        CHECK(sequence.spentOnEnded <= 2 * std::exp(1.5));
    }

    TEST_CASE("the first context of a run calls the best candidate only") {
        const Sequence sequence = serve(kUsual, 1);
        CHECK(sequence.completed == std::vector<int>{1, 0, 0});
        CHECK(sequence.ended == std::vector<int>{0, 0, 0});
    }

    TEST_CASE("a call that was ended early does not make a candidate look cheap") {
        ContextTable table = tableOfUsual();
        ContextState& first = *table.find(table.enter("first", {{"n", 4.0}}));
        const double before = first.arm(2).guess;
        first.abort(2, std::exp(1), std::exp(1), {});
        const ContextState& second = *table.find(table.enter("second", {{"n", 4.0}}));
        CHECK(second.arm(2).guess >= before - 0.5);
    }

    TEST_CASE("near contexts of this run count more than those of earlier ones") {
        ContextTable table = tableOfUsual();
        ContextState& first = *table.find(table.enter("first", {{"n", 4.0}}));
        // A tenth of what 40 contexts say; twice, so that this is not a set-up.
        first.complete(1, std::exp(4.3 - 2.3), {});
        first.complete(1, std::exp(4.3 - 2.3), {});
        first.complete(0, std::exp(4.0), {});
        first.complete(0, std::exp(4.0), {});
        const ContextState& second = *table.find(table.enter("second", {{"n", 4.05}}));
        CHECK(second.arm(1).guess < second.arm(0).guess - 1);
    }
}
