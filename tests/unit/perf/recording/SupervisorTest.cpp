#include <perf/recording/Supervisor.hpp>

#include <doctest/doctest.h>

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

#include "TestFolder.hpp"

using gantry::perf::ProgramEnd;
using gantry::perf::StartError;
using gantry::perf::Supervisor;

namespace {

ProgramEnd runShell(const std::string& script,
                    const std::map<std::string, std::string>& environment = {}) {
    Supervisor supervisor;
    return supervisor.run({"sh", "-c", script}, environment);
}

std::string contentOf(const std::filesystem::path& path) {
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

sigset_t maskNow() {
    sigset_t mask{};
    sigprocmask(SIG_BLOCK, nullptr, &mask);
    return mask;
}

}  // namespace

TEST_SUITE_BEGIN("perf.recording.Supervisor");

TEST_CASE("the exit status of the program is reported") {
    const ProgramEnd end = runShell("exit 7");

    CHECK(end.exitStatus == 7);
    CHECK(end.signal == 0);
    CHECK(end.text() == "exit status 7");
    CHECK(end.pid > 0);
    CHECK(end.monotonicNs > 0);
}

TEST_CASE("a signal that ended the program is reported by number and name") {
    const ProgramEnd end = runShell("kill -9 $$");

    CHECK(end.exitStatus == 137);
    CHECK(end.signal == 9);
    CHECK(end.text() == "signal 9 (Killed)");
}

TEST_CASE("variables are set, replaced, and all others are as they were") {
    const TestFolder folder;
    ::setenv("GANTRY_TEST_KEPT", "kept", 1);
    ::setenv("GANTRY_TEST_CHANGED", "old", 1);
    const std::string file = (folder.path / "out").string();

    const ProgramEnd end =
        runShell("echo $GANTRY_TEST_KEPT $GANTRY_TEST_CHANGED $GANTRY_TEST_NEW >" + file,
                 {{"GANTRY_TEST_CHANGED", "new"}, {"GANTRY_TEST_NEW", "a b"}});

    CHECK(end.exitStatus == 0);
    CHECK(contentOf(file) == "kept new a b\n");
    CHECK(std::string(std::getenv("GANTRY_TEST_CHANGED")) == "old");
}

TEST_CASE("a signal that is sent to the supervisor reaches the program, which may handle it") {
    // The program itself sends it to the one who supervises it, when it is ready for the answer.
    const ProgramEnd end = runShell("trap 'exit 21' TERM; kill -TERM $PPID; while :; do :; done");

    CHECK(end.exitStatus == 21);
    CHECK(end.signal == 0);
}

TEST_CASE("a signal that ends the program does not end its supervisor") {
    const ProgramEnd end = runShell("kill -INT $PPID; while :; do :; done");

    CHECK(end.signal == SIGINT);
    CHECK(end.exitStatus == 130);
}

TEST_CASE("something can be done while the program runs, which knows its number") {
    pid_t seen = 0;
    Supervisor supervisor;

    // It ends when it is asked to, at the first such moment.
    const ProgramEnd end = supervisor.run({"sh", "-c", "while :; do :; done"}, {}, [&](pid_t pid) {
        seen = pid;
        ::kill(pid, SIGTERM);
    });

    CHECK(seen == end.pid);
    CHECK(end.signal == SIGTERM);
}

TEST_CASE("signals are as they were when there is no supervisor any more") {
    const sigset_t before = maskNow();
    {
        Supervisor supervisor;
        supervisor.run({"true"}, {});
        // It comes when the program is over, and means nobody any more.
        ::kill(::getpid(), SIGTERM);
    }
    const sigset_t after = maskNow();

    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGCHLD}) {
        CHECK(sigismember(&before, signal) == sigismember(&after, signal));
    }
}

TEST_CASE("the program has the signals it would have without a supervisor") {
    const TestFolder folder;
    const std::string file = (folder.path / "out").string();
    const std::string own = contentOf("/proc/self/status");
    const std::string blocked = own.substr(own.find("SigBlk"), 24);

    runShell("grep SigBlk /proc/self/status >" + file);

    CHECK(contentOf(file) == blocked + '\n');
}

TEST_CASE("a program that is not there is named, with the status of a shell") {
    Supervisor supervisor;

    try {
        supervisor.run({"./no-such-program"}, {});
        FAIL("it was run");
    } catch (const StartError& error) {
        CHECK(error.status() == 127);
        CHECK(std::string(error.what()) ==
              "./no-such-program cannot be run: No such file or directory");
    }
}

TEST_CASE("a file that is not a program is named, with the status of a shell") {
    const TestFolder folder;
    const std::filesystem::path file = folder.path / "text";
    std::ofstream(file) << "nothing to run";
    Supervisor supervisor;

    for (const auto& [mode, why] :
         {std::pair{0600, "Permission denied"}, std::pair{0700, "Exec format error"}}) {
        std::filesystem::permissions(file, static_cast<std::filesystem::perms>(mode));
        try {
            supervisor.run({file.string()}, {});
            FAIL("it was run");
        } catch (const StartError& error) {
            CHECK(error.status() == 126);
            CHECK(std::string(error.what()) == file.string() + " cannot be run: " + why);
        }
    }
}

TEST_SUITE_END();
