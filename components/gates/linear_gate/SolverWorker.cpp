#include "SolverWorker.hpp"

#include <gantry/Error.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

namespace gates {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kText = 1024;

/// What the parent asks for. The arrays are in the shared memory.
struct Command {
    std::int32_t rows = 0;
    std::int32_t entries = 0;
    /// Whether the operator is another one than at the last solve, in its pattern or its values.
    bool newPattern = false;
    bool newValues = false;
    double tolerance = 0;
    std::int64_t maxIterations = 0;
    double seconds = 0;
};

/// What the child answers.
struct Reply {
    linear::Status status = linear::Status::Failed;
    std::int64_t iterations = 0;
    double residual = 0;
    bool reused = false;
    bool threw = false;
    std::array<char, kText> text{};
};

/// The places of the arrays of one system in the shared memory.
struct Layout {
    Layout(std::byte* memory, std::int32_t rows, std::int32_t entries)
        : values(reinterpret_cast<double*>(memory)),
          b(values + entries),
          x(b + rows),
          starts(reinterpret_cast<std::int32_t*>(x + rows)),
          columns(starts + rows + 1) {}

    static std::size_t bytes(std::size_t rows, std::size_t entries) {
        return (entries + 2 * rows) * sizeof(double) + (rows + 1 + entries) * sizeof(std::int32_t);
    }

    double* values;
    double* b;
    double* x;
    std::int32_t* starts;
    std::int32_t* columns;
};

[[noreturn]] void refuse(const char* what) {
    throw gantry::Error(gov::cca::CCAExceptionType::Unexpected,
                        std::string("a solver cannot be called in a child process: ") + what +
                            ": " + std::generic_category().message(errno) +
                            "; raise the limit of processes, open files or memory, or trust its "
                            "class (parameter 'trusted' of the tuner)");
}

bool sendWhole(int socket, const void* bytes, std::size_t size) {
    // A packet is sent as a whole or not at all. No signal where the other end is gone.
    ssize_t sent = 0;
    do {
        sent = ::send(socket, bytes, size, MSG_NOSIGNAL);
    } while (sent < 0 && errno == EINTR);
    return sent == static_cast<ssize_t>(size);
}

bool receiveWhole(int socket, void* bytes, std::size_t size) {
    ssize_t received = 0;
    do {
        received = ::recv(socket, bytes, size, 0);
    } while (received < 0 && errno == EINTR);
    return received == static_cast<ssize_t>(size);
}

/// The child's side: solves what it is asked for, until nobody asks any more.
class Child final {
public:
    Child(linear::LinearSolver& solver, std::byte* memory, int socket)
        : solver_(solver), memory_(memory), socket_(socket) {}

    void run() {
        Command command;
        while (receiveWhole(socket_, &command, sizeof command)) {
            const Reply reply = solve(command);
            if (!sendWhole(socket_, &reply, sizeof reply)) {
                return;
            }
        }
    }

private:
    Reply solve(const Command& command) {
        const Layout shared(memory_, command.rows, command.entries);
        take(command, shared);
        b_.assign(shared.b, shared.b + command.rows);
        x_.assign(shared.x, shared.x + command.rows);
        Reply reply;
        std::string text;
        try {
            const linear::Outcome outcome = solver_.solve(
                matrix_, {b_.data(), {command.rows}}, {x_.data(), {command.rows}}, command.rows,
                {command.tolerance, command.maxIterations, command.seconds});
            reply.status = outcome.status;
            reply.iterations = outcome.iterations;
            reply.residual = outcome.residual;
            reply.reused = outcome.reused;
            text = outcome.reason;
        } catch (const std::exception& error) {
            reply.threw = true;
            text = error.what();
        } catch (...) {
            reply.threw = true;
            text = "it threw an object that is not an exception";
        }
        std::copy(x_.begin(), x_.end(), shared.x);
        text.copy(reply.text.data(), reply.text.size() - 1);
        if (isChanged(command, shared)) {
            // The next solve is of what the user passed again.
            matrix_.reset();
        }
        return reply;
    }

    void take(const Command& command, const Layout& shared) {
        if (command.newPattern || !matrix_) {
            matrix_ = std::make_shared<gantry::CsrOperator>(
                command.rows,
                std::vector<std::int32_t>(shared.starts, shared.starts + command.rows + 1),
                std::vector<std::int32_t>(shared.columns, shared.columns + command.entries),
                std::vector<double>(shared.values, shared.values + command.entries));
        } else if (command.newValues) {
            std::copy(shared.values, shared.values + command.entries,
                      matrix_->changeValues().begin());
        }
    }

    bool isChanged(const Command& command, const Layout& shared) {
        const auto differs = [](const auto* one, const auto* other, std::int32_t count) {
            return std::memcmp(one, other, static_cast<std::size_t>(count) * sizeof *one) != 0;
        };
        return differs(matrix_->getRowStarts().data(), shared.starts, command.rows + 1) ||
               differs(matrix_->getColumns().data(), shared.columns, command.entries) ||
               differs(matrix_->getValues().data(), shared.values, command.entries);
    }

    linear::LinearSolver& solver_;
    std::byte* memory_;
    int socket_;
    std::shared_ptr<gantry::CsrOperator> matrix_;
    std::vector<double> b_;
    std::vector<double> x_;
};

}  // namespace

SharedMemory::SharedMemory(std::size_t bytes) : data_(nullptr), size_(bytes) {
    void* const made =
        mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (made == MAP_FAILED) {
        refuse("there is no shared memory");
    }
    data_ = static_cast<std::byte*>(made);
}

