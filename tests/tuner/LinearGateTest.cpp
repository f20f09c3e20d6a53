#include <linear/InvalidSystem.hpp>

#include <doctest/doctest.h>

#include <limits>
#include <set>
#include <string>
#include <vector>

#include "TunedSolver.hpp"

namespace {

using contract::Entry;
using tuner_test::TunedSolver;

constexpr const char* kOthers =
    "solvers.EigenDirect method=ldlt; solvers.EigenIterative method=bicgstab "
    "preconditioner=diagonal";

constexpr const char* kIsolated =
    "solvers.EigenDirect! method=ldlt; solvers.EigenIterative! method=bicgstab "
    "preconditioner=diagonal";

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

/// The path of n nodes, without the last row's entries where it is broken.
std::vector<std::vector<Entry>> chain(int n) {
    std::vector<std::vector<Entry>> rows;
    for (int i = 0; i < n; ++i) {
        std::vector<Entry> row;
        if (i > 0) {
            row.push_back({i - 1, -1});
        }
        row.push_back({i, 2});
        if (i + 1 < n) {
            row.push_back({i + 1, -1});
        }
        rows.push_back(row);
    }
    return rows;
}

/// A system for the gate, and what the gate says of it.
struct Asked {
    TunedSolver tuned;

    explicit Asked(const char* candidates = kOthers) : tuned(candidates) {}

    linear::Outcome ask(const std::vector<std::vector<Entry>>& rows, std::vector<double> b) {
        tuned.matrix = contract::operatorOf(rows, static_cast<int>(rows.size()));
        tuned.b = std::move(b);
        return tuned.solve();
    }
    std::int64_t requests() { return tuned.tuner()->getServed().request; }
};

}  // namespace

