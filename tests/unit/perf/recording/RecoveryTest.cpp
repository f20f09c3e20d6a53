#include <perf/archive/Archive.hpp>
#include <perf/document/ProfileFile.hpp>
#include <perf/recording/Recovery.hpp>

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

#include "MeasuredProcesses.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;
namespace fs = std::filesystem;

namespace {

// The only segment in the folder.
fs::path segmentIn(const RunPlace& place) {
    const auto segments = segmentsIn(place.segments);
    REQUIRE(segments.size() == 1);
    return segments[0].path;
}

}  // namespace

TEST_SUITE_BEGIN("perf.recording.Recovery");

TEST_CASE("the segment of a killed program becomes an archive and is removed") {
    const RunPlace place;
    runMeasured(place.segments, {}, 5, Ending::Killed);

    const Recovery recovery =
        recoverSegment(segmentIn(place), {.output = place.folder.path / "out.gantry"});

    CHECK(recovery.file == place.folder.path / "out.gantry");
    CHECK(callsOf(recovery.profile, "work") == 5);
    CHECK(callsOf(readArchive(recovery.file), "work") == 5);
    CHECK(segmentsIn(place.segments).empty());
}

TEST_CASE("a segment that is kept can be recovered again") {
    const RunPlace place;
    runMeasured(place.segments, {}, 5, Ending::Killed);
    const RecoveryRequest request{.output = place.folder.path / "out.json", .keepSegments = true};

    recoverSegment(segmentIn(place), request);
    recoverSegment(segmentIn(place), request);

    CHECK(callsOf(readProfile(*request.output), "work") == 5);
}

TEST_CASE("a segment stays where its archive cannot be written") {
    const RunPlace place;
    runMeasured(place.segments, {}, 5, Ending::Killed);

    CHECK_THROWS(
        recoverSegment(segmentIn(place), {.output = place.folder.path / "none" / "out.gantry"}));

    CHECK(fs::exists(segmentIn(place)));
}

TEST_CASE("a program that still runs is refused, or archived as it is with its segment left") {
    const RunPlace place;
    EngineOptions options;
    options.segment.folder = place.segments;
    Engine engine(options);
    const TimerId work = engine.registerTimer("work");
    engine.start(work);
    engine.stop(work);
    RecoveryRequest request{.output = place.folder.path / "out.gantry"};

    CHECK_THROWS_AS(recoverSegment(segmentIn(place), request), StillRunningError);
    request.allowLive = true;
    const Recovery recovery = recoverSegment(segmentIn(place), request);

    CHECK(callsOf(recovery.profile, "work") == 1);
    CHECK(fs::exists(segmentIn(place)));
}

TEST_CASE("the history that was asked for is in the archive") {
    const RunPlace place;
    runMeasured(place.segments, {}, 5, Ending::Killed);
    RecoveryRequest request{.output = place.folder.path / "out.gantry"};
    request.history = [](const Profile&) {
        History history;
        ArchivedChange& change = history.changes.emplace_back();
        change.action = "create";
        change.user = "driver";
        return history;
    };

    const Recovery recovery = recoverSegment(segmentIn(place), request);

    CHECK(readHistory(recovery.file).changes.size() == 1);
}

TEST_CASE("the ranks of a session become one archive, and other sessions are left alone") {
    const RunPlace place;
    runMeasured(place.segments, member("s1", "0", "2"), 3, Ending::Killed);
    runMeasured(place.segments, member("s1", "1", "2"), 4, Ending::Killed);
    runMeasured(place.segments, member("other"), 1, Ending::Killed);

    const auto recovery =
        recoverSession(place.segments, "s1", {.output = place.folder.path / "out.gantry"});

    REQUIRE(recovery);
    CHECK(recovery->problems.empty());
    CHECK(readArchive(recovery->file).ranks->size == 2);
    CHECK(callsOf(recovery->profile, "work") == 7);
    CHECK(segmentsIn(place.segments).size() == 1);
}

TEST_CASE("a session without segments is nothing to recover") {
    const RunPlace place;
    fs::create_directories(place.segments);
    CHECK_FALSE(recoverSession(place.segments, "s1", {}));
}

TEST_SUITE_END();
