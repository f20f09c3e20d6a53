#include <gantry/Parameters.hpp>
#include <gantry/plugin.hpp>
#include <linear/InvalidSystem.hpp>
#include <linear/LinearSolver.hpp>
#include <linear/proxy/LinearSolver.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <mutex>
#include <optional>
#include <vector>

#include "OperatorFeatures.hpp"
#include "Residual.hpp"
#include "gates/common/GateOf.hpp"
#include "gates/common/isolated.hpp"

namespace gates {
namespace {

constexpr const char* kSolverType = "linear.LinearSolver";
constexpr const char* kParametersPort = "configuration";
constexpr std::array kProvides{
    gantry::PortDescription{"solver", kSolverType}, gantry::PortDescription{"gate", "tuning.Gate"},
    gantry::PortDescription{kParametersPort, "gov.cca.ports.ParameterPort"}};
constexpr std::array kUses{gantry::uses<linear::LinearSolver>(kIncumbentPort),
                           gantry::PortDescription{kRequestsPort, "tuning.Requests", false},
                           gantry::PortDescription{gantry::Instrumentation::kPortName,
                                                   gantry::Instrumentation::kPortType, false}};
constexpr std::array kParameters{
    gantry::ParameterDescription{kParametersPort, "portfolio", "string",
                                 "solvers.EigenIterative? method=cg preconditioner=diagonal; "
                                 "solvers.EigenIterative? method=cg preconditioner=ichol; "
                                 "solvers.EigenIterative? method=bicgstab preconditioner=ilut; "
                                 "solvers.EigenDirect? method=ldlt; solvers.Cholmod?; solvers.Klu?",
                                 "The candidates where the tuner is not told any: a few that "
                                 "complement each other"}};
constexpr auto kDescription = gantry::describe(
    {"gates.LinearGate", "1.0",
     "Stands before linear solvers: the tuner says which one solves, the residual what is right"},
    kProvides, kUses, kParameters);

/// A linear::Outcome without its text, as bytes.
struct Plain {
    linear::Status status = linear::Status::Failed;
    std::int64_t iterations = 0;
    double residual = 0;
    bool reused = false;
};

// The solver and the gate sum in another order.
constexpr double kRounding = 1.01;

using Clock = std::chrono::steady_clock;

/// The user's solve: what was given, and the best that came out of it so far.
struct Request {
    linear::Operator& matrix;
    sidl::rarray<double> b;
    sidl::rarray<double> x;
    std::int32_t n;
    linear::Limits limits;
    std::vector<double> guess;
    Clock::time_point begun = Clock::now();
    linear::Outcome best{};
    std::vector<double> bestX{};
    bool tried = false;
    /// How often abort had been called when this request got its turn; nothing before that.
    std::optional<std::uint64_t> abortsBefore{};
    std::string said{};

