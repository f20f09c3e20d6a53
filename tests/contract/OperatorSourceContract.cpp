#include <linear/Operator.hpp>
#include <linear/OperatorSource.hpp>

#include <doctest/doctest.h>

#include <cmath>

#include "Harness.hpp"

using contract::Harness;

namespace {

struct Fixture {
    Harness harness;
    std::shared_ptr<linear::OperatorSource> source =
        harness.port<linear::OperatorSource>("linear.OperatorSource");

    // Some sources have a system as they are, others need parameters.
    std::shared_ptr<linear::Operator> systemOrReason() const {
        try {
            return source->getOperator();
        } catch (gov::cca::CCAException& refusal) {
            CHECK_FALSE(refusal.getNote().empty());
            CHECK_THROWS_AS(source->getRightSide(), gov::cca::CCAException);
            CHECK_THROWS_AS(source->getName(), gov::cca::CCAException);
            return nullptr;
        }
    }
};

}  // namespace

TEST_SUITE("contract.linear.OperatorSource") {
    TEST_CASE_FIXTURE(Fixture, "the arrays of the operator describe a matrix of finite numbers") {
        const auto matrix = systemOrReason();
        if (!matrix) {
            return;
        }
        const auto starts = matrix->getRowStarts();
        const auto columns = matrix->getColumns();
        const auto values = matrix->getValues();
        REQUIRE(starts.length() == matrix->getNumRows() + 1);
        CHECK(starts[0] == 0);
        CHECK(columns.length() == starts[matrix->getNumRows()]);
        CHECK(values.length() == columns.length());
        for (int row = 0; row < matrix->getNumRows(); ++row) {
            for (int at = starts[row]; at < starts[row + 1]; ++at) {
                REQUIRE((at == starts[row] || columns[at] > columns[at - 1]));
                REQUIRE((columns[at] >= 0 && columns[at] < matrix->getNumColumns()));
                REQUIRE(std::isfinite(values[at]));
            }
        }
    }

    TEST_CASE_FIXTURE(Fixture, "the operator stays the same one, with the same state") {
        if (const auto matrix = systemOrReason()) {
            CHECK(source->getOperator() == matrix);
            CHECK(source->getOperator()->getState() == matrix->getState());
        }
    }

    TEST_CASE_FIXTURE(Fixture, "there is a right side for each row, the same each time") {
        if (const auto matrix = systemOrReason()) {
            const auto first = source->getRightSide();
            CHECK(first.length() == matrix->getNumRows());
            CHECK(first.toVector() == source->getRightSide().toVector());
            CHECK_FALSE(source->getName().empty());
        }
    }

    TEST_CASE_FIXTURE(Fixture, "an operator that somebody holds outlives its source") {
        const auto matrix = systemOrReason();
        source.reset();
        harness.framework.destroyInstance("subject");
        if (matrix) {
            CHECK(matrix->getNumRows() > 0);
            CHECK(matrix->getValues().length() > 0);
        }
    }
}
