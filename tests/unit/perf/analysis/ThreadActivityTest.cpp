#include <perf/analysis/ThreadActivity.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <fstream>
#include <string>
#include <unistd.h>

#include "ProfileSamples.hpp"
#include "TestFolder.hpp"

using namespace gantry;
using namespace gantry::perf;

TEST_SUITE_BEGIN("perf.analysis.ThreadActivity");

namespace {

constexpr pid_t kProcess = 4711;
constexpr std::uint64_t kSecond = 1'000'000'000;

// A folder that looks like /proc, with threads of one process.
class Proc final {
public:
    [[nodiscard]] const std::filesystem::path& path() const { return folder_.path; }

    // The thread began when the system had run for one second.
    void thread(pid_t id, char state, std::uint64_t runNs, std::uint64_t readyNs) const {
        const std::filesystem::path task = taskOf(id);
        std::filesystem::create_directories(task);
        const long ticks = ::sysconf(_SC_CLK_TCK);
        std::string stat = std::to_string(id) + " (a (nasty) name) " + state;
        for (int field = 4; field < 22; ++field) {
            stat += field == 14 ? ' ' + std::to_string(2 * ticks) : " 0";
        }
        std::ofstream(task / "stat") << stat << ' ' << ticks << " 0 0\n";
        std::ofstream(task / "schedstat") << runNs << ' ' << readyNs << " 12\n";
    }
    void withoutSchedstat(pid_t id) const { std::filesystem::remove(taskOf(id) / "schedstat"); }
    void end(pid_t id) const { std::filesystem::remove_all(taskOf(id)); }

private:
    [[nodiscard]] std::filesystem::path taskOf(pid_t id) const {
        return folder_.path / std::to_string(kProcess) / "task" / std::to_string(id);
    }

    TestFolder folder_;
};

Profile twoThreads() {
    Profile profile = samples::withTimers({"main", "solve"});
    auto& first =
        samples::addThread(profile, {samples::node(0, -1, 1, 100), samples::node(1, 0, 1, 50)});
    first.name = "main";
    first.nodes[0].running = true;
    first.nodes[1].running = true;
    samples::addThread(profile, {});
    return profile;
}

}  // namespace

TEST_CASE("running, ready and waiting are parts of the time since the previous snapshot") {
    const Proc proc;
    ThreadObserver observer(proc.path());
    proc.thread(100, 'R', 2 * kSecond, 1 * kSecond);
    proc.thread(101, 'S', 0, 0);
    (void)observer.look(twoThreads(), kProcess, {{0, 100}, {1, 101}}, 11 * kSecond);

    proc.thread(100, 'R', 2 * kSecond + kSecond / 2, kSecond + kSecond / 4);
    const auto threads = observer.look(twoThreads(), kProcess, {{0, 100}, {1, 101}}, 12 * kSecond);

    REQUIRE(threads.size() == 2);
    CHECK(threads[0].thread == 0);
    CHECK(threads[0].name == "main");
    CHECK(threads[0].state == "running");
    CHECK(threads[0].busy == doctest::Approx(0.5));
    CHECK(threads[0].ready == doctest::Approx(0.25));
    CHECK(threads[0].waiting == doctest::Approx(0.25));
    CHECK(threads[0].running == "solve");
    CHECK(threads[1].busy == 0);
    CHECK(threads[1].running.empty());
}

TEST_CASE("the first snapshot shows a thread since it began") {
    const Proc proc;
    proc.thread(100, 'D', 3 * kSecond, 2 * kSecond);

    const auto threads =
        ThreadObserver(proc.path()).look(twoThreads(), kProcess, {{0, 100}}, 11 * kSecond);

    REQUIRE(threads.size() == 1);
    CHECK(threads[0].busy == doctest::Approx(0.3));
    CHECK(threads[0].ready == doctest::Approx(0.2));
    CHECK(threads[0].waiting == doctest::Approx(0.5));
    CHECK(threads[0].state == "waiting for a disk");
}

TEST_CASE("without schedstat the processor time comes from stat, and nothing is ready") {
    const Proc proc;
    proc.thread(100, 'S', 9 * kSecond, kSecond);
    proc.withoutSchedstat(100);

    const auto clock = readThreadClock(proc.path(), kProcess, 100);

    REQUIRE(clock);
    CHECK(clock->state == 'S');
    CHECK(clock->runNs == 2 * kSecond);
    CHECK(clock->readyNs == 0);
    CHECK(clock->startNs == kSecond);
}

TEST_CASE("threads that have ended, or are not in the profile, are left out") {
    const Proc proc;
    proc.thread(100, 'R', kSecond, 0);
    proc.thread(102, 'R', kSecond, 0);
    proc.end(100);

    CHECK_FALSE(readThreadClock(proc.path(), kProcess, 100));
    CHECK(ThreadObserver(proc.path())
              .look(twoThreads(), kProcess, {{0, 100}, {7, 102}}, 11 * kSecond)
              .empty());
    CHECK(threadTable({}, 5, 80).empty());
}

TEST_CASE("a number that a later thread has is not taken for the earlier one") {
    const Proc proc;
    ThreadObserver observer(proc.path());
    proc.thread(100, 'R', 8 * kSecond, 0);
    (void)observer.look(twoThreads(), kProcess, {{0, 100}}, 11 * kSecond);
    proc.thread(100, 'R', 1 * kSecond, 0);

    const auto threads = observer.look(twoThreads(), kProcess, {{0, 100}}, 12 * kSecond);

    CHECK(threads.at(0).busy == 0);
}

TEST_CASE("the table has the first threads, counts the rest and fits the window") {
    std::vector<ThreadActivity> threads(7);
    for (ThreadActivity& thread : threads) {
        thread.state = "running";
        thread.running = std::string(200, 'x');
    }

    const std::string text = threadTable(threads, 5, 60);

    CHECK(text.find("busy  ready  waiting") != std::string::npos);
    CHECK(text.find("... 2 more threads\n") != std::string::npos);
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = text.find('\n', begin);
        CHECK(end - begin <= 60);
        begin = end + 1;
    }
}

TEST_SUITE_END();
