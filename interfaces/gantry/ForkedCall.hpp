#pragma once

#include <gantry/Error.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fcntl.h>
#include <functional>
#include <iostream>
#include <poll.h>
#include <sstream>
#include <string>
#include <string_view>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

namespace gantry {

/// How a call in a process of its own ended. A plain value.
///
///     switch (outcome.end) {
///     case IsolatedOutcome::End::Returned:  use(outcome.result); break;
///     default:                              report(outcome.cause);
///     }
struct IsolatedOutcome {
    /// `Returned`; `Threw` an exception; `Killed` by a signal; `TimedOut`; `Exited`: ended its
    /// process by itself.
    enum class End : std::uint8_t { Returned, Threw, Killed, TimedOut, Exited };

    End end = End::Returned;
    /// The bytes it returned; else empty. Any bytes, NULs among them.
    std::string result{};
    /// For people: the text of the exception, "killed by SIGSEGV (Segmentation fault)"; empty if
    /// it returned.
    std::string cause{};
    /// The signal, 0 if it is not known, or the exit status; else 0.
    int number = 0;
};

/// A child of this process that makes one call and sends what came of it through a pipe: the works
/// of callIsolated (IsolatedCall.hpp), which says what holds. One thread.
///
/// The protocol: one byte for the kind, eight for the size in the byte order of this machine, then
/// the bytes. A child that dies in the middle leaves a message that is not whole, and its death
/// counts.
///
/// Use it, rather than callIsolated, to do something between the begin of the call and its end. The
/// child also ends when the thread that began it ends: the system signals the death of that thread,
/// not of the process.
class ForkedCall final {
public:
    /// Begins the call. Throws Error if the system gives no process or pipe. call runs in the child
    /// on the only thread there, at once; the child has its own copy, so that it need not
    /// be kept. keepsOutput: whether standard output and error are those of this process; standard
    /// input is empty in any case. Costs a fork.
    ForkedCall(const std::function<std::string()>& call, bool keepsOutput);
    /// Ends it. Blocks until the child is gone, which is soon, as it is killed with its process
    /// group.
    ~ForkedCall() { finish(); }
    ForkedCall(const ForkedCall&) = delete;
    ForkedCall& operator=(const ForkedCall&) = delete;

    /// Waits for its end, or ends it after so many seconds. Once. Not positive or NaN: no time;
    /// beyond 10^9 s: that. Does not kill at the limit, which the destructor does. Throws
    /// std::bad_alloc only.
    IsolatedOutcome await(double seconds);

private:
    // Not the wall clock: that may be set while the call runs.
    using Clock = std::chrono::steady_clock;
    static constexpr char kResult = 'R';
    static constexpr char kException = 'E';
    static constexpr std::size_t kHead = 1 + sizeof(std::uint64_t);

    /// Throws Error with the system's reason.
    [[noreturn]] static void refuse(const char* what);
    /// The life of the child: never returns, never throws, ends by _exit. What throws from `call`
    /// is sent as the text of what(); a handler or destructor of the parent never runs.
    [[noreturn]] static void live(const std::function<std::string()>& call, int pipe, pid_t parent,
                                  bool keepsOutput) noexcept;
    /// What a copy of a program must not share with it: signal handlers, core dumps, standard
    /// streams, functions to run at the exit. Runs before the call.
    static void forgetParent(bool keepsOutput) noexcept;
    /// Writes a whole message; ends the child if nobody reads. More than the pipe holds (64 KiB by
    /// default) waits for the parent to read.
    static void send(int pipe, char kind, std::string_view text) noexcept;
    /// Bounded, as a steady clock cannot add any number of seconds.
    static Clock::time_point deadlineAfter(double seconds) noexcept;

    /// Whether what it sent has arrived as a whole. Decides by the size in the head, not by the end
    /// of the pipe: a process that the call started may hold that open.
    [[nodiscard]] bool isWhole() const noexcept;
    /// Waits for something to happen, at most until the deadline. poll() may also return early, for
    /// a signal: await() then looks again.
    void watch(Clock::time_point deadline) const noexcept;
    /// Takes what has arrived. Never blocks. Throws std::bad_alloc.
    void receive();
    /// Whether it is no more; keeps how it ended. Does not collect the child. The number of a child
    /// that was not collected is not given to another process.
    bool hasEnded() noexcept;
    /// Ends the child and the processes it started, and collects it. A second call does nothing.
    void finish() noexcept;
    /// What the message says.
    [[nodiscard]] IsolatedOutcome sent() const;
    /// How it died, when there is no whole message.
    [[nodiscard]] IsolatedOutcome death() const;

