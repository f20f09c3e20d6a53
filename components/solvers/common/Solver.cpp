#include "solvers/common/Solver.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <new>

#include "solvers/common/checks.hpp"
#include "solvers/common/contraction.hpp"

namespace solvers {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
// Stands for "no limit". A method that converges at all needs far fewer.
constexpr std::int64_t kMostIterations = 100000;

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
    const std::lock_guard lock(mutex_);
    return knownCapabilities();
}

const linear::Capabilities& Solver::knownCapabilities() {
    if (!capabilities_) {
        capabilities_ = capabilities();
    }
    return *capabilities_;
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
    capabilities_.reset();
    release();
}

Solver::Checked Solver::check(const std::shared_ptr<linear::Operator>& matrix,
                              sidl::rarray<double> b, sidl::rarray<double> x,
                              const linear::Limits& limits) {
    checkGiven(matrix.get());
    checkLimits(limits);
    const std::int64_t state = matrix->getState();
    Checked checked{
        unchanged(state, checkedState_) ? uncheckedMatrix(*matrix) : checkedMatrix(*matrix),
        {},
        {}};
    if (!unchanged(state, checkedState_)) {
        symmetric_ = knownCapabilities().needsSymmetric && isSymmetric(checked.matrix);
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
    checkLengths(n, b, x);
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
        const linear::Capabilities& can = knownCapabilities();
        if (can.needsSymmetric && !symmetric_) {
            throw Breakdown("the operator is not symmetric, as this method needs it");
        }
        // The wait for the lock may have used up the time. Methods that cannot be aborted ignore
        // the limit consistently, from the first moment.
        if (can.abortable || can.predictsSetup) {
            request.interruption.poll();
        }
        interruption_ = &request.interruption;
        outcome.reused = prepare(matrix);
        outcome.iterations = run(matrix_, request);
        judge(request, outcome);
    } catch (const Interrupted&) {
        end(linear::Status::Aborted,
            request.interruption.aborted() ? "abort was called" : "the time limit was reached");
    } catch (const TooCostly& prediction) {
        end(linear::Status::Aborted, prediction.what());
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

void Solver::expect(double operations) {
    expected_ = operations;
    expectedAt_ = Interruption::Clock::now();
    expectSeconds(operations / rate_, "the set-up");
}

void Solver::expectSeconds(double seconds, const char* what) {
    const double left = interruption_->secondsLeft();
    if (seconds > left) {
        std::array<char, 160> text{};
        std::snprintf(text.data(), text.size(),
                      "%s is predicted to take %.2g s, and %.2g s are left", what, seconds, left);
        throw TooCostly(text.data());
    }
}

bool Solver::isLongAnalysis(const Matrix& matrix) const {
    constexpr int kFewestRows = 16000;
    return matrix.rows >= kFewestRows && std::isfinite(interruption_->secondsLeft());
}

double Solver::predictedOperations(const Matrix& matrix,
                                   const std::function<double(const Matrix&)>& analyse) {
    // Analysed in milliseconds.
    constexpr int kGroups = 3000;
    constexpr int kCoarser = 4;
    const OwnedMatrix fine = contractionOf(matrix, std::max(1, matrix.rows / kGroups));
    const OwnedMatrix coarse = contractionOf(fine.view(), kCoarser);
    const double ofFine = analyse(fine.view());
    const double ofCoarse = analyse(coarse.view());
    const double rows = fine.view().rows;
    if (!(ofCoarse > 0) || coarse.view().rows == fine.view().rows) {
        return std::max(ofFine, 0.0);
    }
    // A contraction loses what is within its groups, so that growth from a coarse one to a fine one
    // is faster than that of parts of the matrix would be.
    constexpr double kTooFast = 0.5;
    const double growth = std::log(ofFine / ofCoarse) / std::log(rows / coarse.view().rows);
    return ofFine * std::pow(matrix.rows / rows, std::clamp(growth, 1.0, 3.0) - kTooFast);
}

void Solver::expectAtLeast(const Matrix& matrix,
                           const std::function<double(const Matrix&)>& analyse) {
    // The prediction is too high by up to that.
    constexpr double kSurely = 10;
    if (isLongAnalysis(matrix)) {
        expectSeconds(predictedOperations(matrix, analyse) / (kSurely * rate_),
                      "a tenth of the set-up");
    }
}

void Solver::setUpTimed(bool samePattern) {
    // Below, other work outweighs the operations.
    constexpr double kLeastSeconds = 1e-3;
    // Another operator may suit the method better than the last one did.
    constexpr double kFaster = 1.5;
    expected_ = 0;
    setUp(matrix_, samePattern);
    // Without the analysis that came before.
    const std::chrono::duration<double> spent = Interruption::Clock::now() - expectedAt_;
    if (expected_ > 0 && spent.count() > kLeastSeconds) {
        rate_ = std::max(kFaster * expected_ / spent.count(), 1e7);
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
        setUpTimed(samePattern);
    } catch (const TooCostly&) {
        // What was analysed of the pattern is kept: a later request may have more time.
        preparedPattern_ = pattern;
        throw;
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
