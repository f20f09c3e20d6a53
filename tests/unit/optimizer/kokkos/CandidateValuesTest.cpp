#include <doctest/doctest.h>

#include <CandidateValues.hpp>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

using namespace optimizer::kokkos;

namespace {

std::vector<std::int64_t> wholes(const TuningVariable& variable) {
    std::vector<std::int64_t> values;
    for (const Value& value : candidateValues(variable)) {
        values.push_back(std::get<std::int64_t>(value));
    }
    return values;
}

TuningVariable range(std::int64_t lower, std::int64_t upper, std::int64_t step,
                     bool openLower = false, bool openUpper = false) {
    TuningVariable variable{};
    variable.type = TuningType::Whole;
    variable.quantity = TuningQuantity::Range;
    variable.candidates.range = {};
    variable.candidates.range.lower.whole = lower;
    variable.candidates.range.upper.whole = upper;
    variable.candidates.range.step.whole = step;
    variable.candidates.range.openLower = openLower;
    variable.candidates.range.openUpper = openUpper;
    return variable;
}

TuningVariable realRange(double lower, double upper, double step) {
    TuningVariable variable = range(0, 0, 0);
    variable.type = TuningType::Real;
    variable.candidates.range.lower.real = lower;
    variable.candidates.range.upper.real = upper;
    variable.candidates.range.step.real = step;
    return variable;
}

Choices choices(const std::string& name, TuningCategory category, std::int64_t count) {
    Choices made{name, category, {}};
    for (std::int64_t i = 0; i < count; ++i) {
        made.values.emplace_back(i);
    }
    return made;
}

using Wholes = std::vector<std::int64_t>;

}  // namespace

TEST_SUITE("optimizer.kokkos.CandidateValues") {
    TEST_CASE("the values of a set are candidates, each once") {
        const std::array<std::int64_t, 4> numbers{8, 4, 8, 2};
        TuningVariable variable{};
        variable.type = TuningType::Whole;
        variable.quantity = TuningQuantity::Set;
        variable.candidates.set = {numbers.size(), {numbers.data()}};
        CHECK(wholes(variable) == Wholes{8, 4, 2});
    }

    TEST_CASE("texts of a set end at a zero byte or with the field") {
        std::array<TuningText, 2> texts{};
        texts[0] = {'d', 'y', 'n'};
        texts[1].fill('x');
        TuningVariable variable{};
        variable.type = TuningType::Text;
        variable.quantity = TuningQuantity::Set;
        variable.candidates.set.size = texts.size();
        variable.candidates.set.values.text = texts.data();
        CHECK(candidateValues(variable) ==
              std::vector<Value>{std::string("dyn"), std::string(64, 'x')});
        CHECK(assigned(std::string(80, 'x')).text[63] == '\0');
    }

    TEST_CASE("a range has its ends unless they are open") {
        CHECK(wholes(range(2, 10, 2)) == Wholes{2, 4, 6, 8, 10});
        CHECK(wholes(range(2, 10, 2, true, true)) == Wholes{4, 6, 8});
        CHECK(wholes(range(2, 9, 2, false, true)) == Wholes{2, 4, 6, 8});
        CHECK(wholes(range(5, 5, 1)) == Wholes{5});
        CHECK(wholes(range(1, 3, 0)) == Wholes{1, 2, 3});
        CHECK(candidateValues(realRange(0, 1, 0.25)) ==
              std::vector<Value>{0.0, 0.25, 0.5, 0.75, 1.0});
    }

    TEST_CASE("a long range is thinned out evenly, with its ends") {
        const Wholes values = wholes(range(0, 1500, 1));
        REQUIRE(values.size() == kMostOfRange);
        for (std::size_t i = 0; i < values.size(); ++i) {
            CHECK(values[i] == static_cast<std::int64_t>(100 * i));
        }
        constexpr auto kLeast = std::numeric_limits<std::int64_t>::min();
        constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
        const Wholes all = wholes(range(kLeast, kMost, 1));
        CHECK(all.size() == kMostOfRange);
        CHECK(all.front() == kLeast);
        CHECK(all.back() == kMost);
        CHECK(candidateValues(realRange(0, 15, 0)).size() == kMostOfRange);
    }

    TEST_CASE("how many values are possible is known where not all of them are candidates") {
        const auto possible = [](const TuningVariable& variable) {
            return possibleValues(variable, candidateValues(variable).size());
        };
        CHECK(possible(range(2, 10, 2)) == 5);
        CHECK(possible(range(2, 10, 2, true, true)) == 3);
        CHECK(possible(range(0, 1500, 1)) == 1501);
        CHECK(possible(range(0, 1500, 1, true, true)) == 1499);
        CHECK(possible(realRange(0, 10, 0.1)) == doctest::Approx(101));
        CHECK(possible(realRange(0, 1, 0)) == std::numeric_limits<double>::infinity());
        // What has no candidates keeps its value.
        CHECK(possible(range(3, 2, 1)) == 1);
        const std::array<std::int64_t, 3> numbers{8, 4, 8};
        TuningVariable set{};
        set.type = TuningType::Whole;
        set.quantity = TuningQuantity::Set;
        set.candidates.set = {numbers.size(), {numbers.data()}};
        CHECK(possible(set) == 2);
    }

    TEST_CASE("what makes no sense has no candidates") {
        constexpr double kInfinite = std::numeric_limits<double>::infinity();
        CHECK(wholes(range(3, 2, 1)).empty());
        CHECK(wholes(range(2, 3, -1)).empty());
        CHECK(wholes(range(2, 2, 1, true, false)).empty());
        CHECK(wholes(range(2, 2, 1, false, true)).empty());
        CHECK(candidateValues(realRange(1, 0, 0)).empty());
        CHECK(candidateValues(realRange(0, kInfinite, 1)).empty());
        CHECK(candidateValues(realRange(std::nan(""), 1, 0)).empty());
        CHECK(candidateValues(realRange(0, 1, -1)).empty());
        TuningVariable variable = range(1, 2, 1);
        variable.type = TuningType::Text;
        CHECK(candidateValues(variable).empty());
        variable.quantity = TuningQuantity::Unbounded;
        CHECK(candidateValues(variable).empty());
        variable.quantity = TuningQuantity::Set;
        variable.candidates.set = {0, {nullptr}};
        CHECK(candidateValues(variable).empty());
    }

    TEST_CASE("values of several variables are combined") {
        const auto all = combinations({choices("a", TuningCategory::Ordinal, 2),
                                       choices("b", TuningCategory::Categorical, 3)});
        REQUIRE(all.size() == 6);
        CHECK(all[1] == std::vector<Value>{std::int64_t{0}, std::int64_t{1}});
        CHECK(all[5] == std::vector<Value>{std::int64_t{1}, std::int64_t{2}});
    }

    TEST_CASE("too many combinations are thinned out where values have an order") {
        const auto all = combinations({choices("a", TuningCategory::Ratio, 100),
                                       choices("b", TuningCategory::Categorical, 20)});
        CHECK(all.size() <= kMostCombinations);
        std::vector<bool> seen(20);
        for (const auto& values : all) {
            seen[static_cast<std::size_t>(std::get<std::int64_t>(values[1]))] = true;
        }
        CHECK(seen == std::vector<bool>(20, true));
        CHECK(all.back()[0] == Value(std::int64_t{99}));
        // Without an order all of them are thinned out.
        CHECK(combinations({choices("a", TuningCategory::Categorical, 1000),
                            choices("b", TuningCategory::Categorical, 1000)})
                  .size() <= kMostCombinations);
    }
}