    /// Seconds that are left of the user's own limit; infinity where there is none.
    [[nodiscard]] double left() const {
        const std::chrono::duration<double> spent = Clock::now() - begun;
        return limits.seconds > 0 ? limits.seconds - spent.count()
                                  : std::numeric_limits<double>::infinity();
    }
    /// A result that is not what was asked for, kept in case there is no better one.
    void keep(const linear::Outcome& outcome) {
        const bool better =
            outcome.status == linear::Status::NotConverged &&
            (best.status != linear::Status::NotConverged || outcome.residual < best.residual);
        if (!tried || better) {
            best = outcome;
            bestX.assign(x.data(), x.data() + n);
            tried = true;
        }
    }
};

}  // namespace

class LinearGate final : public linear::LinearSolver,
                         public GateOf<linear::LinearSolver>,
                         public gov::cca::Component {
public:
    LinearGate() : GateOf(kSolverType) {}

    void setServices(const std::shared_ptr<gov::cca::Services>& services) override {
        attach(services);
        gantry::registerUsesPorts(*services, kDescription);
        services->addProvidesPort(gantry::own<linear::LinearSolver>(this), "solver", kSolverType,
                                  nullptr);
        services->addProvidesPort(gantry::own<tuning::Gate>(this), "gate", "tuning.Gate", nullptr);
        parameters_.attach(services, kDescription, kParametersPort);
        measured_.attach(services);
    }

    linear::Outcome solve(const std::shared_ptr<linear::Operator>& matrix, sidl::rarray<double> b,
                          sidl::rarray<double> x, std::int32_t n,
                          const linear::Limits& limits) override {
        const gantry::Timed timed(solveTimer_);
        Request request{*matrix, b, x, n, limits, {x.data(), x.data() + n}};
        linear::Outcome outcome;
        const bool served = serve(
            [&]() -> const Context& {
                takeTurn(request);
                return features_.of(*matrix);
            },
            [&](linear::LinearSolver& solver, const tuning::Assignment& assignment,
                tuning::Requests& requests) {
                return attempt(solver, assignment, requests, request, outcome, matrix);
            });
        return served ? outcome : withoutSuccess(request);
    }

    /// Ends the request that is served now, whichever candidate has it; one that waits for its turn
    /// is not affected. Waits for nothing but another abort.
    void abort() override {
        // Under the mutex the candidate stays connected and is not the next request's.
        const std::lock_guard lock(abortMutex_);
        ++aborts_;
        if (running_ != nullptr) {
            running_->abort();
        }
    }
    linear::Capabilities getCapabilities() override {
        const gantry::UsedPort<linear::LinearSolver> incumbent(services(), kIncumbentPort);
        return incumbent->getCapabilities();
    }
    std::string getMethod() override {
        const gantry::UsedPort<linear::LinearSolver> incumbent(services(), kIncumbentPort);
        return "tuned, now " + incumbent->getMethod();
    }
    void forget() override {
        const gantry::UsedPort<linear::LinearSolver> incumbent(services(), kIncumbentPort);
        incumbent->forget();
    }

protected:
    tuning::Candidate capabilitiesOf(linear::LinearSolver& solver) override {
        const linear::Capabilities capabilities = solver.getCapabilities();
        tuning::Candidate candidate;
        candidate.abortable = capabilities.abortable;
        candidate.deterministic = capabilities.deterministic;
        candidate.needsIsolation = capabilities.needsIsolation;
        return candidate;
    }

private:
    /// A candidate that abort reaches, to the end of the scope; unless the request was aborted
    /// before.
    class Running final {
    public:
        Running(LinearGate& gate, linear::LinearSolver& solver, const Request& request)
            : gate_(gate) {
            const std::lock_guard lock(gate_.abortMutex_);
            isAborted_ = request.abortsBefore != gate_.aborts_;
            gate_.running_ = &solver;
        }
        ~Running() {
            const std::lock_guard lock(gate_.abortMutex_);
            gate_.running_ = nullptr;
        }
        Running(const Running&) = delete;
        Running& operator=(const Running&) = delete;

        [[nodiscard]] bool isAborted() const { return isAborted_; }

    private:
        LinearGate& gate_;
        bool isAborted_ = false;
    };

    /// An abort that came before was meant for another request.
    void takeTurn(Request& request) {
        const std::lock_guard lock(abortMutex_);
        if (!request.abortsBefore) {
            request.abortsBefore = aborts_;
        }
    }

    Attempt attempt(linear::LinearSolver& solver, const tuning::Assignment& assignment,
                    tuning::Requests& requests, Request& request, linear::Outcome& outcome,
                    const std::shared_ptr<linear::Operator>& matrix) {
        takeTurn(request);
        const Running running(*this, solver, request);
        const double left = request.left();
        if (running.isAborted() || left <= 0) {
            requests.stop();
            return {tuning::Status::Aborted, std::nan(""), "the time of the request is over"};
        }
        linear::Limits limits = request.limits;
        const double seconds = std::min(assignment.limit, left);
        limits.seconds = std::isinf(seconds) ? 0 : seconds;
        // Each candidate begins from the user's guess, not from what the one before left in x.
        std::copy(request.guess.begin(), request.guess.end(), request.x.data());
        if (assignment.isolated) {
            Attempt attempt = solveIsolated(solver, request, limits, matrix, outcome);
            requests.stop();
            return attempt.status == tuning::Status::Completed ? judge(request, outcome) : attempt;
        }
        try {
            outcome = solver.solve(matrix, request.b, request.x, request.n, limits);
        } catch (const linear::InvalidSystem&) {
            // The user's fault: every candidate would refuse it, so it ends the request.
            throw;
        } catch (const std::exception& error) {
            requests.stop();
            return {tuning::Status::Failed, std::nan(""), error.what()};
        }
        requests.stop();
        return judge(request, outcome);
    }

    // The child's x and outcome come back as bytes.
    static Attempt solveIsolated(linear::LinearSolver& solver, Request& request,
                                 const linear::Limits& limits,
                                 const std::shared_ptr<linear::Operator>& matrix,
                                 linear::Outcome& outcome) {
        const std::size_t size = static_cast<std::size_t>(request.n) * sizeof(double);
        std::string bytes;
        Attempt attempt = attemptIsolated(
            [&] {
                const linear::Outcome done =
                    solver.solve(matrix, request.b, request.x, request.n, limits);
                std::string sent(reinterpret_cast<const char*>(request.x.data()), size);
                const Plain plain{done.status, done.iterations, done.residual, done.reused};
                sent.append(reinterpret_cast<const char*>(&plain), sizeof plain);
                return sent + done.reason;
            },
            limits.seconds > 0 ? limits.seconds : std::numeric_limits<double>::infinity(), bytes);
        if (attempt.status == tuning::Status::Completed) {
            Plain plain;
            std::memcpy(request.x.data(), bytes.data(), size);
            std::memcpy(&plain, bytes.data() + size, sizeof plain);
            outcome = {plain.status, plain.iterations, plain.residual, plain.reused,
                       bytes.substr(size + sizeof plain)};
        }
        return attempt;
    }

    static Attempt judge(Request& request, linear::Outcome& outcome) {
        if (outcome.status == linear::Status::Aborted) {
            request.keep(outcome);
            return {tuning::Status::Aborted, std::nan(""), outcome.reason};
        }
        if (outcome.status == linear::Status::Failed) {
            request.keep(outcome);
            return {tuning::Status::Failed, std::nan(""), outcome.reason};
        }
        // Computed here for each candidate alike, so that none is judged by its own figure.
        const double residual =
            relativeResidual(request.matrix, request.b.data(), request.x.data());
        const double quality = residual / request.limits.tolerance;
        if (outcome.status == linear::Status::NotConverged) {
            outcome.residual = residual;
            request.keep(outcome);
            return {tuning::Status::Failed, quality, outcome.reason};
        }
        if (!(quality <= kRounding)) {
            const std::string claim = "it says that it has converged, and its residual is " +
                                      std::to_string(quality) + " times the tolerance";
            outcome.status = linear::Status::NotConverged;
            outcome.residual = residual;
            outcome.reason = claim;
            request.keep(outcome);
            return {tuning::Status::Wrong, quality, claim};
        }
        return {tuning::Status::Completed, quality, ""};
    }

    // No candidate has solved it: the nearest there was.
    static linear::Outcome withoutSuccess(Request& request) {
        if (!request.tried) {
            request.best.status = linear::Status::Failed;
            request.best.residual = std::nan("");
            request.best.reason = "no candidate could be called";
            std::copy(request.guess.begin(), request.guess.end(), request.x.data());
            return request.best;
        }
        std::copy(request.bestX.begin(), request.bestX.end(), request.x.data());
        request.best.reason = "no candidate solved it: " + request.best.reason;
        return request.best;
    }

    gantry::Parameters parameters_;
    gantry::Instrumentation measured_{typeid(LinearGate)};
    gantry::MethodTimer& solveTimer_ = measured_.timer("solve");
    OperatorFeatures features_;
    std::mutex abortMutex_;
    // Under the mutex.
    linear::LinearSolver* running_ = nullptr;
    std::uint64_t aborts_ = 0;
};

}  // namespace gates

GANTRY_COMPONENT(gates::LinearGate, gates::kDescription);
