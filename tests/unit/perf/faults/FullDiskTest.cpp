#include <perf/archive/Archive.hpp>
#include <perf/engine/Engine.hpp>
#include <perf/model/Flat.hpp>
#include <perf/segment/SegmentFile.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <sched.h>
#include <string>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ProfileSamples.hpp"
#include "SegmentSamples.hpp"
#include "TestFolder.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;
namespace fs = std::filesystem;

namespace {

constexpr const char* kSkipped = "skipped";

// A disk of 1 MiB, for this process alone; false where that is not allowed.
bool mountSmallDisk(const fs::path& place) {
    const uid_t user = ::geteuid();
    if (::unshare(CLONE_NEWNS) != 0) {
        if (::unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) {
            return false;
        }
        std::ofstream("/proc/self/uid_map") << "0 " << user << " 1\n";
    }
    return ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
           ::mount("tmpfs", place.c_str(), "tmpfs", 0, "size=1m,mode=700") == 0;
}

// What the work says on a disk of 1 MiB, in a process of its own: empty, or what was wrong.
template <class Work>
std::string onSmallDisk(const fs::path& place, Work work) {
    std::array<int, 2> pipe{};
    REQUIRE(::pipe(pipe.data()) == 0);
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        std::string said = kSkipped;
        try {
            if (mountSmallDisk(place)) {
                said = work();
            }
        } catch (const std::exception& error) {
            said = std::string("an exception: ") + error.what();
        }
        const ssize_t written = ::write(pipe[1], said.data(), said.size());
        ::_exit(written < 0 ? 1 : 0);
    }
    ::close(pipe[1]);
    std::string said;
    std::array<char, 1024> part{};
    for (ssize_t size = 1; (size = ::read(pipe[0], part.data(), part.size())) > 0;) {
        said.append(part.data(), static_cast<std::size_t>(size));
    }
    ::close(pipe[0]);
    int status = 0;
    ::waitpid(child, &status, 0);
    if (WIFSIGNALED(status)) {
        return "killed by signal " + std::to_string(WTERMSIG(status));
    }
    if (said == kSkipped) {
        MESSAGE("skipped: this user may not mount a file system of its own here");
        return {};
    }
    return said;
}

// Fills what is left of the disk.
void fill(const fs::path& place) {
    std::ofstream file(place / "filler", std::ios::binary);
    const std::string block(4096, 'x');
    while (file.write(block.data(), static_cast<std::streamsize>(block.size())).flush()) {
    }
}

std::string measureOnFullDisk(const fs::path& place) {
    Engine engine(inFolder(place));
    if (engine.segment().file().empty()) {
        return "no segment: " + engine.segment().note();
    }
    const TimerId timer = engine.registerTimer("timer");
    engine.start(timer);
    engine.stop(timer);
    fill(place);
    for (int i = 0; i < 20'000; ++i) {
        const TimerId more = engine.registerTimer("timer " + std::to_string(i));
        engine.start(more);
        engine.stop(more);
        engine.start(timer);
        engine.stop(timer);
    }
    const Profile profile = engine.finalProfile();
    if (profile.partial.find("because its file system is full; free space") == std::string::npos) {
        return "the disk did not become full, or the profile does not say so: " + profile.partial;
    }
    std::uint64_t calls = 0;
    for (const TimerRecord& record : flat(profile)) {
        calls += record.calls;
    }
    if (calls != 40'001) {
        return std::to_string(calls) + " calls are in the profile";
    }
    if (find(flat(profile), "timer").calls != 20'001) {
        return "calls were lost";
    }
    SegmentFile file(engine.segment().file());
    const SegmentReader::Reading reading = file.read();
    return reading.damaged == 0 && reading.profile.timers == profile.timers
               ? std::string()
               : "the segment's file shows something else";
}

std::string archiveOntoFullDisk(const fs::path& place) {
    const fs::path archive = place / "run.gantry";
    writeArchive(archive, fullProfile());
    fill(place);
    try {
        writeArchive(archive, largeProfile(100, 20'000));
        return "there was room";
    } catch (const ArchiveError& error) {
        const std::string what = error.what();
        if (what.find(archive.string()) == what.npos || what.find("full") == what.npos) {
            return "the message does not say which file and why: " + what;
        }
    }
    if (readArchive(archive) != fullProfile()) {
        return "the archive that stood there is another one";
    }
    const auto files = std::distance(fs::directory_iterator(place), fs::directory_iterator());
    return files == 2 ? std::string() : "a draft was left behind";
}

}  // namespace

TEST_SUITE_BEGIN("perf.faults.FullDisk");

TEST_CASE("on a full disk the program continues, and what was measured before is in the segment") {
    const TestFolder folder;
    CHECK(onSmallDisk(folder.path, [&] { return measureOnFullDisk(folder.path); }) == "");
}

TEST_CASE(
    "an archive that does not fit on the disk is an error and leaves the older one as it was") {
    const TestFolder folder;
    CHECK(onSmallDisk(folder.path, [&] { return archiveOntoFullDisk(folder.path); }) == "");
}

TEST_SUITE_END();
