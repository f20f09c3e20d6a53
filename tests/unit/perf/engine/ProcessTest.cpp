#include <perf/engine/Engine.hpp>
#include <perf/engine/EngineError.hpp>
#include <perf/segment/SegmentFile.hpp>

#include <doctest/doctest.h>

#include <atomic>
#include <csignal>
#include <fcntl.h>
#include <memory>
#include <spawn.h>
#include <string>
#include <thread>
#include <vector>

#include "Children.hpp"
#include "EngineSamples.hpp"
#include "TestFolder.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

namespace {

bool replaceByTrue() {
    char program[] = "true";
    char* const arguments[] = {program, nullptr};
    ::execv("/bin/true", arguments);
    return false;
}

// Reading the clock forks, as a signal handler might at that moment.
class ForkingClock final : public MetricSource {
public:
    const Metric& metric() const noexcept override { return metric_; }
    std::uint64_t read() noexcept override {
        if (reads > 0 && --reads == 0) {
            child = ::fork();
        }
        return 0;
    }
    bool readFor(pid_t /*thread*/, std::uint64_t& ticks) noexcept override {
        ticks = 0;
        return true;
    }
    std::uint64_t unitsPerTick() const noexcept override { return kTicksAreUnits; }
    bool processWide() const noexcept override { return true; }
    bool isTimeStampCounter() const noexcept override { return false; }

    /// The number of readings to go until it forks; 0: it does not.
    int reads = 0;
    pid_t child = -1;

private:
    Metric metric_{"forking", "ns", "test"};
};

}  // namespace

TEST_SUITE_BEGIN("perf.engine.Process");

TEST_CASE(
    "many forks of a program that measures, registers and has threads come and go leave its "
    "figures exact and no file" *
    doctest::skip(kThreadSanitizer)) {
    const TestFolder folder;
    Engine engine(inFolder(folder.path));
    const TimerId timer = engine.registerTimer("timer");
    std::atomic<bool> done{false};
    std::atomic<std::uint64_t> calls{0};
    std::vector<std::thread> threads;
    threads.emplace_back([&] {
        while (!done) {
            measure(engine, timer, 10);
            calls += 10;
        }
    });
    threads.emplace_back([&] {
        for (int i = 0; !done; ++i) {
            engine.registerTimer("new " + std::to_string(i % 20'000));
            std::thread([&] { measure(engine, timer, 1); }).join();
            ++calls;
        }
    });

    const int forks = wantedTimes("GANTRY_FORKS", 60);
    int bad = 0;
    for (int i = 0; i < forks; ++i) {
        const pid_t child = forkChild([&] {
            if (i % 4 < 2) {
                return i % 4 == 0 || replaceByTrue();
            }
            measure(engine, timer, 3);
            measure(engine, engine.registerTimer("of the child"), 1);
            const Profile profile = engine.finalProfile();
            const bool good = callsOf(profile, "timer") == 3 &&
                              callsOf(profile, "of the child") == 1 && profile.misuse.empty();
            const std::filesystem::path file = engine.segment().file();
            return good && !file.empty() && std::filesystem::remove(file);
        });
        bad += endedWell(child) ? 0 : 1;
    }
    done = true;
    for (std::thread& thread : threads) {
        thread.join();
    }

    CHECK(bad == 0);
    CHECK(folder.files() == 1);
    const Profile profile = engine.finalProfile();
    CHECK(callsOf(profile, "timer") == calls);
    CHECK(callsOf(profile, "of the child") == 0);
    CHECK(profile.misuse.empty());
}

TEST_CASE("programs started by posix_spawn and vfork leave the figures and the file as they are") {
    const TestFolder folder;
    Engine engine(inFolder(folder.path));
    const TimerId timer = engine.registerTimer("timer");
    engine.start(timer);
    char program[] = "true";
    char* const arguments[] = {program, nullptr};

    for (int i = 0; i < 20; ++i) {
        pid_t child = -1;
        REQUIRE(::posix_spawn(&child, "/bin/true", nullptr, nullptr, arguments, nullptr) == 0);
        CHECK(endedWell(child));
    }
    engine.stop(timer);

    CHECK(folder.files() == 1);
    CHECK(SegmentFile(engine.segment().file()).isLive());
    CHECK(callsOf(engine.finalProfile(), "timer") == 1);
}

TEST_CASE(
    "a process that becomes another program leaves a segment that reads like that of a killed "
    "one") {
    const TestFolder folder;
    int ends[2] = {-1, -1};
    REQUIRE(::pipe2(ends, O_CLOEXEC) == 0);
    const pid_t child = forkChild([&] {
        Engine engine(inFolder(folder.path));
        const TimerId outer = engine.registerTimer("outer");
        engine.start(outer);
        measure(engine, engine.registerTimer("timer"), 7);
        char program[] = "sleep";
        char time[] = "1000";
        char* const arguments[] = {program, time, nullptr};
        ::execv("/bin/sleep", arguments);
        return false;
    });
    ::close(ends[1]);
    char none = 0;
    // The other end is closed when the program has been replaced.
    REQUIRE(::read(ends[0], &none, 1) == 0);
    ::close(ends[0]);

    const std::vector<SegmentInfo> infos = segmentsIn(folder.path);
    REQUIRE(infos.size() == 1);
    CHECK(infos[0].pid == child);
    CHECK_FALSE(infos[0].live);
    const SegmentReader::Reading reading = SegmentFile(infos[0].path).read();
    CHECK(reading.damaged == 0);
    CHECK(callsOf(reading.profile, "timer") == 7);
    CHECK(callsOf(reading.profile, "outer") == 1);
    ::kill(child, SIGKILL);
    CHECK_FALSE(endedWell(child));
}

TEST_CASE("a fork from inside a use of the engine does not hang, and its child measures nothing") {
    const TestFolder folder;
    const auto clock = std::make_shared<ForkingClock>();
    EngineOptions options = inFolder(folder.path);
    options.metrics = {clock};
    auto engine = std::make_unique<Engine>(options);
    const TimerId timer = engine->registerTimer("timer");
    measure(*engine, timer, 1);

    clock->reads = 1;
    engine->start(timer);
    if (clock->child == 0) {
        engine->stop(timer);
        measure(*engine, timer, 1);
        bool refused = false;
        try {
            engine->registerTimer("new");
        } catch (const EngineError&) {
            refused = true;
        }
        ::_exit(refused ? 0 : 1);
    }
    engine->stop(timer);

    CHECK(endedWell(clock->child));
    CHECK(folder.files() == 1);
    CHECK(callsOf(engine->finalProfile(), "timer") == 2);
    CHECK(engine->finalProfile().misuse.empty());
}

TEST_CASE("a fork from inside a snapshot does not hang") {
    const auto clock = std::make_shared<ForkingClock>();
    EngineOptions options;
    options.metrics = {clock};
    Engine engine(options);
    measure(engine, engine.registerTimer("timer"), 1);

    // The first snapshot measures the overhead of a timer: thousands of readings.
    clock->reads = 200;
    const Profile profile = engine.snapshot();
    if (clock->child == 0) {
        ::_exit(0);
    }

    REQUIRE(clock->child > 0);
    CHECK(endedWell(clock->child));
    CHECK(callsOf(profile, "timer") == 1);
}

TEST_SUITE_END();