    /// -1 after finish().
    pid_t pid_ = -1;
    /// The reading end, non-blocking; -1 after its end was read.
    int pipe_ = -1;
    /// Readable when it has ended; -1 where the system has no such thing.
    int watch_ = -1;
    /// What has come through the pipe so far, the head included; the whole result is in memory
    /// twice for a moment.
    std::string received_;
    /// As waitid() filled it in; si_pid is 0 while the child runs.
    siginfo_t end_{};
    /// Whether someone else has collected it: its number may be another's.
    bool isGone_ = false;
};

/// what: the thing that is missing; errno is as the system set it.
inline void ForkedCall::refuse(const char* what) {
    throw Error(gov::cca::CCAExceptionType::Unexpected,
                std::string("a call cannot be isolated: ") + what + ": " +
                    std::generic_category().message(errno) +
                    "; raise the limit of processes or open files, or call it in this process");
}

inline ForkedCall::ForkedCall(const std::function<std::string()>& call, bool keepsOutput) {
    std::array<int, 2> ends{};
    // The child inherits both ends, whatever the flag: that is for programs that it starts.
    if (pipe2(ends.data(), O_CLOEXEC) != 0) {
        refuse("there is no pipe");
    }
    if (keepsOutput) {
        // Else what is buffered here would be written twice, by the child as well.
        std::cout.flush();
        std::fflush(stdout);
    }
    const pid_t parent = getpid();
    // Handlers that libraries registered with pthread_atfork run here, in both processes.
    pid_ = fork();
    if (pid_ == 0) {
        // Else the child would keep its own pipe open for reading, and never learn that its parent
        // is gone.
        close(ends[0]);
        live(call, ends[1], parent, keepsOutput);
    }
    // close() may change it.
    const int error = errno;
    // So that reading ends with the child: the only writer is gone then.
    close(ends[1]);
    pipe_ = ends[0];
    if (pid_ < 0) {
        close(pipe_);
        errno = error;
        refuse("there is no process");
    }
    // Here and in the child: no one knows who comes first.
    setpgid(pid_, pid_);
    // await() waits for the pipe and for the end of the child at the same time, and never in
    // read().
    fcntl(pipe_, F_SETFL, O_NONBLOCK);
#ifdef SYS_pidfd_open
    watch_ = static_cast<int>(syscall(SYS_pidfd_open, pid_, 0));
#endif
}

inline void ForkedCall::forgetParent(bool keepsOutput) noexcept {
    for (int number = 1; number < NSIG; ++number) {
        // Handlers of the parent would run here, with the parent's state. SIGKILL and SIGSTOP
        // refuse, which does not matter.
        std::signal(number, SIG_DFL);
    }
    sigset_t none;
    sigemptyset(&none);
    pthread_sigmask(SIG_SETMASK, &none, nullptr);
    // A crash is one of the expected results: it leaves no file.
    const rlimit noCore{0, 0};
    setrlimit(RLIMIT_CORE, &noCore);
    const int nowhere = open("/dev/null", O_RDWR);
    dup2(nowhere, STDIN_FILENO);
    if (!keepsOutput) {
        dup2(nowhere, STDOUT_FILENO);
        dup2(nowhere, STDERR_FILENO);
    }
    if (nowhere > STDERR_FILENO) {
        close(nowhere);
    }
    // The last to be registered is the first to run: nothing of the parent does.
    on_exit([](int status, void*) { _exit(status); }, nullptr);
}

inline void ForkedCall::send(int pipe, char kind, std::string_view text) noexcept {
    const std::uint64_t size = text.size();
    // Copied bytewise: the size may begin at any address.
    std::array<char, kHead> head{kind};
    std::memcpy(&head[1], &size, sizeof size);
    for (std::string_view part : {std::string_view(head.data(), kHead), text}) {
        while (!part.empty()) {
            // Blocks until the parent reads: the pipe holds a part of a long message only.
            const ssize_t written = write(pipe, part.data(), part.size());
            if (written < 0 && errno != EINTR) {
                _exit(1);
            }
            part.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(written, 0)));
        }
    }
}

inline void ForkedCall::live(const std::function<std::string()>& call, int pipe, pid_t parent,
                             bool keepsOutput) noexcept {
    // A group of its own, so that it can be ended with what it starts, and so that signals of the
    // terminal go to the parent.
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    // The parent may have died before prctl: then no signal comes any more.
    if (getppid() != parent) {
        _exit(1);
    }
    forgetParent(keepsOutput);
    char kind = kException;
    std::string text;
    try {
        text = call();
        kind = kResult;
    } catch (const std::exception& exception) {
        text = exception.what();
    } catch (...) {
        text = "an exception that is not a std::exception";
    }
    if (keepsOutput) {
        std::cout.flush();
        std::fflush(stdout);
    }
    send(pipe, kind, text);
    // Not exit: static objects and buffers are the parent's.
    _exit(0);
}

