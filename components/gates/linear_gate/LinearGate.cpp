#include <gantry/Parameters.hpp>
#include <gantry/plugin.hpp>
#include <linear/InvalidSystem.hpp>
#include <linear/LinearSolver.hpp>
#include <linear/proxy/LinearSolver.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "Diagnosis.hpp"
#include "LentSystem.hpp"
#include "OperatorFeatures.hpp"
#include "RefusedSystems.hpp"
#include "SolverWorker.hpp"
#include "experience.hpp"
#include "gates/common/GateOf.hpp"
#include "solvers/common/checks.hpp"

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
constexpr std::array kParameters{gantry::ParameterDescription{
    kParametersPort, "portfolio", "string",
    "solvers.EigenIterative? method=cg preconditioner=diagonal; "
    "solvers.EigenIterative? method=cg preconditioner=ichol; "
    "solvers.EigenIterative? method=bicgstab preconditioner=ilut; "
    "solvers.EigenDirect? method=ldlt; solvers.Cholmod?; solvers.Klu?",
    "The candidates if the tuner is given none: a small complementary set"}};
constexpr auto kDescription = gantry::describe({"gates.LinearGate", "1.0",
                                                "The gate of linear solvers: the tuner selects the "
                                                "solver, the residual verifies the solution"},
                                               kProvides, kUses, kParameters);

// The solver and the gate sum in another order.
constexpr double kRounding = 1.01;

using Clock = std::chrono::steady_clock;

/// The user's solve: what was given, and the best that came out of it so far.
struct Request {
    std::span<double> x;
    linear::Limits limits;
    Clock::time_point begun;
    std::vector<double> guess{x.begin(), x.end()};
    linear::Outcome best{};
    std::vector<double> bestX{};
    bool tried = false;
    /// Whether the user's time was over, or abort was called, before all candidates were tried.
    bool cutShort = false;
    /// How often abort had been called when this request got its turn.
    std::uint64_t abortsBefore = 0;

    /// Seconds that are left of the user's own limit; infinity where there is none.
    [[nodiscard]] double left() const {
        if (limits.seconds <= 0) {
            return std::numeric_limits<double>::infinity();
        }
        const std::chrono::duration<double> spent = Clock::now() - begun;
        return limits.seconds - spent.count();
    }
    /// A result that is not what was asked for, kept in case there is no better one.
    void keep(const linear::Outcome& outcome) {
        const bool better =
            outcome.status == linear::Status::NotConverged &&
            (best.status != linear::Status::NotConverged || outcome.residual < best.residual);
        if (!tried || better) {
            best = outcome;
            bestX.assign(x.begin(), x.end());
            tried = true;
        }
    }
};

}  // namespace

class LinearGate final : public linear::LinearSolver,
                         public GateOf<linear::LinearSolver>,
                         public gov::cca::Component {
public:
    explicit LinearGate(const std::shared_ptr<const gantry::Library>& library)
        : GateOf(kSolverType), lent_(library) {}

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
        // Before the lock: waiting for one's turn is part of the user's time.
        const auto begun = limits.seconds > 0 ? Clock::now() : Clock::time_point{};
        const std::lock_guard turn(turn_);
        const std::uint64_t abortsBefore = takeTurn();
        // What is wrong with the input is the user's fault, and no candidate's.
        solvers::checkGiven(matrix.get());
        solvers::checkLengths(n, b, x);
        solvers::checkLimits(limits);
        lent_.take(*matrix);
        const int rows = lent_.passed().rows;
        lent_.ask(solvers::checkedVector(b, rows, "the right side"));
        Request request{solvers::checkedVector(x, rows, "the first guess"), limits, begun};
        request.abortsBefore = abortsBefore;
        if (const auto* known = refused_.find(lent_.fingerprint(), lent_.right(), limits)) {
            std::copy(known->x.begin(), known->x.end(), request.x.begin());
            return known->outcome;
        }
        linear::Outcome outcome;
        const bool served =
            serve([&]() -> const Context& { return features_.of(*lent_.matrix()); },
                  [&](linear::LinearSolver& solver, const tuning::Assignment& assignment,
                      tuning::Requests& requests) {
                      return attempt(solver, assignment, requests, request, outcome);
                  });
        return served ? outcome : withoutSuccess(request);
    }

    /// Ends the request that is served now, whichever candidate has it; one that waits for its turn
    /// is not affected. Waits for nothing but another abort.
    void abort() override {
        // Under the mutex the candidate stays connected and is not the next request's.
        const std::lock_guard lock(abortMutex_);
        // Counted, so that an abort between two candidates of one request is not lost.
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
        const std::lock_guard turn(turn_);
        refused_.forget();
        workers_.clear();
        singular_ = 0;
        const gantry::UsedPort<linear::LinearSolver> incumbent(services(), kIncumbentPort);
        incumbent->forget();
    }

    sidl::array<tuning::Learned> getExperience() override {
        return sidl::array<tuning::Learned>(experience());
    }

