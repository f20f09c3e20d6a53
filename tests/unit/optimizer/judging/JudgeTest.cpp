#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "judging/choose.hpp"
#include "judging/judge.hpp"
#include "trials.hpp"

using namespace optimizer;
using namespace optimizer::test;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr Limits kLimits{1e-3, 1000};

WorstCall call(double error, double estimate, std::int64_t evaluations = 10) {
    WorstCall made;
    made.value = 1;
    made.error = error;
    made.estimate = estimate;
    made.evaluations = evaluations;
    return made;
}

tuning::Trial judged(const std::vector<WorstCall>& calls) {
    WorstCall worst;
    for (const WorstCall& one : calls) {
        worst.add(one);
    }
    tuning::Trial trial;
    judge(trial, worst, kLimits);
    return trial;
}

}  // namespace

TEST_SUITE("optimizer.judging.Judge") {
    TEST_CASE("calls that meet the accuracy make an accurate trial") {
        const tuning::Trial trial = judged({call(1e-5, 1e-4), call(1e-4, 1e-5)});

        CHECK(trial.accurate);
        CHECK(trial.failure.empty());
        CHECK(trial.error == 1e-4);
    }

    TEST_CASE("an estimate that is NaN is not forgotten by the next call") {
        for (const auto& calls : {std::vector{call(0, kNaN), call(0, 1e-9)},
                                  std::vector{call(0, 1e-9), call(0, kNaN)}}) {
            const tuning::Trial trial = judged(calls);

            CHECK_FALSE(trial.accurate);
            CHECK(contains(trial.failure, "error estimate of"));
        }
    }

    TEST_CASE("an error that is NaN is not forgotten by the next call") {
        for (const auto& calls :
             {std::vector{call(kNaN, 0), call(0, 0)}, std::vector{call(0, 0), call(kNaN, 0)}}) {
            const tuning::Trial trial = judged(calls);

            CHECK_FALSE(trial.accurate);
            CHECK(std::isnan(trial.error));
        }
    }

    TEST_CASE("one bad call among good ones is what counts") {
        const tuning::Trial trial = judged({call(0, 0), call(0.5, 0), call(0, 0)});

        CHECK_FALSE(trial.accurate);
        CHECK(trial.error == 0.5);
    }

    TEST_CASE("a candidate that spends all evaluations fails however small its estimate is") {
        const tuning::Trial trial = judged({call(0, 0, 1000), call(0, 0, 20)});

        CHECK(trial.failure == "it used all 1000 evaluations that are allowed");
        CHECK_FALSE(isGoodEnough(trial));
    }

    TEST_CASE("one call that was interrupted changes neither the median nor the spread") {
        const Typical calm = typicalOf({1, 1, 1, 1, 1, 1, 1, 1});
        const Typical disturbed = typicalOf({1, 1, 500, 1, 1, 1, 1, 1});

        CHECK(calm.value == 1);
        CHECK(calm.spread == 0);
        CHECK(disturbed.value == 1);
        CHECK(disturbed.spread == 0);
    }

    TEST_CASE("the spread is the width of the middle half") {
        const Typical typical = typicalOf({5, 1, 4, 2, 3});

        CHECK(typical.value == 3);
        CHECK(typical.spread == 2);
    }

    TEST_CASE("one call or two have a median") {
        CHECK(typicalOf({7}).value == 7);
        CHECK(typicalOf({7}).spread == 0);
        CHECK(typicalOf({1, 3}).value == 2);
        CHECK(typicalOf({1, 3}).spread == 1);
    }
}
