#include <perf/engine/Engine.hpp>
#include <perf/segment/SegmentFile.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

#include "TestFolder.hpp"

using namespace gantry::perf;

namespace {

EngineOptions inFolder(const TestFolder& folder) {
    EngineOptions options;
    options.segment.folder = folder.path;
    return options;
}

// The number under which this process has the segment's file open.
int descriptorOf(const Engine& engine) {
    std::error_code gone;
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
        if (std::filesystem::read_symlink(entry.path(), gone) == engine.segment().file()) {
            return std::stoi(entry.path().filename().string());
        }
    }
    return -1;
}

// Registers timers until the segment has grown by half a MiB.
void grow(Engine& engine) {
    const std::uint64_t before = engine.segment().header().usedBytes;
    const std::string longName(1000, 'n');
    for (int i = 0; engine.segment().header().usedBytes < before + (512U << 10U); ++i) {
        engine.registerTimer(longName + std::to_string(i));
        REQUIRE(i < 2000);
    }
}

std::size_t timersIn(const Engine& engine) {
    return SegmentFile(engine.segment().file()).read().profile.timers.size();
}

}  // namespace

TEST_SUITE("perf.engine.Descriptor") {
    TEST_CASE("the segment's file takes no low number of the program") {
        const TestFolder folder;
        const Engine engine(inFolder(folder));

        CHECK(descriptorOf(engine) >= 100);
    }

    TEST_CASE("a program that closes all descriptors is measured on") {
        const TestFolder folder;
        Engine engine(inFolder(folder));
        ::close(descriptorOf(engine));
        grow(engine);

        CHECK(descriptorOf(engine) >= 100);
        CHECK(timersIn(engine) == engine.snapshot().timers.size());
    }

    TEST_CASE("a program's own file in the place of the segment's stays as it is") {
        const TestFolder folder;
        Engine engine(inFolder(folder));
        const std::filesystem::path file = folder.path / "own";
        const int own = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
        REQUIRE(::write(own, "text", 4) == 4);
        const int place = descriptorOf(engine);
        REQUIRE(::dup2(own, place) == place);
        grow(engine);

        CHECK(std::filesystem::file_size(file) == 4);
        CHECK(::write(place, "more", 4) == 4);
        CHECK(descriptorOf(engine) != place);
        CHECK(timersIn(engine) == engine.snapshot().timers.size());
        ::close(own);
        ::close(place);
    }

    TEST_CASE("a forked child keeps the program's own file open") {
        const TestFolder folder;
        const Engine engine(inFolder(folder));
        const int own = ::open("/dev/null", O_RDWR | O_CLOEXEC);
        const int place = descriptorOf(engine);
        REQUIRE(::dup2(own, place) == place);
        const pid_t child = ::fork();
        REQUIRE(child >= 0);
        if (child == 0) {
            ::_exit(::write(place, "text", 4) == 4 ? 0 : 1);
        }
        int status = -1;
        REQUIRE(::waitpid(child, &status, 0) == child);

        CHECK(status == 0);
        ::close(own);
        ::close(place);
    }

    TEST_CASE("a segment whose file was removed and closed grows no more and does no harm") {
        const TestFolder folder;
        Engine engine(inFolder(folder));
        ::close(descriptorOf(engine));
        std::filesystem::remove(engine.segment().file());
        bool full = false;
        for (int i = 0; i < 2000 && !full; ++i) {
            const TimerId timer = engine.registerTimer(std::string(1000, 'n') + std::to_string(i));
            full = engine.timerInfo(timer).name == "(other)";
        }

        CHECK(full);
    }
}
