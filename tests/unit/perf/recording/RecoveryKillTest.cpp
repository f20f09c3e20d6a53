#include <perf/archive/Archive.hpp>
#include <perf/model/Flat.hpp>
#include <perf/recording/RecoveredProfile.hpp>
#include <perf/segment/SegmentFile.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <functional>
#include <optional>
#include <random>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include "SegmentSamples.hpp"
#include "TestFolder.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;
namespace fs = std::filesystem;

namespace {

using Clock = std::chrono::steady_clock;

// How often each program is killed; GANTRY_KILLS asks for more.
int kills() {
    const char* const wanted = std::getenv("GANTRY_KILLS");
    return wanted == nullptr ? 10 : std::atoi(wanted);
}

// `gantry` with these words, quiet, its segments in that folder.
pid_t startGantry(std::vector<std::string> words, const fs::path& segments) {
    const std::string program = GANTRY_PROGRAM_DIRECTORY "/gantry";
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        words.insert(words.begin(), program);
        std::vector<char*> arguments;
        for (std::string& word : words) {
            arguments.push_back(word.data());
        }
        arguments.push_back(nullptr);
        ::setenv("GANTRY_SEGMENT_DIR", segments.c_str(), 1);
        const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
        ::dup2(nowhere, STDOUT_FILENO);
        ::dup2(nowhere, STDERR_FILENO);
        ::execv(program.c_str(), arguments.data());
        ::_exit(127);
    }
    return child;
}

int statusOf(pid_t child) {
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    return status;
}

int run(const std::vector<std::string>& words, const fs::path& segments) {
    return statusOf(startGantry(words, segments));
}

// Kills it at a random moment of the time it takes; whether it was killed.
bool killWithin(pid_t child, Clock::duration whole, std::mt19937& random) {
    const auto longest = std::chrono::duration_cast<std::chrono::microseconds>(whole).count();
    const auto moment = static_cast<std::int64_t>(random()) % (longest * 5 / 4 + 1);
    std::this_thread::sleep_for(std::chrono::microseconds(moment));
    ::kill(child, SIGKILL);
    return WIFSIGNALED(statusOf(child));
}

template <class Work>
Clock::duration timeOf(Work work) {
    const Clock::time_point begin = Clock::now();
    work();
    return Clock::now() - begin;
}

// A program that was killed with many timers, so that its recovery takes a while.
std::string segmentOfKilledProgram() {
    const TestFolder folder;
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        Engine engine(inFolder(folder.path));
        for (int i = 0; i < 2000; ++i) {
            const TimerId timer = engine.registerTimer("timer " + std::to_string(i));
            engine.start(timer);
            engine.stop(timer);
        }
        ::kill(::getpid(), SIGKILL);
    }
    statusOf(child);
    const auto segments = segmentsIn(folder.path);
    REQUIRE(segments.size() == 1);
    std::ifstream file(segments[0].path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

void checkSameFigures(const Profile& found, const Profile& expected) {
    CHECK(found.timers == expected.timers);
    CHECK(found.threads == expected.threads);
    CHECK(found.misuse == expected.misuse);
    CHECK(found.timeNs == expected.timeNs);
    CHECK(found.partial == expected.partial);
}

}  // namespace

TEST_SUITE_BEGIN("perf.recording.RecoveryKill");

TEST_CASE("a recovery killed at any moment leaves the segment or the whole archive") {
    const TestFolder folder;
    const fs::path segment = folder.path / "1-1.segment";
    const fs::path archive = folder.path / "recovered.gantry";
    const std::string bytes = segmentOfKilledProgram();
    writeBytes(segment, bytes);
    SegmentFile left(segment);
    const Profile expected = gantry::perf::RecoveredProfile(left, std::nullopt).profile;
    const std::vector<std::string> words{"recover", "--output", archive.string(), segment.string()};
    const Clock::duration whole = timeOf([&] { REQUIRE(run(words, folder.path) == 0); });
    CHECK_FALSE(fs::exists(segment));
    const unsigned seed = std::random_device()();
    std::mt19937 random(seed);
    int killed = 0;
    int segmentLeft = 0;
    for (int i = 0; i < kills(); ++i) {
        INFO("seed ", seed, ", round ", i);
        fs::remove(archive);
        writeBytes(segment, bytes);
        killed += killWithin(startGantry(words, folder.path), whole, random) ? 1 : 0;

        REQUIRE((fs::exists(segment) || fs::exists(archive)));
        if (fs::exists(archive)) {
            checkSameFigures(readArchive(archive), expected);
        }
        if (fs::exists(segment)) {
            ++segmentLeft;
            REQUIRE(run(words, folder.path) == 0);
            checkSameFigures(readArchive(archive), expected);
        }
    }
    MESSAGE("seed ", seed, ": ", kills(), " recoveries, ", killed, " killed, ", segmentLeft,
            " left the segment");
}

TEST_CASE("a run killed at any moment leaves its segment or the whole archive") {
    const TestFolder folder;
    const fs::path segments = folder.path / "segments";
    const fs::path archive = folder.path / "run.gantry";
    const std::vector<std::string> words{"run", "--archive", archive.string(),
                                         GANTRY_SOURCE_DIRECTORY "/tests/unit/tools/short.rc"};
    // A segment in the making holds nothing yet.
    const auto isMeasuring = [&] {
        const auto infos = segmentsIn(segments);
        return std::any_of(infos.begin(), infos.end(),
                           [](const auto& info) { return info.problem.empty(); });
    };
    const auto startMeasuring = [&] {
        const pid_t child = startGantry(words, segments);
        while (!isMeasuring() && !fs::exists(archive)) {
            std::this_thread::yield();
        }
        return child;
    };
    const pid_t first = startMeasuring();
    const Clock::duration whole = timeOf([&] { REQUIRE(statusOf(first) == 0); });
    const unsigned seed = std::random_device()();
    std::mt19937 random(seed);
    int killed = 0;
    int segmentLeft = 0;
    for (int i = 0; i < kills(); ++i) {
        INFO("seed ", seed, ", round ", i);
        fs::remove_all(segments);
        fs::remove(archive);
        const pid_t child = startMeasuring();
        killed += killWithin(child, whole, random) ? 1 : 0;

        const auto left = segmentsIn(segments);
        REQUIRE((!left.empty() || fs::exists(archive)));
        if (fs::exists(archive)) {
            CHECK(readArchive(archive).timers.size() > 0);
        } else {
            ++segmentLeft;
            REQUIRE(run({"recover", "--output", archive.string(), left[0].path.string()},
                        segments) == 0);
            CHECK(readArchive(archive).metrics.size() == 1);
        }
    }
    MESSAGE("seed ", seed, ": ", kills(), " runs, ", killed, " killed, ", segmentLeft,
            " left the segment alone");
}

TEST_SUITE_END();
