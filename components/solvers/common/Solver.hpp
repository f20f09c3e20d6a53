#pragma once

#include <gantry/Instrumentation.hpp>
#include <gantry/Parameters.hpp>
#include <gantry/ports.hpp>
#include <gov/cca/Component.hpp>
#include <linear/LinearSolver.hpp>

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <span>
#include <stdexcept>
#include <string>
#include <typeinfo>
#include <vector>

#include "solvers/common/Interruption.hpp"
#include "solvers/common/Matrix.hpp"

namespace solvers {

inline constexpr const char* kConfiguration = "configuration";
/// The ports of a solver with parameters, and of one without.
inline constexpr std::array kProvides{
    gantry::PortDescription{"solver", "linear.LinearSolver"},
    gantry::PortDescription{kConfiguration, "gov.cca.ports.ParameterPort"}};
inline constexpr std::array kUses{gantry::PortDescription{
    gantry::Instrumentation::kPortName, gantry::Instrumentation::kPortType, false}};

/// Thrown by a method that does not work for a system; the text is the outcome's reason.
class Breakdown final : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// One request to a method. b is not zero; tolerance is on the 2-norm of the residual over that of
/// b.
struct Request {
    std::span<const double> b;
    std::span<double> x;
    double tolerance;
    /// At least 1.
    std::int64_t maxIterations;
    const Interruption& interruption;
};

/// What every solver component shares: the port, the checks of the input, the memory of the last
/// operator, one solve at a time, and the residual, which is always computed from the operator.
/// What derives from it (DirectSolver, IterativeSolver) is one method of one library.
class Solver : public linear::LinearSolver, public gov::cca::Component {
public:
    void setServices(const std::shared_ptr<gov::cca::Services>& services) override;

    linear::Outcome solve(const std::shared_ptr<linear::Operator>& matrix, sidl::rarray<double> b,
                          sidl::rarray<double> x, std::int32_t n,
                          const linear::Limits& limits) override;
    void abort() override { ++aborts_; }
    linear::Capabilities getCapabilities() override;
    std::string getMethod() override;
    void forget() override;

protected:
    /// description stays valid as long as the component.
    Solver(const std::type_info& type, const gantry::ComponentDescription& description)
        : description_(description), measured_(type) {}

    [[nodiscard]] const gantry::Parameters& parameters() const { return parameters_; }

    // Of these only one runs at a time.
    [[nodiscard]] virtual linear::Capabilities capabilities() const = 0;
    [[nodiscard]] virtual std::string method() const = 0;
    /// Makes ready for solves with this matrix, whose arrays stay. samePattern: only values differ
    /// from the matrix before. Throws Breakdown; then the method has nothing that could be used.
    virtual void setUp(const Matrix& matrix, bool samePattern) = 0;
    /// The arrays of the matrix that was set up stand elsewhere now.
    virtual void moved(const Matrix&) {}
    /// Tries to meet the request; returns the iterations. Throws Breakdown, Interrupted.
    virtual std::int64_t run(const Matrix& matrix, const Request& request) = 0;
    /// Lets go of everything setUp made.
    virtual void release() noexcept = 0;

private:
    struct Checked {
        Matrix matrix;
        std::span<const double> b;
        std::span<double> x;
    };

    Checked check(const std::shared_ptr<linear::Operator>& matrix, sidl::rarray<double> b,
                  sidl::rarray<double> x, const linear::Limits& limits);
    void attempt(linear::Operator& matrix, const Request& request, linear::Outcome& outcome);
    bool prepare(linear::Operator& matrix);
    void judge(const Request& request, linear::Outcome& outcome);
    void drop() noexcept;

    const gantry::ComponentDescription& description_;
    gantry::Parameters parameters_;
    std::mutex mutex_;
    std::atomic<std::uint64_t> aborts_{0};
    // What is known of operators by their states; 0 is none.
    std::int64_t checkedState_ = 0;
    std::int64_t preparedState_ = 0;
    std::int64_t preparedPattern_ = 0;
    bool symmetric_ = false;
    Matrix matrix_;
    std::vector<double> guess_;
    std::vector<double> residual_;
    gantry::Instrumentation measured_;
    gantry::MethodTimer& solveTimer_ = measured_.timer("solve");
};

}  // namespace solvers
