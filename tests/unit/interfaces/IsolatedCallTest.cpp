#include <gantry/Error.hpp>
#include <gantry/IsolatedCall.hpp>

#include <doctest/doctest.h>

#include <atomic>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

TEST_SUITE_BEGIN("interfaces.IsolatedCall");

using gantry::callIsolated;
using gantry::IsolatedOutcome;
using End = gantry::IsolatedOutcome::End;

namespace {

std::ptrdiff_t numDescriptors() {
    using Entries = std::filesystem::directory_iterator;
    return std::distance(Entries("/proc/self/fd"), Entries());
}

bool hasChildren() {
    return waitpid(-1, nullptr, WNOHANG) != -1 || errno != ECHILD;
}

[[noreturn]] void loop() {
    for (;;) {
        pause();
    }
}

/// Sets how a signal is answered as long as it lives.
class Answer final {
public:
    Answer(int number, void (*handler)(int)) : number_(number) {
        struct sigaction action {};
        action.sa_handler = handler;
        sigaction(number, &action, &before_);
    }
    ~Answer() { sigaction(number_, &before_, nullptr); }
    Answer(const Answer&) = delete;
    Answer& operator=(const Answer&) = delete;

private:
    int number_;
    struct sigaction before_ {};
};

}  // namespace

TEST_CASE("what the call returns comes back, zeros in it and all") {
    const std::string bytes("a\0b\n\xff", 5);

    const IsolatedOutcome outcome = callIsolated([&] { return std::string(bytes); });

    CHECK(outcome.end == End::Returned);
    CHECK(outcome.result == bytes);
    CHECK(outcome.cause.empty());
    CHECK(callIsolated([] { return std::string(); }).end == End::Returned);
}

TEST_CASE("a result far beyond what a pipe holds comes back whole") {
    // NOLINTNEXTLINE(bugprone-string-constructor): as long as it is meant to be
    const std::string big(20'000'003, 'x');

    const IsolatedOutcome outcome = callIsolated([&] { return big + "end"; }, {.seconds = 60});

    CHECK(outcome.result.size() == big.size() + 3);
    CHECK(outcome.result.substr(big.size()) == "end");
}

TEST_CASE("what the call changes ends with it") {
    int number = 1;

    callIsolated([&] {
        number = 2;
        return std::string();
    });

    CHECK(number == 1);
}

TEST_CASE("the text of an exception comes back") {
    const auto standard =
        callIsolated([]() -> std::string { throw std::runtime_error("no such function"); });
    const auto ours = callIsolated([]() -> std::string {
        throw gantry::Error(gov::cca::CCAExceptionType::Unexpected, "the port is broken");
    });
    const auto other = callIsolated([]() -> std::string { throw 5; });

    CHECK(standard.end == End::Threw);
    CHECK(standard.cause == "no such function");
    CHECK(ours.cause.find("the port is broken") != std::string::npos);
    CHECK(other.end == End::Threw);
    CHECK(other.cause == "an exception that is not a std::exception");
    CHECK(other.result.empty());
}

TEST_CASE("a call that crashes: the signal by its name, this process unharmed") {
    const auto crashed = [](int number) {
        return callIsolated([number]() -> std::string {
            raise(number);
            return "survived";
        });
    };

    const auto fault = callIsolated([]() -> std::string {
        // No null: sanitizers find that before the processor does.
        volatile std::uintptr_t nowhere = 4096;
        // NOLINTNEXTLINE(performance-no-int-to-ptr): an address where nothing is mapped
        return std::to_string(*reinterpret_cast<volatile int*>(nowhere));
    });
    const auto aborted = callIsolated([]() -> std::string { std::abort(); });

    CHECK(fault.end == End::Killed);
    CHECK(fault.number == SIGSEGV);
    CHECK(fault.cause == "killed by SIGSEGV (Segmentation fault)");
    CHECK(aborted.cause == "killed by SIGABRT (Aborted)");
    CHECK(crashed(SIGFPE).number == SIGFPE);
    CHECK(crashed(SIGKILL).cause == "killed by SIGKILL (Killed)");
    CHECK(crashed(SIGCHLD).result == "survived");
}

TEST_CASE("a handler of this process does not see the signals of the call") {
    static std::atomic<int> seen;
    seen = 0;
    const Answer answer(SIGTERM, [](int) { ++seen; });

    const auto outcome = callIsolated([]() -> std::string {
        raise(SIGTERM);
        return "survived";
    });

    CHECK(outcome.number == SIGTERM);
    CHECK(seen == 0);
}

TEST_CASE("a call that never returns is ended at its limit, one that stops itself too") {
    const auto endless = callIsolated([]() -> std::string { loop(); }, {.seconds = 0.05});
    const auto stopped = callIsolated(
        [] {
            raise(SIGSTOP);
            return std::string("went on");
        },
        {.seconds = 0.05});
    const auto none = callIsolated([]() -> std::string { loop(); }, {.seconds = -1});

    CHECK(endless.end == End::TimedOut);
    CHECK(endless.cause == "did not return within 0.05 s");
    CHECK(stopped.end == End::TimedOut);
    CHECK(none.end == End::TimedOut);
    CHECK_FALSE(hasChildren());
}

