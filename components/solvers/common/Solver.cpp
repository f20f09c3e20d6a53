#include "solvers/common/Solver.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <new>

#include "solvers/common/InvalidInput.hpp"

namespace solvers {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
// Stands for "no limit". A method that converges at all needs far fewer.
constexpr std::int64_t kMostIterations = 100000;

void checkLimits(const linear::Limits& limits) {
    if (!(limits.tolerance > 0) || !std::isfinite(limits.tolerance)) {
        throw InvalidInput(linear::Fault::BadLimits,
                           "the tolerance is " + std::to_string(limits.tolerance) +
                               "; it has to be a positive number, such as 1e-8");
    }
    if (limits.maxIterations < 0) {
        throw InvalidInput(linear::Fault::BadLimits, "the most iterations are " +
                                                         std::to_string(limits.maxIterations) +
                                                         "; they have to be 0 (no limit) or more");
    }
    if (!(limits.seconds >= 0)) {
        throw InvalidInput(linear::Fault::BadLimits,
                           "the time limit is " + std::to_string(limits.seconds) +
                               " seconds; it has to be 0 (no limit) or more");
    }
}

void checkFinite(std::span<const double> vector, const char* name) {
    for (std::size_t i = 0; i < vector.size(); ++i) {
        if (!std::isfinite(vector[i])) {
            throw InvalidInput(linear::Fault::NotFinite, std::string(name) + " is " +
                                                             std::to_string(vector[i]) +
                                                             " at index " + std::to_string(i));
        }
    }
}

std::span<double> checkedVector(sidl::rarray<double> vector, int rows, const char* name) {
    if (vector.length() != rows || vector.data() == nullptr) {
        throw InvalidInput(linear::Fault::WrongSize,
                           std::string(name) + " has " + std::to_string(vector.length()) +
                               " elements, the operator " + std::to_string(rows) + " rows");
    }
    const std::span<double> elements(vector.data(), static_cast<std::size_t>(rows));
    checkFinite(elements, name);
    return elements;
}

bool unchanged(std::int64_t now, std::int64_t before) {
    return now != 0 && now == before;
}

}  // namespace

void Solver::setServices(const std::shared_ptr<gov::cca::Services>& services) {
    gantry::registerUsesPorts(*services, description_);
    services->addProvidesPort(gantry::own<gov::cca::Port>(this), "solver", "linear.LinearSolver",
                              nullptr);
    parameters_.attach(services, description_, kConfiguration,
                       // A changed parameter may change the method, so the set-up is worthless.
                       [this](const std::string&) { forget(); });
    measured_.attach(services);
}

linear::Capabilities Solver::getCapabilities() {
    // capabilities() reads parameters and state that a solve may change.
    const std::lock_guard lock(mutex_);
    return capabilities();
}

std::string Solver::getMethod() {
    const std::lock_guard lock(mutex_);
    return method();
}

void Solver::forget() {
    const std::lock_guard lock(mutex_);
    drop();
}

void Solver::drop() noexcept {
    checkedState_ = 0;
    preparedState_ = 0;
    preparedPattern_ = 0;
    release();
}

Solver::Checked Solver::check(const std::shared_ptr<linear::Operator>& matrix,
                              sidl::rarray<double> b, sidl::rarray<double> x,
                              const linear::Limits& limits) {
    if (!matrix) {
        throw InvalidInput(linear::Fault::Empty, "there is no operator");
    }
    checkLimits(limits);
    const std::int64_t state = matrix->getState();
    Checked checked{
        unchanged(state, checkedState_) ? uncheckedMatrix(*matrix) : checkedMatrix(*matrix),
        {},
        {}};
    if (!unchanged(state, checkedState_)) {
        symmetric_ = capabilities().needsSymmetric && isSymmetric(checked.matrix);
        checkedState_ = state;
    }
    checked.b = checkedVector(b, checked.matrix.rows, "the right side");
    checked.x = checkedVector(x, checked.matrix.rows, "the first guess");
    return checked;
}

