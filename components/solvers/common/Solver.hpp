#pragma once

#include <gantry/Instrumentation.hpp>
#include <gantry/Parameters.hpp>
#include <gantry/ports.hpp>
#include <gov/cca/Component.hpp>
#include <linear/LinearSolver.hpp>

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <typeinfo>
#include <vector>

#include "solvers/common/Interruption.hpp"
#include "solvers/common/Matrix.hpp"

namespace solvers {

/// The port that holds the parameters of every solver.
inline constexpr const char* kConfiguration = "configuration";
/// The ports that every solver component provides: the solver and its parameters.
inline constexpr std::array kProvides{
    gantry::PortDescription{"solver", "linear.LinearSolver"},
    gantry::PortDescription{kConfiguration, "gov.cca.ports.ParameterPort"}};
/// Timers are optional: a solver works without a performance component.
inline constexpr std::array kUses{gantry::PortDescription{
    gantry::Instrumentation::kPortName, gantry::Instrumentation::kPortType, false}};

/// Thrown by a method that cannot solve a valid system, for example because a factor is singular or
/// its library is missing. Solver catches it and reports the status Failed with this text as the
/// reason; it never leaves the port.
class Breakdown final : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Thrown by a set-up that would exceed the time limit, before it begins. Solver catches it and
/// reports the status Aborted with this text as the reason; it never leaves the port.
class TooCostly final : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// One request to a method. b and x have one finite element per row of the matrix, and b is not
/// zero. x holds the first guess and receives the solution. The tolerance is relative: the solve
/// has converged when norm(b - A x) / norm(b), in 2-norms, is at most the tolerance.
struct Request {
    std::span<const double> b;
    std::span<double> x;
    double tolerance;
    /// At least 1.
    std::int64_t maxIterations;
    const Interruption& interruption;
};

/// Base class of all solver components. It provides the ports, checks the input, reuses the set-up
/// of the last operator, and computes the residual from the operator itself, so that no library
/// judges its own result. DirectSolver and IterativeSolver derive from it; a component is one
/// method of one library.
///
/// Threads: any thread may call the port. A mutex serialises all methods but abort, which never
/// waits.
///
/// Reuse: an operator with the state of the last set-up reuses it; with an equal pattern state the
/// method may keep its analysis of the pattern. State 0 means unknown and is never reused. A change
/// of any parameter discards the set-up.
class Solver : public linear::LinearSolver, public gov::cca::Component {
public:
    /// Registers and adds the ports above and the parameters of the description. Once, by the
    /// framework.
    void setServices(const std::shared_ptr<gov::cca::Services>& services) override;

    /// Solves A x = b within the limits; see linear.LinearSolver. Waiting for another solve counts
    /// towards the time limit. maxIterations 0 means 100000. x keeps the first guess if the status
    /// is Failed or Aborted, and if an exception leaves this method; the residual is NaN then. For
    /// b = 0 the result is x = 0, without any set-up. Throws InvalidInput. Lack of memory is
    /// reported as Failed.
    linear::Outcome solve(const std::shared_ptr<linear::Operator>& matrix, sidl::rarray<double> b,
                          sidl::rarray<double> x, std::int32_t n,
                          const linear::Limits& limits) override;
    /// Ends the solve that runs now, if its method polls. A solve that still waits for its turn is
    /// not affected. Never blocks.
    void abort() override { ++aborts_; }
    /// Of the method that the parameters choose now. Waits for a running solve.
    linear::Capabilities getCapabilities() override;
    /// One line for people: library, method and preconditioner. Waits for a running solve.
    std::string getMethod() override;
    /// Discards the set-up and what is known of the last operator. Waits for a running solve.
    void forget() override;

protected:
    /// description stays valid as long as the component.
    Solver(const std::type_info& type, const gantry::ComponentDescription& description)
        : description_(description), measured_(type) {}

    /// Read them where they are needed: any may change between two solves.
    [[nodiscard]] const gantry::Parameters& parameters() const { return parameters_; }