TEST_CASE("a call that ends its process: its status, and nothing of this process runs") {
    static std::string file;
    file =
        (std::filesystem::temp_directory_path() / ("isolated" + std::to_string(getpid()))).string();
    std::FILE* const log = std::fopen(file.c_str(), "w");
    REQUIRE(log);
    std::fputs("once\n", log);

    const auto exited = callIsolated([]() -> std::string { std::exit(3); });
    const auto left = callIsolated([]() -> std::string { _exit(0); });
    std::fclose(log);

    CHECK(exited.end == End::Exited);
    CHECK(exited.number == 3);
    CHECK(exited.cause == "ended its process with status 3");
    CHECK(left.end == End::Exited);
    CHECK(left.number == 0);
    CHECK(std::filesystem::file_size(file) == 5);
    std::filesystem::remove(file);
}

TEST_CASE("what this process had not yet written is written once, what the call prints as asked") {
    const std::string path =
        (std::filesystem::temp_directory_path() / ("printed" + std::to_string(getpid()))).string();
    std::fflush(stdout);
    const int terminal = dup(STDOUT_FILENO);
    REQUIRE(std::freopen(path.c_str(), "w", stdout));
    std::printf("mine ");

    const auto silent = [] {
        std::printf("unseen ");
        std::fflush(stdout);
        return std::string();
    };
    callIsolated(silent);
    callIsolated(
        [] {
            std::printf("its ");
            return std::string();
        },
        {.keepsOutput = true});
    std::printf("end");
    std::fflush(stdout);
    dup2(terminal, STDOUT_FILENO);
    close(terminal);

    std::ifstream written(path);
    const std::string text{std::istreambuf_iterator<char>(written), {}};
    CHECK(text == "mine its end");
    std::filesystem::remove(path);
}

TEST_CASE("a grandchild that keeps the pipe open holds nothing up, and ends with the call") {
    const auto outcome = callIsolated(
        [] {
            const pid_t grandchild = fork();
            if (grandchild == 0) {
                loop();
            }
            return std::to_string(grandchild);
        },
        {.seconds = 60});
    const auto dead = callIsolated(
        []() -> std::string {
            if (fork() == 0) {
                loop();
            }
            std::abort();
        },
        {.seconds = 60});

    CHECK(outcome.end == End::Returned);
    CHECK(dead.number == SIGABRT);
    const auto grandchild = static_cast<pid_t>(std::stol(outcome.result));
    while (kill(grandchild, 0) == 0) {
        // Nobody may collect it but the first process of the system, which may not: it is dead.
        std::ifstream status("/proc/" + outcome.result + "/stat");
        const std::string text{std::istreambuf_iterator<char>(status), {}};
        if (text.find(") Z ") != std::string::npos) {
            break;
        }
        std::this_thread::yield();
    }
}

TEST_CASE("signals that interrupt the waiting do not end it") {
    const Answer answer(SIGUSR1, [](int) {});
    const pid_t self = getpid();

    const auto outcome = callIsolated(
        [self] {
            for (int i = 0; i < 200; ++i) {
                kill(self, SIGUSR1);
            }
            return std::string(300'000, 'y');
        },
        {.seconds = 60});

    CHECK(outcome.end == End::Returned);
    CHECK(outcome.result.size() == 300'000);
}

TEST_CASE("where nobody collects children it says that the cause is not known") {
    const Answer answer(SIGCHLD, SIG_IGN);

    const auto returned = callIsolated([] { return std::string("fine"); });
    const auto crashed = callIsolated([]() -> std::string { std::abort(); });
    const auto endless = callIsolated([]() -> std::string { loop(); }, {.seconds = 0.05});

    CHECK(returned.result == "fine");
    CHECK(crashed.end == End::Killed);
    CHECK(crashed.cause.find("ignores SIGCHLD") != std::string::npos);
    CHECK(endless.end == End::TimedOut);
}

TEST_CASE("many in sequence, other threads at work, leave neither descriptors nor children") {
    std::atomic<bool> stop = false;
    std::thread busy([&] {
        while (!stop) {
            const std::string text(1000, 'z');
            std::this_thread::yield();
        }
    });
    callIsolated([] { return std::string(); });
    const std::ptrdiff_t before = numDescriptors();

    int right = 0;
    for (int i = 0; i < 60; ++i) {
        const auto outcome = callIsolated(
            [i]() -> std::string {
                if (i % 3 == 0) {
                    std::abort();
                }
                if (i % 3 == 1) {
                    throw std::runtime_error("thrown");
                }
                return "returned";
            },
            {.seconds = 60});
        const std::array ends{End::Killed, End::Threw, End::Returned};
        right += outcome.end == ends[static_cast<std::size_t>(i % 3)] ? 1 : 0;
    }
    stop = true;
    busy.join();

    CHECK(right == 60);
    CHECK(numDescriptors() == before);
    CHECK_FALSE(hasChildren());
}

TEST_SUITE_END();