linear::Outcome Solver::solve(const std::shared_ptr<linear::Operator>& matrix,
                              sidl::rarray<double> b, sidl::rarray<double> x, std::int32_t n,
                              const linear::Limits& limits) {
    const gantry::Timed timed(solveTimer_);
    const auto begin = Interruption::Clock::now();
    const std::lock_guard lock(mutex_);
    // Made under the lock: an abort that was meant for the solve before does not end this one. The
    // time limit includes the wait for the lock, hence begin from before.
    const Interruption interruption(begin, limits.seconds, aborts_);
    if (n != b.length() || n != x.length()) {
        throw InvalidInput(linear::Fault::WrongSize,
                           "n is " + std::to_string(n) + ", but the right side has " +
                               std::to_string(b.length()) + " elements and the solution " +
                               std::to_string(x.length()));
    }
    const Checked checked = check(matrix, b, x, limits);
    matrix_ = checked.matrix;
    linear::Outcome outcome{linear::Status::Converged, 0, 0, false, ""};
    // A relative residual has no meaning for b = 0, and the answer is known.
    if (norm(checked.b) == 0) {
        std::fill(checked.x.begin(), checked.x.end(), 0.0);
        return outcome;
    }
    attempt(*matrix,
            {checked.b, checked.x, limits.tolerance,
             limits.maxIterations == 0 ? kMostIterations : limits.maxIterations, interruption},
            outcome);
    return outcome;
}

void Solver::attempt(linear::Operator& matrix, const Request& request, linear::Outcome& outcome) {
    // The caller's x is the first guess again: what a failed method left there is no result.
    const auto restore = [&] { std::copy(guess_.begin(), guess_.end(), request.x.begin()); };
    const auto end = [&](linear::Status status, const char* reason) {
        restore();
        outcome.status = status;
        outcome.residual = kNaN;
        outcome.reason = reason;
    };
    // A member, so that repeated solves do not allocate.
    guess_.assign(request.x.begin(), request.x.end());
    try {
        if (capabilities().needsSymmetric && !symmetric_) {
            throw Breakdown("the operator is not symmetric, as this method needs it");
        }
        // The wait for the lock may have used up the time. Methods that cannot be aborted ignore
        // the limit consistently, from the first moment.
        if (capabilities().abortable) {
            request.interruption.poll();
        }
        outcome.reused = prepare(matrix);
        outcome.iterations = run(matrix_, request);
        judge(request, outcome);
    } catch (const Interrupted&) {
        end(linear::Status::Aborted,
            request.interruption.aborted() ? "abort was called" : "the time limit was reached");
    } catch (const Breakdown& breakdown) {
        end(linear::Status::Failed, breakdown.what());
    } catch (const std::bad_alloc&) {
        // Free the set-up, so that the next solve has a chance.
        drop();
        end(linear::Status::Failed, "there is not enough memory");
    } catch (...) {
        // A bug of the method, or an operator that throws: nothing is known of the set-up.
        drop();
        restore();
        throw;
    }
}

bool Solver::prepare(linear::Operator& matrix) {
    const std::int64_t state = matrix.getState();
    if (unchanged(state, preparedState_)) {
        // Equal states promise equal content, not equal addresses.
        moved(matrix_);
        return true;
    }
    const std::int64_t pattern = matrix.getPatternState();
    const bool samePattern = unchanged(pattern, preparedPattern_);
    // Cleared first: if setUp throws, no later solve may reuse what it left.
    preparedState_ = 0;
    preparedPattern_ = 0;
    try {
        setUp(matrix_, samePattern);
    } catch (...) {
        release();
        throw;
    }
    preparedState_ = state;
    preparedPattern_ = pattern;
    return false;
}

void Solver::judge(const Request& request, linear::Outcome& outcome) {
    residual_.resize(request.x.size());
    outcome.residual = residual(matrix_, request.b, request.x, residual_) / norm(request.b);
    if (!std::isfinite(outcome.residual)) {
        throw Breakdown("the result is not finite; the operator may be singular");
    }
    // By the residual of the operator itself; what the method says of its convergence is not asked.
    if (outcome.residual > request.tolerance) {
        outcome.status = linear::Status::NotConverged;
        std::array<char, 128> text{};
        std::snprintf(text.data(), text.size(),
                      "the residual is %.3g of the right side after %lld iterations, above the "
                      "tolerance of %.3g",
                      outcome.residual, static_cast<long long>(outcome.iterations),
                      request.tolerance);
        outcome.reason = text.data();
    }
}

}  // namespace solvers
