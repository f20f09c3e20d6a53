#include <sidl/array.hpp>

#include <doctest/doctest.h>

#include <utility>

TEST_SUITE_BEGIN("interfaces.SidlArray");

TEST_CASE("an array that was moved from is empty") {
    sidl::array<int> first{1, 2, 3};
    sidl::array<int> second(std::move(first));
    sidl::array<int> third{9};

    third = std::move(second);

    CHECK(third.toVector() == std::vector<int>{1, 2, 3});
    // NOLINTNEXTLINE(bugprone-use-after-move): the case tests what a move leaves behind
    for (const auto* moved : {&first, &second}) {
        CHECK(moved->empty());
        CHECK(moved->data() == nullptr);
    }
}

TEST_CASE("the strides of an array with more elements than an int counts are right") {
    const auto rows = sidl::array<double, 2>::borrow(nullptr, {50000, 50000}, {50000, 1});

    CHECK(rows.size() == 2500000000U);
    CHECK(rows.isDense(sidl::Order::RowMajor));
    CHECK_FALSE(rows.isDense(sidl::Order::ColumnMajor));
}

TEST_SUITE_END();
