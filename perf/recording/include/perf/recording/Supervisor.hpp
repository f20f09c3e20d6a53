#pragma once

#include <csignal>
#include <cstdint>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <sys/types.h>
#include <vector>

namespace gantry::perf {

/// What a program and all its children that it waited for took, as the system counted it.
struct ProgramUsage {
    std::int64_t userNs = 0;         ///< processor time in the programs
    std::int64_t systemNs = 0;       ///< processor time in the kernel for them
    std::int64_t peakMemoryKiB = 0;  ///< of the largest process
    std::int64_t waits = 0;          ///< how often one gave its processor up by itself
    std::int64_t preemptions = 0;    ///< how often a processor was taken away from one
};

/// How a program that was supervised came to its end. Times are of two clocks: one for people, one
/// to compare with what the program noted.
struct ProgramEnd {
    pid_t pid = 0;
    int exitStatus = 0;             ///< as a shell reports it: 128 and the number of a signal
    int signal = 0;                 ///< that ended it; 0 where it ended by itself
    std::int64_t startedNs = 0;     ///< system clock, ns since 1970 UTC
    std::uint64_t monotonicNs = 0;  ///< CLOCK_MONOTONIC when its end was known
    std::int64_t elapsedNs = 0;     ///< from its start to that moment
    ProgramUsage usage{};

    /// "signal 9 (Killed)", or "exit status 3".
    [[nodiscard]] std::string text() const;
};

/// A program cannot be started: which one and why.
///
///     } catch (const StartError& error) {
///         std::cerr << error.what() << '\n';
///         return error.status();
///     }
class StartError final : public std::runtime_error {
public:
    StartError(const std::string& text, int status) : std::runtime_error(text), status_(status) {}
    /// What a shell ends with then: 127 where there is no such program, else 126.
    [[nodiscard]] int status() const noexcept { return status_; }

private:
    int status_;
};

/// Runs one program and waits for its end. While this object lives, signals that would end this
/// process are held back: those that someone sends to it are passed on to the program; those of
/// the terminal, which reach both, are not. So the program decides, and what is to be done after
/// its end is done. For one thread. One at a time in a process: it changes the signal mask of the
/// calling thread and the handlers of SIGCHLD and SIGXFSZ. Create it before other threads, which
/// inherit the mask.
///
///     Supervisor supervisor;
///     const ProgramEnd end = supervisor.run({"./solver", "input"}, {{"GANTRY_MEASURE", "1"}});
class Supervisor final {
public:
    /// Blocks SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2 and SIGCHLD in this thread.
    Supervisor();
    /// Takes the signals that came after the program's end, which were meant for it, and restores
    /// the mask.
    ~Supervisor();
    Supervisor(const Supervisor&) = delete;
    Supervisor& operator=(const Supervisor&) = delete;

    /// words.front() is a path, or a name that is looked for in PATH; environment: variables that
    /// differ from those of this process. The program has the standard streams of this process and
    /// the signals it would have without a supervisor. meanwhile is called about once a second
    /// while it runs, with its number; it must not throw. Throws StartError. A variable that is
    /// changed is in the environment once. Signals with an end of the program in between are
    /// not passed on.
    ProgramEnd run(const std::vector<std::string>& words,
                   const std::map<std::string, std::string>& environment,
                   const std::function<void(pid_t)>& meanwhile = {});

private:
    // Signals that are blocked and taken by sigtimedwait().
    sigset_t held_{};
    sigset_t before_{};
    sigset_t defaults_{};  // signals that the program handles as if we did not exist
};

}  // namespace gantry::perf
