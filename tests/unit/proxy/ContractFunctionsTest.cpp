#include <gantry/contractArrays.hpp>
#include <gantry/contractOperators.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <stdexcept>
#include <vector>

namespace {

namespace contract = gantry::contract;

constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

std::vector<int> walked(const auto& array) {
    std::vector<int> values;
    for (contract::Elements each(array); each.more(); ++each) {
        values.push_back(*each);
    }
    return values;
}

// 10 * row + column in 2 rows of 3.
sidl::array<int, 2> table(sidl::Order order) {
    sidl::array<int, 2> made({2, 3}, order);
    for (int i = 0; i < 2; ++i) {
        for (int j = 0; j < 3; ++j) {
            made(i, j) = 10 * i + j;
        }
    }
    return made;
}

TEST_SUITE("proxy.ContractFunctions") {
    TEST_CASE("elements are taken by their indices, whatever the order in memory") {
        const std::vector<int> rows = {0, 1, 2, 10, 11, 12};
        int cells[] = {0, 10, 1, 11, 2, 12};

        CHECK(walked(table(sidl::Order::RowMajor)) == rows);
        CHECK(walked(table(sidl::Order::ColumnMajor)) == rows);
        CHECK(walked(sidl::rarray<int, 2>(cells, {2, 3})) == rows);
    }

    TEST_CASE("a borrowed array is walked along its strides") {
        int cells[] = {0, 1, 2, 3, 4, 5};

        CHECK(walked(sidl::array<int>::borrow(cells + 5, {3}, {-2})) == std::vector{5, 3, 1});
        CHECK(walked(sidl::array<int, 2>::borrow(cells, {2, 2}, {3, 2})) ==
              std::vector{0, 2, 3, 5});
    }

    TEST_CASE("an array without elements in some dimension is empty") {
        CHECK(walked(sidl::array<int, 3>({2, 0, 2})).empty());
        CHECK(walked(sidl::array<int>()).empty());
        CHECK(contract::size(sidl::array<int, 3>({2, 0, 2})) == 0);
    }

    TEST_CASE("seven dimensions are walked") {
        const sidl::array<int, 7> all({2, 1, 2, 1, 2, 1, 2});
        int next = 0;
        for (int& each : sidl::array<int>::borrow(all.data(), {16}, {1})) {
            each = next++;
        }

        CHECK(walked(all).size() == 16);
        CHECK(contract::nonDecr(all));
        CHECK(contract::max(all) == 15);
    }

    TEST_CASE("an array and a raw one are compared index by index") {
        int cells[] = {0, 10, 1, 11, 2, 12};
        const sidl::rarray<int, 2> raw(cells, {2, 3});

        CHECK(contract::all(table(sidl::Order::RowMajor), contract::equal, raw));
        CHECK_FALSE(contract::all(raw, contract::equal, sidl::array<int>({6})));
    }

    TEST_CASE("arrays of different shapes share no relation") {
        const sidl::array<int> two{1, 2};
        const sidl::array<int> three{1, 2, 3};

        CHECK_FALSE(contract::all(two, contract::lessOrEqual, three));
        CHECK_FALSE(contract::any(two, contract::lessOrEqual, three));
        CHECK(contract::none(two, contract::lessOrEqual, three));
        CHECK(contract::count(two, contract::lessOrEqual, three) == 0);
    }

    TEST_CASE("an element that is not a number shows in max and min") {
        const sidl::array<double> odd{1, std::nan(""), 2};

        CHECK_FALSE(contract::lessOrEqual(contract::max(odd), 2));
        CHECK_FALSE(contract::greaterOrEqual(contract::min(odd), 1));
        CHECK_FALSE(contract::range(odd, 0, 3, 0));
    }

    TEST_CASE("max and min of nothing are below and above every number") {
        const sidl::array<double> none;

        CHECK(contract::max(none) == -std::numeric_limits<double>::infinity());
        CHECK(contract::min(none) == std::numeric_limits<double>::infinity());
        CHECK(contract::sum(none) == 0);
    }

    TEST_CASE("a raw array has lower bounds 0 and the strides of column-major order") {
        int cells[6] = {};
        const sidl::rarray<int, 2> raw(cells, {2, 3});

        CHECK(contract::lower(raw, 1) == 0);
        CHECK(contract::upper(raw, 1) == 2);
        CHECK(contract::upper(raw, 2) == -1);
        CHECK(contract::upper(raw, -1) == -1);
        CHECK(contract::stride(raw, 0) == 1);
        CHECK(contract::stride(raw, 1) == 2);
        CHECK(contract::stride(raw, 2) == 0);
        CHECK(contract::dimen(raw) == 2);
    }

    TEST_CASE("no array has size and dimension 0") {
        const std::shared_ptr<sidl::BaseArray> none;
        const std::shared_ptr<sidl::BaseArray> some =
            std::make_shared<sidl::array<int, 2>>(std::array{2, 3});

        CHECK(contract::size(none) == 0);
        CHECK(contract::dimen(none) == 0);
        CHECK(contract::size(some) == 6);
        CHECK(contract::dimen(some) == 2);
    }

    TEST_CASE("whole numbers that leave 64 bits have no value") {
        CHECK_THROWS_AS(contract::plus(kMost, 1), std::domain_error);
        CHECK_THROWS_AS(contract::minus(kLeast, 1), std::domain_error);
        CHECK_THROWS_AS(contract::times(kMost, 2), std::domain_error);
        CHECK_THROWS_AS(contract::divide(kLeast, -1), std::domain_error);
        CHECK_THROWS_AS(contract::remainder(kLeast, -1), std::domain_error);
        CHECK_THROWS_AS(contract::remainder(1, 0), std::domain_error);
        CHECK_THROWS_AS(contract::power(2, 63), std::domain_error);
        CHECK_THROWS_AS(contract::shiftLeft(1, 64), std::domain_error);
        CHECK(contract::plus(kMost, kLeast) == -1);
        CHECK(contract::plus(2147483647, 1) == 2147483648);
    }

    TEST_CASE("powers of whole numbers are whole") {
        CHECK(contract::power(2, 62) == std::int64_t{1} << 62);
        CHECK(contract::power(-2, 3) == -8);
        CHECK(contract::power(0, 0) == 1);
        CHECK(contract::power(0, kMost) == 0);
        CHECK(contract::power(1, kLeast) == 1);
        CHECK(contract::power(-1, kMost) == -1);
        CHECK(contract::power(-1, -2) == 1);
        CHECK(contract::power(2, -1) == 0);
        CHECK_THROWS_AS(contract::power(0, -1), std::domain_error);
        CHECK(contract::power(2, 0.5) == doctest::Approx(std::sqrt(2.0)));
    }

    TEST_CASE("shifts keep the sign to the right and drop bits to the left") {
        CHECK(contract::shiftRight(-8, 1) == -4);
        CHECK(contract::shiftLeft(-1, 63) == kLeast);
        CHECK(contract::bitNot(0) == -1);
    }

    TEST_CASE("a number is passed on only where it fits") {
        CHECK(contract::as<std::int32_t>(2147483647.5) == 2147483647);
        CHECK(contract::as<std::int32_t>(-7.9) == -7);
        CHECK(contract::as<std::int64_t>(kLeast) == kLeast);
        CHECK(contract::as<float>(0.5) == 0.5F);
        CHECK_THROWS_AS(contract::as<std::int32_t>(2147483648.0), std::domain_error);
        CHECK_THROWS_AS(contract::as<std::int32_t>(std::nan("")), std::domain_error);
        CHECK_THROWS_AS(contract::as<std::int32_t>(kMost), std::domain_error);
        CHECK_THROWS_AS(contract::as<std::int64_t>(9.3e18), std::domain_error);
    }
}

}  // namespace
