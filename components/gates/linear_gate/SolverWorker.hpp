#pragma once

#include <gantry/CsrOperator.hpp>
#include <gantry/ForkedCall.hpp>
#include <linear/LinearSolver.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <sys/types.h>

#include "gates/common/GateOf.hpp"

namespace gates {

/// Memory that a process shares with the children it forks from now on.
class SharedMemory final {
public:
    /// Throws gantry::Error if the system gives none.
    explicit SharedMemory(std::size_t bytes);
    ~SharedMemory();
    SharedMemory(const SharedMemory&) = delete;
    SharedMemory& operator=(const SharedMemory&) = delete;

    [[nodiscard]] std::byte* data() const { return data_; }
    [[nodiscard]] std::size_t size() const { return size_; }

private:
    std::byte* data_;
    std::size_t size_;
};

/// A solver in a child process that stays for further solves: forking is paid once, and the
/// solver's set-ups remain. What the solver does to its process, it does to the child alone. Data
/// travel through shared memory.
///
/// The child is a copy of the process as it was at the first solve; later changes of the solver's
/// parameters do not reach it before end(). It ends with this object, at end(), when a solve
/// exceeds its limit, and when it crashes; the next solve starts another one. One thread at a time.
class SolverWorker final {
public:
    /// A system as the gate lends it; the operator's states say what the child has already.
    struct System {
        gantry::CsrOperator& matrix;
        std::span<const double> b;
        std::span<double> x;  ///< the guess, and then what the solver left there
    };

    SolverWorker() = default;
    ~SolverWorker() { end(); }
    SolverWorker(const SolverWorker&) = delete;
    SolverWorker& operator=(const SolverWorker&) = delete;

    /// Solves in the child. Completed: outcome and x are the solver's, which nobody has proven.
    /// Otherwise they are unchanged: Aborted (the time was over and the solver did not notice, or
    /// isAborted() said so, which is asked every few milliseconds), Failed (the solver threw),
    /// Crashed. Throws gantry::Error if the system gives no process, pipe or memory.
    Attempt solve(linear::LinearSolver& solver, const System& system, const linear::Limits& limits,
                  const std::function<bool()>& isAborted, linear::Outcome& outcome);
    /// Ends the child; what it holds is gone.
    void end() noexcept;

private:
    void start(linear::LinearSolver& solver, std::size_t bytes);
    /// Whether there is a child that waits for a solve. One whose starting thread has ended is
    /// none.
    [[nodiscard]] bool isReady() const;
    /// Puts the system into the shared memory and sends the command.
    void ask(const System& system, const linear::Limits& limits);
    Attempt await(const linear::Limits& limits, const std::function<bool()>& isAborted,
                  const System& system, linear::Outcome& outcome);

    std::unique_ptr<SharedMemory> memory_;
    std::unique_ptr<gantry::ForkedCall> child_;
    int socket_ = -1;
    /// The thread with which the child ends, by the system's number: the number of the library may
    /// be the next thread's.
    pid_t starter_ = 0;
    /// Whether the last solve ended with a SIGKILL that this object did not send.
    bool wasKilled_ = false;
    /// Of the operator that the child has.
    std::int64_t state_ = 0;
    std::int64_t pattern_ = 0;
};

}  // namespace gates