    // Solver calls the functions below with its mutex held, so only one runs at a time.
    /// By the parameters alone: asked once, and again after one of them has changed.
    [[nodiscard]] virtual linear::Capabilities capabilities() const = 0;
    /// What getMethod returns.
    [[nodiscard]] virtual std::string method() const = 0;
    /// Prepares for solves with this matrix: factorises it or builds a preconditioner. samePattern:
    /// only values differ from the matrix of the last setUp. After TooCostly, which expect
    /// throws, the next setUp of this pattern is passed samePattern: no analysis of another one
    /// may be left then. After any other exception Solver calls release. Throws Breakdown.
    virtual void setUp(const Matrix& matrix, bool samePattern) = 0;
    /// For setUp, once it knows how many floating-point operations it needs, and before it begins
    /// them. Throws TooCostly if they would exceed the time limit at the rate of earlier set-ups;
    /// of the first one a high rate is assumed, so that only what is hopeless is refused.
    void expect(double operations);
    /// Whether there is a time limit, and the matrix is so large (16,000 rows) that its analysis
    /// may exceed it by far.
    [[nodiscard]] bool isLongAnalysis(const Matrix& matrix) const;
    /// The operations of a factorisation of the matrix in order of magnitude, without its analysis:
    /// by two contractions of it (contraction.hpp), and how these grow. analyse returns the
    /// operations of its argument. 0 if they are not known.
    static double predictedOperations(const Matrix& matrix,
                                      const std::function<double(const Matrix&)>& analyse);
    /// For setUp, before it analyses a new pattern, which may take far longer than the solve:
    /// throws TooCostly if a tenth of the predicted operations would exceed the time limit. analyse
    /// as above. Does nothing where isLongAnalysis is false.
    void expectAtLeast(const Matrix& matrix, const std::function<double(const Matrix&)>& analyse);
    /// For setUp, before what cannot be interrupted: throws TooCostly if that would exceed the time
    /// limit. what: a clause for people, "the ordering of its rows".
    void expectSeconds(double seconds, const char* what);
    /// In setUp: whether the solve that needs it has to end.
    [[nodiscard]] const Interruption& interruption() const { return *interruption_; }
    /// Called instead of setUp if the set-up is reused. The content is the same, but the arrays may
    /// have moved; a method that keeps pointers to them updates these here.
    virtual void moved(const Matrix&) {}
    /// Tries to meet the request and returns the number of iterations. It need not check the
    /// residual of its result: Solver does. Throws Breakdown, Interrupted.
    virtual std::int64_t run(const Matrix& matrix, const Request& request) = 0;
    /// Frees everything that setUp made. Also called if there was no setUp, or if it failed.
    virtual void release() noexcept = 0;

private:
    /// A request that was found sound, as views of the caller's arrays.
    struct Checked {
        Matrix matrix;
        std::span<const double> b;
        std::span<double> x;
    };

    /// Valid until the next drop.
    const linear::Capabilities& knownCapabilities();
    /// Throws InvalidInput. Checks an operator only if its state is not the last one checked.
    Checked check(const std::shared_ptr<linear::Operator>& matrix, sidl::rarray<double> b,
                  sidl::rarray<double> x, const linear::Limits& limits);
    /// Calls setUp, and learns from it how fast it is.
    void setUpTimed(bool samePattern);
    /// Prepares, runs and judges; turns what the method throws into a status and a reason.
    void attempt(linear::Operator& matrix, const Request& request, linear::Outcome& outcome);
    /// Whether the set-up was reused.
    bool prepare(linear::Operator& matrix);
    /// Computes the residual of the result; throws Breakdown if it is not finite.
    void judge(const Request& request, linear::Outcome& outcome);
    void drop() noexcept;

    const gantry::ComponentDescription& description_;
    gantry::Parameters parameters_;
    std::mutex mutex_;
    std::atomic<std::uint64_t> aborts_{0};
    // Guarded by mutex_, as all below. States of operators: the last one checked, and the one that
    // the set-up belongs to. 0 is none.
    std::int64_t checkedState_ = 0;
    std::int64_t preparedState_ = 0;
    std::int64_t preparedPattern_ = 0;
    bool symmetric_ = false;
    std::optional<linear::Capabilities> capabilities_;
    Matrix matrix_;
    std::vector<double> guess_;
    std::vector<double> residual_;
    // Of the running solve.
    const Interruption* interruption_ = nullptr;
    double expected_ = 0;
    Interruption::Clock::time_point expectedAt_;
    // Operations in a second: more than one processor does with a simple method.
    double rate_ = 4e9;
    gantry::Instrumentation measured_;
    gantry::MethodTimer& solveTimer_ = measured_.timer("solve");
};

}  // namespace solvers