inline ForkedCall::Clock::time_point ForkedCall::deadlineAfter(double seconds) noexcept {
    // About 30 years.
    constexpr double kLongest = 1e9;
    const double some = seconds > 0 ? std::min(seconds, kLongest) : 0;
    return Clock::now() +
           std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(some));
}

inline bool ForkedCall::isWhole() const noexcept {
    if (received_.size() < kHead) {
        return false;
    }
    std::uint64_t size = 0;
    std::memcpy(&size, &received_[1], sizeof size);
    return received_.size() - kHead >= size;
}

inline void ForkedCall::watch(Clock::time_point deadline) const noexcept {
    using Milliseconds = std::chrono::milliseconds;
    constexpr Milliseconds::rep kLongest = 1000000;
    // Without a descriptor for its end, the child is asked for every two milliseconds.
    constexpr Milliseconds::rep kWithoutWatch = 2;
    const auto left = std::chrono::ceil<Milliseconds>(deadline - Clock::now()).count();
    std::array<pollfd, 2> events{{{pipe_, POLLIN, 0}, {watch_, POLLIN, 0}}};
    // A negative descriptor is ignored.
    (void)poll(events.data(), events.size(),
               static_cast<int>(
                   std::clamp<Milliseconds::rep>(left, 0, watch_ < 0 ? kWithoutWatch : kLongest)));
}

inline void ForkedCall::receive() {
    constexpr std::size_t kBlock = 65536;
    std::array<char, kBlock> block{};
    while (pipe_ >= 0) {
        const ssize_t number = read(pipe_, block.data(), block.size());
        if (number > 0) {
            received_.append(block.data(), static_cast<std::size_t>(number));
        } else if (number == 0 || (errno != EINTR && errno != EAGAIN)) {
            close(pipe_);
            pipe_ = -1;
        } else if (errno == EAGAIN) {
            return;
        }
    }
}

inline bool ForkedCall::hasEnded() noexcept {
    if (pid_ < 0 || isGone_ || end_.si_pid == pid_) {
        return true;
    }
    // WNOWAIT: it stays until finish() collects it, so that its number stays its own.
    isGone_ = waitid(P_PID, static_cast<id_t>(pid_), &end_, WEXITED | WNOHANG | WNOWAIT) != 0 &&
              errno == ECHILD;
    return isGone_ || end_.si_pid == pid_;
}

inline IsolatedOutcome ForkedCall::await(double seconds) {
    const auto deadline = deadlineAfter(seconds);
    for (;;) {
        // Asked before reading: what an ended child wrote is in the pipe by then.
        const bool isOver = hasEnded();
        receive();
        if (isWhole()) {
            return sent();
        }
        if (isOver) {
            return death();
        }
        if (Clock::now() >= deadline) {
            std::ostringstream text;
            text << "did not return within " << std::max(seconds, 0.0) << " s";
            return {IsolatedOutcome::End::TimedOut, {}, text.str(), 0};
        }
        watch(deadline);
    }
}

inline void ForkedCall::finish() noexcept {
    if (pid_ > 0) {
        // As long as it is not collected, no other process has its number.
        if (!isGone_) {
            // The group first; the child itself too, as it may not have made its group yet.
            kill(-pid_, SIGKILL);
            kill(pid_, SIGKILL);
            siginfo_t ignored{};
            while (waitid(P_PID, static_cast<id_t>(pid_), &ignored, WEXITED) != 0 &&
                   errno == EINTR) {
            }
        }
        pid_ = -1;
    }
    for (int* const descriptor : {&pipe_, &watch_}) {
        if (*descriptor >= 0) {
            close(*descriptor);
            *descriptor = -1;
        }
    }
}

inline IsolatedOutcome ForkedCall::sent() const {
    std::uint64_t size = 0;
    std::memcpy(&size, &received_[1], sizeof size);
    std::string text = received_.substr(kHead, size);
    if (received_[0] == kResult) {
        return {IsolatedOutcome::End::Returned, std::move(text), {}, 0};
    }
    return {IsolatedOutcome::End::Threw, {}, std::move(text), 0};
}

inline IsolatedOutcome ForkedCall::death() const {
    using End = IsolatedOutcome::End;
    if (isGone_) {
        return {End::Killed,
                {},
                "ended in a way that is not known, because this program ignores SIGCHLD or "
                "collects all of its children",
                0};
    }
    const int status = end_.si_status;
    if (end_.si_code == CLD_EXITED) {
        return {End::Exited, {}, "ended its process with status " + std::to_string(status), status};
    }
    const char* const name = sigabbrev_np(status);
    const char* const meaning = sigdescr_np(status);
    return {End::Killed,
            {},
            name && meaning ? std::string("killed by SIG") + name + " (" + meaning + ")"
                            : "killed by signal " + std::to_string(status),
            status};
}

}  // namespace gantry
