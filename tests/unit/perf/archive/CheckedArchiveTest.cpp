#include <perf/archive/Archive.hpp>
#include <perf/archive/ArchivedTimeline.hpp>
#include <perf/archive/CheckedArchive.hpp>

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "ProfileSamples.hpp"
#include "TestFolder.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

namespace {

// A piece of a trace of that kind; an archive keeps any bytes.
ArchivedChunk chunkOf(std::int64_t kind, const std::string& bytes) {
    ArchivedChunk chunk;
    chunk.kind = kind;
    chunk.bytes = bytes;
    return chunk;
}

}  // namespace

TEST_SUITE_BEGIN("perf.archive.CheckedArchive");

TEST_CASE("an archive that is open gives all that can be read from its file") {
    const TestFolder folder;
    const auto path = folder.path / "run.gantry";
    Profile profile = withTimers({"main", "solve"});
    profile.context.emplace_back("colour", "blue");
    History history;
    history.changes.push_back({});
    writeArchive(path, profile, {chunkOf(1, "records"), chunkOf(kTimelineChunk, "timeline")},
                 history);

    CheckedArchive archive(path);

    CHECK(archive.profile() == readArchive(path));
    CHECK(archive.history().changes.size() == 1);
    CHECK(archive.traceChunks() == std::vector<std::string>{"records"});
    CHECK(archive.timelineChunks() == std::vector<std::string>{"timeline"});
    CHECK(archive.hasFact("colour"));
    CHECK_FALSE(archive.hasFact("blue"));
}

TEST_CASE("what is read later is of the file that was checked, also when there is another one") {
    const TestFolder folder;
    const auto path = folder.path / "run.gantry";
    writeArchive(path, withTimers({"main"}));
    CheckedArchive archive(path);

    writeArchive(path, withTimers({"other"}));

    CHECK(archive.profile().timers[0].name == "main");
    CHECK(CheckedArchive(path).profile().timers[0].name == "other");
}

TEST_CASE("an archive that was changed is refused when it is opened") {
    const TestFolder folder;
    const auto path = folder.path / "run.gantry";
    writeArchive(path, withTimers({"a name of its own"}));
    std::string bytes;
    {
        std::ifstream file(path, std::ios::binary);
        bytes.assign(std::istreambuf_iterator<char>(file), {});
    }
    bytes.replace(bytes.find("a name of its own"), 1, "b");
    std::ofstream(path, std::ios::binary) << bytes;

    CHECK_THROWS_AS(CheckedArchive{path}, ArchiveError);
}

TEST_SUITE_END();
