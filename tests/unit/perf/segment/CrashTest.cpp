#include <perf/engine/Engine.hpp>
#include <perf/model/Flat.hpp>
#include <perf/segment/SegmentFile.hpp>

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <new>
#include <random>
#include <string>
#include <sys/mman.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include "ProfileSamples.hpp"
#include "TestFolder.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

namespace {

// What a process says it has done, in memory that outlives it.
struct Acknowledged {
    std::atomic<std::uint64_t> calls{0};
    std::atomic<std::uint64_t> timers{0};
    std::atomic<bool> begun{false};
};

class SharedAcknowledged final {
public:
    SharedAcknowledged()
        : memory_(::mmap(nullptr, sizeof(Acknowledged), PROT_READ | PROT_WRITE,
                         MAP_SHARED | MAP_ANONYMOUS, -1, 0)),
          counters_(new (memory_) Acknowledged) {}
    ~SharedAcknowledged() { ::munmap(memory_, sizeof(Acknowledged)); }
    SharedAcknowledged(const SharedAcknowledged&) = delete;
    SharedAcknowledged& operator=(const SharedAcknowledged&) = delete;

    Acknowledged* operator->() const noexcept { return counters_; }
    Acknowledged& operator*() const noexcept { return *counters_; }

private:
    void* memory_;
    Acknowledged* counters_;
};

using Work = std::function<void(Engine&, Acknowledged&)>;

// How often each program is killed; GANTRY_KILLS asks for more.
int kills() {
    const char* const wanted = std::getenv("GANTRY_KILLS");
    return wanted == nullptr ? 20 : std::atoi(wanted);
}

// Runs the work in a process of its own and kills that at a random moment.
void runAndKill(const std::filesystem::path& folder, const Work& work, Acknowledged& done,
                std::mt19937& random) {
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        EngineOptions options;
        options.segment.folder = folder;
        Engine engine(options);
        done.begun = true;
        work(engine, done);
        ::_exit(0);
    }
    while (!done.begun && ::waitpid(child, nullptr, WNOHANG) == 0) {
        std::this_thread::yield();
    }
    std::uniform_int_distribution<int> moment(0, 20'000);
    std::this_thread::sleep_for(std::chrono::microseconds(moment(random)));
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
}

void killOften(const Work& work,
               const std::function<void(const Profile&, const Acknowledged&)>& check) {
    const unsigned seed = std::random_device()();
    CAPTURE(seed);
    std::mt19937 random(seed);
    for (int i = 0; i < kills(); ++i) {
        const TestFolder folder;
        const SharedAcknowledged done;
        runAndKill(folder.path, work, *done, random);
        const auto segments = segmentsIn(folder.path);
        REQUIRE(segments.size() == 1);
        CHECK(segments[0].problem.empty());
        CHECK_FALSE(segments[0].live);
        const SegmentReader::Reading reading = SegmentFile(segments[0].path).read();
        CHECK(reading.damaged == 0);
        check(reading.profile, *done);
    }
}

std::uint64_t callsOf(const Profile& profile, const std::string& name) {
    std::uint64_t calls = 0;
    for (const TimerRecord& record : flat(profile)) {
        calls += record.info.name == name ? record.calls : 0;
    }
    return calls;
}

}  // namespace

TEST_SUITE_BEGIN("perf.segment.Crash");

TEST_CASE("a process killed while it measures has lost no call it had ended") {
    killOften(
        [](Engine& engine, Acknowledged& done) {
            const TimerId outer = engine.registerTimer("outer");
            const TimerId timer = engine.registerTimer("timer");
            engine.start(outer);
            while (true) {
                engine.start(timer);
                engine.stop(timer);
                done.calls.fetch_add(1);
            }
        },
        [](const Profile& profile, const Acknowledged& done) {
            CHECK(callsOf(profile, "timer") >= done.calls);
            CHECK(callsOf(profile, "timer") <= done.calls + 1);
        });
}

TEST_CASE("a process killed while it registers timers has lost none it had the number of") {
    killOften(
        [](Engine& engine, Acknowledged& done) {
            for (std::uint64_t i = 0; i < 100'000; ++i) {
                const TimerId timer = engine.registerTimer("timer " + std::to_string(i));
                done.timers = i + 1;
                engine.start(timer);
                engine.stop(timer);
                done.calls = i + 1;
            }
            ::pause();
        },
        [](const Profile& profile, const Acknowledged& done) {
            REQUIRE(profile.timers.size() >= done.timers);
            REQUIRE(profile.timers.size() <= done.timers + 1);
            for (std::uint64_t i = 0; i < done.timers; ++i) {
                REQUIRE(profile.timers[i].name == "timer " + std::to_string(i));
            }
            std::uint64_t calls = 0;
            for (const TimerRecord& record : flat(profile)) {
                calls += record.calls;
            }
            CHECK(calls >= done.calls);
        });
}

TEST_CASE("a process killed while threads begin and end has lost no call of theirs") {
    killOften(
        [](Engine& engine, Acknowledged& done) {
            const TimerId timer = engine.registerTimer("timer");
            while (true) {
                std::thread([&] {
                    engine.start(timer);
                    engine.stop(timer);
                    done.calls.fetch_add(1);
                }).join();
            }
        },
        [](const Profile& profile, const Acknowledged& done) {
            CHECK(callsOf(profile, "timer") >= done.calls);
            CHECK(callsOf(profile, "timer") <= done.calls + 1);
        });
}

TEST_CASE("a call that ran when the process was killed counts up to what is known of that moment") {
    killOften(
        [](Engine& engine, Acknowledged& done) {
            const TimerId outer = engine.registerTimer("outer");
            const TimerId timer = engine.registerTimer("timer");
            engine.start(outer);
            while (true) {
                engine.start(timer);
                engine.stop(timer);
                done.calls.fetch_add(1);
            }
        },
        [](const Profile& profile, const Acknowledged& done) {
            if (done.calls == 0) {
                return;
            }
            const CallPathNode& outer = profile.threads.at(0).nodes.at(0);
            CHECK(outer.running);
            CHECK(outer.inclusive[0] >= profile.threads[0].nodes.at(1).inclusive[0]);
            CHECK(outer.inclusive[0] <= profile.timeNs);
        });
}

TEST_SUITE_END();
