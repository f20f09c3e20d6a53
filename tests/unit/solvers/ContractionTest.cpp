#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "solvers/common/contraction.hpp"

namespace {

using solvers::OwnedMatrix;

/// Nodes in a ring, each with itself and with the two beside it.
OwnedMatrix ring(int nodes) {
    OwnedMatrix matrix{{0}, {}, {}};
    for (int row = 0; row < nodes; ++row) {
        std::vector<int> columns{row, (row + 1) % nodes, (row + nodes - 1) % nodes};
        std::sort(columns.begin(), columns.end());
        matrix.columns.insert(matrix.columns.end(), columns.begin(), columns.end());
        matrix.rowStarts.push_back(static_cast<int>(matrix.columns.size()));
    }
    matrix.values.assign(matrix.columns.size(), 2.5);
    return matrix;
}

/// One node that is connected with all others, which are connected with it alone.
OwnedMatrix star(int nodes) {
    OwnedMatrix matrix{{0}, {}, {}};
    for (int row = 0; row < nodes; ++row) {
        for (int column = 0; column < nodes; ++column) {
            if (row == column || row == 0 || column == 0) {
                matrix.columns.push_back(column);
            }
        }
        matrix.rowStarts.push_back(static_cast<int>(matrix.columns.size()));
    }
    matrix.values.assign(matrix.columns.size(), 1);
    return matrix;
}

}  // namespace

TEST_SUITE("solvers.Contraction") {
    TEST_CASE("a ring is contracted to a smaller ring") {
        const OwnedMatrix smaller = contractionOf(ring(40).view(), 4);
        const int groups = smaller.view().rows;
        CHECK(groups >= 10);
        CHECK(groups <= 20);
        for (int group = 0; group < groups; ++group) {
            CHECK(smaller.rowStarts[static_cast<std::size_t>(group) + 1] -
                      smaller.rowStarts[static_cast<std::size_t>(group)] ==
                  3);
        }
        CHECK(std::all_of(smaller.values.begin(), smaller.values.end(),
                          [](double value) { return value == 1; }));
    }

    TEST_CASE("rows that are left alone join a group beside them") {
        const OwnedMatrix smaller = contractionOf(star(1000).view(), 10);
        CHECK(smaller.view().rows == 1);
        CHECK(smaller.columns == std::vector<int>{0});
    }

    TEST_CASE("rows without entries are groups of their own, with an entry on the diagonal") {
        const OwnedMatrix nothing{{0, 0, 0, 0}, {}, {}};
        const OwnedMatrix smaller = contractionOf(nothing.view(), 2);
        CHECK(smaller.rowStarts == std::vector<int>{0, 1, 2, 3});
        CHECK(smaller.columns == std::vector<int>{0, 1, 2});
    }

    TEST_CASE("groups of one row are the pattern, and one group is all") {
        const OwnedMatrix whole = ring(9);
        CHECK(contractionOf(whole.view(), 1).columns == whole.columns);
        CHECK(contractionOf(whole.view(), 1).rowStarts == whole.rowStarts);
        CHECK(contractionOf(whole.view(), 9).columns == std::vector<int>{0});
    }
}