protected:
    tuning::Candidate capabilitiesOf(linear::LinearSolver& solver) override {
        const linear::Capabilities capabilities = solver.getCapabilities();
        tuning::Candidate candidate;
        candidate.abortable = capabilities.abortable || capabilities.predictsSetup;
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

    /// How often abort was called before: those calls were meant for other requests.
    std::uint64_t takeTurn() {
        const std::lock_guard lock(abortMutex_);
        return aborts_;
    }

    /// Whether abort was called since the request got its turn.
    bool isAborted(const Request& request) {
        const std::lock_guard lock(abortMutex_);
        return request.abortsBefore != aborts_;
    }

    Attempt attempt(linear::LinearSolver& solver, const tuning::Assignment& assignment,
                    tuning::Requests& requests, Request& request, linear::Outcome& outcome) {
        const Running running(*this, solver, request);
        const double left = request.left();
        if (running.isAborted() || left <= 0) {
            requests.stop();
            request.cutShort = true;
            return {tuning::Status::Cancelled, std::nan(""), "the time of the request is over",
                    true};
        }
        linear::Limits limits = request.limits;
        // The tuner's limit for the candidate, but never more than what the user has left.
        const double seconds = std::min(assignment.limit, left);
        // In linear::Limits 0 means without a limit.
        limits.seconds = std::isinf(seconds) ? 0 : seconds;
        Proof proof;
        Attempt attempt = callOnce(solver, assignment, limits, request, outcome, proof);
        if (proof.stale) {
            // Not the candidate's fault: the values were others than the state said.
            attempt = callOnce(solver, assignment, limits, request, outcome, proof);
        }
        requests.stop();
        if (!proof.changed.empty()) {
            attempt = {tuning::Status::Wrong, std::nan(""),
                       "it changed " + proof.changed + " that it was lent"};
        } else if (attempt.status == tuning::Status::Completed) {
            attempt = judge(request, outcome, proof.residual);
        }
        if (attempt.status == tuning::Status::Aborted &&
            (left <= assignment.limit || isAborted(request))) {
            // The limit of the choice was not reached, and says nothing of the candidate.
            attempt.status = tuning::Status::Cancelled;
        }
        if (assignment.isolated && attempt.status == tuning::Status::Wrong) {
            // Whatever it has done there, the next call of it begins anew.
            workers_[assignment.candidate].end();
        }
        // One candidate alone is tried where nobody solved a system with this operator before.
        attempt.endsRequest = attempt.status != tuning::Status::Aborted &&
                              attempt.status != tuning::Status::Cancelled && singular_ != 0 &&
                              singular_ == lent_.fingerprint();
        return attempt;
    }

    /// A call with a fresh loan. Its result is in request.x.
    Attempt callOnce(linear::LinearSolver& solver, const tuning::Assignment& assignment,
                     const linear::Limits& limits, Request& request, linear::Outcome& outcome,
                     Proof& proof) {
        // Each candidate begins from the user's guess, not from what the one before left in x.
        lent_.lend(request.guess);
        Attempt attempt = assignment.isolated
                              ? solveIsolated(solver, assignment, request, limits, outcome)
                              : solveHere(solver, request, limits, outcome);
        const sidl::rarray<double> x = lent_.x();
        std::copy(x.data(), x.data() + request.x.size(), request.x.begin());
        proof = lent_.prove(request.x.data());
        return attempt;
    }

    Attempt solveHere(linear::LinearSolver& solver, const Request& request,
                      const linear::Limits& limits, linear::Outcome& outcome) {
        try {
            outcome = solver.solve(lent_.matrix(), lent_.b(), lent_.x(),
                                   static_cast<std::int32_t>(request.x.size()), limits);
            return {};
        } catch (const std::exception& error) {
            return {tuning::Status::Failed, std::nan(""), error.what()};
        } catch (...) {
            return {tuning::Status::Failed, std::nan(""),
                    "it threw an object that is not an exception"};
        }
    }

    // In the candidate's own child process, which stays for further calls.
    Attempt solveIsolated(linear::LinearSolver& solver, const tuning::Assignment& assignment,
                          const Request& request, const linear::Limits& limits,
                          linear::Outcome& outcome) {
        SolverWorker& worker = workers_[assignment.candidate];
        const sidl::rarray<double> b = lent_.b();
        const sidl::rarray<double> x = lent_.x();
        const std::size_t rows = request.x.size();
        return worker.solve(
            solver, {*lent_.matrix(), {b.data(), rows}, {x.data(), rows}}, limits,
            [&] { return isAborted(request); }, outcome);
    }

    /// residual: computed by the gate for each candidate alike, so that none is judged by its own
    /// figure.
    static Attempt judge(Request& request, linear::Outcome& outcome, double residual) {
        if (outcome.status == linear::Status::Aborted) {
            request.keep(outcome);
            return {tuning::Status::Aborted, std::nan(""), outcome.reason};
        }
        if (outcome.status == linear::Status::Failed) {
            request.keep(outcome);
            return {tuning::Status::Failed, std::nan(""), outcome.reason};
        }
        const double quality = residual / request.limits.tolerance;
        outcome.residual = residual;
        if (outcome.status == linear::Status::NotConverged) {
            request.keep(outcome);
            return {tuning::Status::Failed, quality, outcome.reason};
        }
        if (!(quality <= kRounding)) {
            const std::string claim = "it reported convergence, but its residual is " +
                                      std::to_string(quality) + " times the tolerance";
            outcome.status = linear::Status::NotConverged;
            outcome.reason = claim;
            request.keep(outcome);
            return {tuning::Status::Wrong, quality, claim};
        }
        return {tuning::Status::Completed, quality, ""};
    }

    // No candidate has solved it: the nearest there was, and why.
    linear::Outcome withoutSuccess(Request& request) {
        linear::Outcome& best = request.best;
        if (!request.tried) {
            best.status = linear::Status::Failed;
            best.residual = std::nan("");
            best.reason = request.cutShort ? "the time limit was reached, or abort was called"
                                           : "each candidate failed or was rejected";
            // The user's x stays as it was.
            request.bestX = request.guess;
        }
        std::copy(request.bestX.begin(), request.bestX.end(), request.x.begin());
        // With more time a candidate might have solved it, so no cause is sought in the system.
        if (request.cutShort) {
            best.status =
                best.status == linear::Status::NotConverged ? best.status : linear::Status::Aborted;
            best.reason = "no candidate solved it in time: " + best.reason;
            return best;
        }
        const bool hasNearest = best.status == linear::Status::NotConverged;
        const std::vector<double> zeros(request.x.size(), 0.0);
        const Diagnosis found =
            diagnose(lent_.passed(), lent_.right(), hasNearest ? request.bestX : zeros,
                     request.limits.tolerance);
        best.reason =
            "no candidate solved it: " + (found.cause.empty() ? best.reason : found.cause);
        if (found.isOfOperator) {
            singular_ = lent_.fingerprint();
        }
        refused_.add(lent_.fingerprint(), lent_.right(), request.limits, {best, request.bestX});
        return best;
    }

    gantry::Parameters parameters_;
    gantry::Instrumentation measured_{typeid(LinearGate)};
    gantry::MethodTimer& solveTimer_ = measured_.timer("solve");
    OperatorFeatures features_;
    // One request at a time; guards what follows.
    std::mutex turn_;
    LentSystem lent_;
    // Of the candidates that are called in child processes, by their numbers.
    std::map<std::int32_t, SolverWorker> workers_;
    RefusedSystems refused_;
    // The fingerprint of an operator that is singular whatever its values are; 0: none.
    std::uint64_t singular_ = 0;
    std::mutex abortMutex_;
    // Under that mutex.
    linear::LinearSolver* running_ = nullptr;
    std::uint64_t aborts_ = 0;
};

}  // namespace gates

GANTRY_COMPONENT(gates::LinearGate, gates::kDescription);