TEST_SUITE("tuner.LinearGate") {
    TEST_CASE(
        "a structurally singular system is called that, not by what the last candidate said") {
        for (const char* candidates : {kOthers, kIsolated}) {
            CAPTURE(candidates);
            Asked asked(candidates);
            auto rows = chain(10);
            // Two rows that have one column between them.
            rows[8] = {{9, 1}};
            rows[9] = {{9, 3}};

            const linear::Outcome outcome = asked.ask(rows, std::vector<double>(10, 1.0));

            CHECK(outcome.status != linear::Status::Converged);
            CHECK(has(outcome.reason, "structurally singular"));
            CHECK(has(outcome.reason, "9 of 10 rows"));
            CHECK(has(outcome.reason, "row 9"));
            CHECK_FALSE(has(outcome.reason, "symmetric,"));
        }
    }

    TEST_CASE(
        "an inconsistent system is called that: by a row of zeros, or by the least residual") {
        for (const char* candidates : {kOthers, kIsolated}) {
            CAPTURE(candidates);
            Asked asked(candidates);
            auto rows = chain(10);
            rows[4] = {};
            CHECK(has(asked.ask(rows, std::vector<double>(10, 1.0)).reason, "row 4"));

            // The path with free ends: rows add up to zero, the right-hand side does not.
            rows = chain(10);
            rows[0][0].value = 1;
            rows[9][1].value = 1;
            const linear::Outcome outcome = asked.ask(rows, std::vector<double>(10, 1.0));
            CHECK(outcome.status != linear::Status::Converged);
            CHECK(has(outcome.reason, "inconsistent"));
            CHECK(has(outcome.reason, "tolerance 1e-08"));
        }
    }

    TEST_CASE("a tolerance that doubles cannot reach is named together with what they can") {
        Asked asked;
        asked.tuned.limits.tolerance = 1e-17;
        const linear::Outcome outcome = asked.ask(chain(200), std::vector<double>(200, 1.0 / 3));
        CHECK(outcome.status == linear::Status::NotConverged);
        CHECK(has(outcome.reason, "below what doubles can reach"));
        CHECK(outcome.residual > 1e-17);
        CHECK(outcome.residual < 1e-10);
    }

    TEST_CASE(
        "the next request of a system that nobody solved tries nobody, one with another "
        "right-hand side does") {
        Asked asked;
        auto rows = chain(10);
        rows[0][0].value = 1;
        rows[9][1].value = 1;
        const linear::Outcome first = asked.ask(rows, std::vector<double>(10, 1.0));
        REQUIRE(asked.requests() == 1);

        // The operator is another object with equal content.
        const linear::Outcome second = asked.ask(rows, std::vector<double>(10, 1.0));
        CHECK(asked.requests() == 1);
        CHECK(second.reason == first.reason);
        CHECK(second.status == first.status);
        std::vector<double> consistent(10, 0.0);
        consistent[0] = 1;
        consistent[9] = -1;
        asked.ask(rows, consistent);
        CHECK(asked.requests() == 2);
    }

    TEST_CASE("a wider tolerance, and forget, try it again") {
        Asked asked;
        asked.tuned.limits.tolerance = 1e-17;
        asked.ask(chain(50), std::vector<double>(50, 1.0 / 3));
        asked.tuned.limits.tolerance = 1e-18;
        asked.tuned.solve();
        CHECK(asked.requests() == 1);

        asked.tuned.port<linear::LinearSolver>("solverGate", "solver")->forget();
        asked.tuned.solve();
        CHECK(asked.requests() == 2);
        asked.tuned.limits.tolerance = 1e-8;
        CHECK(asked.tuned.solve().status == linear::Status::Converged);
        CHECK(asked.requests() == 3);
    }

    TEST_CASE("what is not a system is refused before any candidate, with its fault") {
        Asked asked;
        const auto faultOf = [&](const auto& spoil) {
            Asked fresh;
            fresh.tuned.b.assign(36, 1.0);
            spoil(fresh.tuned);
            try {
                fresh.tuned.solve();
            } catch (linear::InvalidSystem& refused) {
                CHECK(fresh.requests() == 0);
                return refused.getFault();
            }
            FAIL("it was not refused");
            return linear::Fault::Empty;
        };
        const double nan = std::numeric_limits<double>::quiet_NaN();
        CHECK(faultOf([](TunedSolver& t) { t.matrix = nullptr; }) == linear::Fault::Empty);
        CHECK(faultOf([](TunedSolver& t) {
                  t.matrix = contract::operatorOf({}, 0);
                  t.b.clear();
              }) == linear::Fault::Empty);
        CHECK(faultOf([](TunedSolver& t) { t.b.pop_back(); }) == linear::Fault::WrongSize);
        CHECK(faultOf([&](TunedSolver& t) { t.b[3] = nan; }) == linear::Fault::NotFinite);
        CHECK(faultOf([&](TunedSolver& t) { t.matrix->changeValues()[3] = nan; }) ==
              linear::Fault::NotFinite);
        CHECK(faultOf([](TunedSolver& t) { t.limits.tolerance = 0; }) == linear::Fault::BadLimits);
        CHECK(faultOf([](TunedSolver& t) {
                  t.matrix = contract::operatorOf({{{0, 1}}, {{1, 1}}}, 3);
              }) == linear::Fault::NotSquare);
    }

    TEST_CASE(
        "a saddle point, with rows that have no diagonal entry, is solved by those that can") {
        TunedSolver tuned("solvers.EigenIterative method=cg preconditioner=ichol");
        tuned.matrix = contract::operatorOf(
            {{{0, 2}, {3, 1}}, {{1, 2}, {3, 1}}, {{2, 2}, {4, 1}}, {{0, 1}, {1, 1}}, {{2, 1}}}, 5);
        tuned.b.assign(5, 1.0);
        for (int request = 0; request < 20; ++request) {
            CHECK(tuned.solve().status == linear::Status::Converged);
            CHECK(tuned.residual() <= 1.01 * tuned.limits.tolerance);
        }
        tuned.tuner()->setMode(tuning::Mode::Pin,
                               "solvers.EigenIterative method=cg preconditioner=ichol");
        CHECK(tuned.solve().status != linear::Status::Converged);
        CHECK(has(tuned.tuner()->getServed().reason, "no diagonal entry"));
    }

    TEST_CASE("values that change without a new state are solved for, and no candidate is blamed") {
        TunedSolver tuned(kOthers);
        for (int request = 0; request < 10; ++request) {
            CHECK(tuned.solve().status == linear::Status::Converged);
        }
        tuned.matrix->getValues().data()[0] += 1;
        for (int request = 0; request < 10; ++request) {
            CHECK(tuned.solve().status == linear::Status::Converged);
            CHECK(tuned.residual() <= 1.01 * tuned.limits.tolerance);
        }
        CHECK_FALSE(has(tuned.complaints(), "it changed"));
    }

    TEST_CASE("values that alternate between two kinds are two contexts, as if each were alone") {
        TunedSolver tuned("");
        tuned.matrix = contract::stencil(6, 0, 1);
        const auto contexts = [&] {
            const auto log = tuned.port<tuning::DecisionLog>("decisionLog", "decisionLog");
            log->flush();
            std::set<std::string> keys;
            for (int i = 0; i < log->getNumEntries(); ++i) {
                keys.insert(log->getEntry(i).context);
            }
            return keys.size();
        };
        tuned.solve();
        tuned.matrix->changeValues()[0] *= 1.001;
        tuned.solve();
        CHECK(contexts() == 1);
        // No longer symmetric, and back.
        const double before = tuned.matrix->changeValues()[1];
        tuned.matrix->changeValues()[1] = 2 * before;
        tuned.solve();
        CHECK(contexts() == 2);
        tuned.matrix->changeValues()[1] = before;
        tuned.solve();
        CHECK(contexts() == 2);
    }

    TEST_CASE("operators in turn, also more than are kept, are each solved with their own values") {
        TunedSolver tuned(kOthers);
        std::vector<std::shared_ptr<gantry::CsrOperator>> operators;
        for (int side = 3; side < 21; ++side) {
            operators.push_back(contract::stencil(side, 0.3, 1));
        }
        for (int round = 0; round < 4; ++round) {
            for (const auto& each : operators) {
                // Every other round with new values, else as they were.
                if (round % 2 == 1) {
                    each->changeValues()[0] *= 1.5;
                }
                tuned.matrix = each;
                const auto rows = static_cast<std::size_t>(each->getNumRows());
                tuned.b.assign(rows, 1.0 + round);
                CHECK(tuned.solve().status == linear::Status::Converged);
                CHECK(tuned.residual() <= 1.01 * tuned.limits.tolerance);
            }
        }
        CHECK_FALSE(has(tuned.complaints(), "it changed"));
    }

    TEST_CASE("two operators in turn that claim one pattern state are solved as they are") {
        // A user's error: the copy of the first one must not be taken for that of the other.
        class Claiming final : public linear::Operator {
        public:
            Claiming(std::shared_ptr<gantry::CsrOperator> actual, std::int64_t state)
                : actual_(std::move(actual)), state_(state) {}
            std::int32_t getNumRows() override { return actual_->getNumRows(); }
            std::int32_t getNumColumns() override { return actual_->getNumColumns(); }
            sidl::array<std::int32_t> getRowStarts() override { return actual_->getRowStarts(); }
            sidl::array<std::int32_t> getColumns() override { return actual_->getColumns(); }
            sidl::array<double> getValues() override { return actual_->getValues(); }
            std::int64_t getState() override { return state_; }
            std::int64_t getPatternState() override { return 77; }

        private:
            std::shared_ptr<gantry::CsrOperator> actual_;
            std::int64_t state_;
        };
        TunedSolver tuned("");
        const auto solver = tuned.port<linear::LinearSolver>("solverGate", "solver");
        for (int request = 0; request < 6; ++request) {
            tuned.matrix = contract::stencil(request % 2 == 0 ? 6 : 4, 0.3, 1);
            const auto n = tuned.matrix->getNumRows();
            tuned.b.assign(static_cast<std::size_t>(n), 1.0);
            tuned.x.assign(static_cast<std::size_t>(n), 0.0);
            const auto claiming = std::make_shared<Claiming>(tuned.matrix, 100 + request);
            CHECK(
                solver
                    ->solve(claiming, {tuned.b.data(), {n}}, {tuned.x.data(), {n}}, n, tuned.limits)
                    .status == linear::Status::Converged);
            CHECK(tuned.residual() <= 1.01 * tuned.limits.tolerance);
        }
    }

    TEST_CASE("an operator that is assembled anew with equal values reuses the set-up") {
        TunedSolver tuned("");
        tuned.solve();
        tuned.matrix = contract::stencil(6, 0.3, 1);
        CHECK(tuned.solve().reused);
        tuned.matrix->changeValues()[0] += 1;
        CHECK_FALSE(tuned.solve().reused);
    }
}
