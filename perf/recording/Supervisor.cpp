#include <perf/recording/Supervisor.hpp>

#include <array>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

namespace gantry::perf {

namespace {

constexpr std::array kPassedOn{SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2};

std::int64_t clockReading(clockid_t clock) {
    timespec now{};
    ::clock_gettime(clock, &now);
    constexpr std::int64_t kNs = 1'000'000'000;
    return now.tv_sec * kNs + now.tv_nsec;
}

std::vector<char*> pointersTo(std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    pointers.reserve(texts.size() + 1);
    for (std::string& text : texts) {
        pointers.push_back(text.data());
    }
    pointers.push_back(nullptr);
    return pointers;
}

std::vector<std::string> environmentWith(const std::map<std::string, std::string>& changes) {
    std::vector<std::string> all;
    for (char** entry = environ; *entry != nullptr; ++entry) {
        const std::string text = *entry;
        // Left out instead of replaced: getenv would find the first of two.
        if (changes.count(text.substr(0, text.find('='))) == 0) {
            all.push_back(text);
        }
    }
    for (const auto& [name, value] : changes) {
        all.push_back(name + '=' + value);
    }
    return all;
}

class SpawnAttributes final {
public:
    SpawnAttributes(const sigset_t& mask, const sigset_t& defaults) {
        posix_spawnattr_init(&attributes_);
        posix_spawnattr_setsigmask(&attributes_, &mask);
        posix_spawnattr_setsigdefault(&attributes_, &defaults);
        // The program gets the mask and handlers from before this object, not ours.
        posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    }
    ~SpawnAttributes() { posix_spawnattr_destroy(&attributes_); }
    SpawnAttributes(const SpawnAttributes&) = delete;
    SpawnAttributes& operator=(const SpawnAttributes&) = delete;
    [[nodiscard]] const posix_spawnattr_t* get() const { return &attributes_; }

private:
    posix_spawnattr_t attributes_{};
};

// What comes from the terminal reaches every process of the foreground. The kernel itself is the
// sender of what a key of the terminal causes.
bool isForUsAlone(const siginfo_t& signal) {
    return signal.si_signo != SIGCHLD && signal.si_code != SI_KERNEL;
}

std::int64_t nsOf(const timeval& time) {
    return std::int64_t{time.tv_sec} * 1'000'000'000 + std::int64_t{time.tv_usec} * 1000;
}

ProgramUsage usageOf(const rusage& usage) {
    return {nsOf(usage.ru_utime), nsOf(usage.ru_stime), usage.ru_maxrss, usage.ru_nvcsw,
            usage.ru_nivcsw};
}

}  // namespace

std::string ProgramEnd::text() const {
    if (signal == 0) {
        return "exit status " + std::to_string(exitStatus);
    }
    const char* const name = ::sigdescr_np(signal);
    return "signal " + std::to_string(signal) +
           (name != nullptr ? std::string(" (") + name + ')' : "");
}

Supervisor::Supervisor() {
    // One who ignores the ends of children cannot wait for them.
    std::signal(SIGCHLD, SIG_DFL);
    // A file of ours that becomes too large is an error of that file; the program has its own way.
    sigemptyset(&defaults_);
    if (std::signal(SIGXFSZ, SIG_IGN) == SIG_DFL) {
        sigaddset(&defaults_, SIGXFSZ);
    }
    sigemptyset(&held_);
    sigaddset(&held_, SIGCHLD);
    for (const int signal : kPassedOn) {
        sigaddset(&held_, signal);
    }
    pthread_sigmask(SIG_BLOCK, &held_, &before_);
}

Supervisor::~Supervisor() {
    // What came after the program's end was meant for the program.
    const timespec none{};
    while (::sigtimedwait(&held_, nullptr, &none) > 0) {
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    if (sigismember(&defaults_, SIGXFSZ) == 1) {
        std::signal(SIGXFSZ, SIG_DFL);
    }
}

ProgramEnd Supervisor::run(const std::vector<std::string>& words,
                           const std::map<std::string, std::string>& environment,
                           const std::function<void(pid_t)>& meanwhile) {
    // Copies, as posix_spawn takes pointers to char that is not const.
    std::vector<std::string> arguments = words;
    std::vector<std::string> variables = environmentWith(environment);
    const SpawnAttributes attributes(before_, defaults_);
    ProgramEnd end;
    end.startedNs = clockReading(CLOCK_REALTIME);
    const std::int64_t begunNs = clockReading(CLOCK_MONOTONIC);
    const int error = posix_spawnp(&end.pid, words.front().c_str(), nullptr, attributes.get(),
                                   pointersTo(arguments).data(), pointersTo(variables).data());
    if (error != 0) {
        constexpr int kNotFound = 127;
        constexpr int kNotRunnable = 126;
        throw StartError(
            words.front() + " cannot be run: " + std::generic_category().message(error),
            error == ENOENT ? kNotFound : kNotRunnable);
    }
    int status = 0;
    rusage usage{};
    // SIGCHLD is among the held signals, so the wait below ends at once when the program does.
    // Checked before each wait: it may have come before the first.
    while (::wait4(end.pid, &status, WNOHANG, &usage) == 0) {
        siginfo_t signal{};
        constexpr timespec kPeriod{1, 0};
        const int number = ::sigtimedwait(&held_, &signal, &kPeriod);
        if (number > 0 && isForUsAlone(signal)) {
            ::kill(end.pid, signal.si_signo);
        } else if (number < 0 && meanwhile) {
            meanwhile(end.pid);
        }
    }
    end.monotonicNs = static_cast<std::uint64_t>(clockReading(CLOCK_MONOTONIC));
    end.elapsedNs = static_cast<std::int64_t>(end.monotonicNs) - begunNs;
    end.usage = usageOf(usage);
    end.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    end.exitStatus = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + end.signal;
    return end;
}

}  // namespace gantry::perf