SharedMemory::~SharedMemory() {
    munmap(data_, size_);
}

void SolverWorker::end() noexcept {
    child_.reset();
    if (socket_ >= 0) {
        close(socket_);
        socket_ = -1;
    }
    state_ = 0;
    pattern_ = 0;
}

bool SolverWorker::isReady() const {
    if (!child_) {
        return false;
    }
    // Nothing is to be read between two solves but that the child is gone.
    pollfd event{socket_, POLLIN, 0};
    return poll(&event, 1, 0) == 0;
}

void SolverWorker::start(linear::LinearSolver& solver, std::size_t bytes) {
    end();
    // Room for systems that are a little larger, so that a sequence of meshes has few children.
    constexpr std::size_t kRoom = 2;
    if (!memory_ || memory_->size() < bytes) {
        memory_ = std::make_unique<SharedMemory>(kRoom * bytes);
    }
    std::array<int, 2> ends{};
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) {
        refuse("there is no socket");
    }
    socket_ = ends[0];
    const int ofParent = ends[0];
    const int ofChild = ends[1];
    std::byte* const memory = memory_->data();
    try {
        child_ = std::make_unique<gantry::ForkedCall>(
            [&solver, memory, ofParent, ofChild] {
                // Else it would never see that the parent has closed its end.
                close(ofParent);
                Child(solver, memory, ofChild).run();
                return std::string();
            },
            false);
    } catch (...) {
        close(ofChild);
        end();
        throw;
    }
    close(ofChild);
    starter_ = gettid();
}

Attempt SolverWorker::solve(linear::LinearSolver& solver, const System& system,
                            const linear::Limits& limits, const std::function<bool()>& isAborted,
                            linear::Outcome& outcome) {
    const std::size_t bytes = Layout::bytes(
        system.b.size(), static_cast<std::size_t>(system.matrix.getColumns().length()));
    if (!isReady() || memory_->size() < bytes) {
        start(solver, bytes);
    }
    const bool isOfOtherThread = starter_ != gettid();
    ask(system, limits);
    Attempt attempt = await(limits, isAborted, system, outcome);
    if (isOfOtherThread && wasKilled_) {
        // The thread that had started it has ended just now, and its child with it.
        start(solver, bytes);
        ask(system, limits);
        attempt = await(limits, isAborted, system, outcome);
    }
    if (attempt.status != tuning::Status::Completed) {
        end();
    }
    return attempt;
}

void SolverWorker::ask(const System& system, const linear::Limits& limits) {
    const std::size_t rows = system.b.size();
    const auto entries = static_cast<std::size_t>(system.matrix.getColumns().length());
    Command command;
    command.rows = static_cast<std::int32_t>(rows);
    command.entries = static_cast<std::int32_t>(entries);
    command.newPattern = system.matrix.getPatternState() != pattern_;
    command.newValues = system.matrix.getState() != state_;
    command.tolerance = limits.tolerance;
    command.maxIterations = limits.maxIterations;
    command.seconds = limits.seconds;
    const Layout shared(memory_->data(), command.rows, command.entries);
    // All of it each time: what the child has written there is not believed.
    std::copy_n(system.matrix.getRowStarts().data(), rows + 1, shared.starts);
    std::copy_n(system.matrix.getColumns().data(), entries, shared.columns);
    std::copy_n(system.matrix.getValues().data(), entries, shared.values);
    std::copy(system.b.begin(), system.b.end(), shared.b);
    std::copy(system.x.begin(), system.x.end(), shared.x);
    state_ = system.matrix.getState();
    pattern_ = system.matrix.getPatternState();
    wasKilled_ = false;
    // Where it cannot be sent, the child is gone, and await() says how.
    (void)sendWhole(socket_, &command, sizeof command);
}

Attempt SolverWorker::await(const linear::Limits& limits, const std::function<bool()>& isAborted,
                            const System& system, linear::Outcome& outcome) {
    // A solver that looks at its limit may be a little late; it keeps its set-ups then.
    constexpr double kLate = 1.25;
    constexpr double kLateSeconds = 2e-3;
    constexpr int kLookMilliseconds = 5;
    const auto begun = Clock::now();
    const auto spent = [&] { return std::chrono::duration<double>(Clock::now() - begun).count(); };
    const double most = limits.seconds > 0 ? kLate * limits.seconds + kLateSeconds
                                           : std::numeric_limits<double>::infinity();
    pollfd event{socket_, POLLIN, 0};
    while (poll(&event, 1, kLookMilliseconds) <= 0) {
        if (spent() > most || isAborted()) {
            return {tuning::Status::Aborted, std::nan(""), "its process was ended"};
        }
    }
    Reply reply;
    if (!receiveWhole(socket_, &reply, sizeof reply)) {
        constexpr double kToDie = 5;
        const gantry::IsolatedOutcome death = child_->await(kToDie);
        wasKilled_ = death.end == gantry::IsolatedOutcome::End::Killed && death.number == SIGKILL;
        return {tuning::Status::Crashed, std::nan(""), death.cause};
    }
    // Whatever it has written: text ends here at the latest.
    reply.text.back() = '\0';
    if (reply.threw) {
        return {tuning::Status::Failed, std::nan(""), reply.text.data()};
    }
    const Layout shared(memory_->data(), static_cast<std::int32_t>(system.b.size()),
                        system.matrix.getColumns().length());
    std::copy_n(shared.x, system.x.size(), system.x.begin());
    outcome = {reply.status, reply.iterations, reply.residual, reply.reused, reply.text.data()};
    return {};
}

}  // namespace gates
