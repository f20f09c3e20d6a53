#include "MeasuredProcesses.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

namespace {

Facts running(const std::string& command) {
    return {{"session", "s1"}, {"command", command}};
}

}  // namespace

TEST_SUITE_BEGIN("perf.recording.ShellArchive");

TEST_CASE("the only program that a shell ran takes the place of the shell") {
    const RunPlace place;
    runMeasured(place.segments, running("/opt/bin/solver -n 4"), 7);
    const ProgramEnd end = runMeasured(place.segments, running("sh -c solver -n 4; echo"), 1);

    const RunArchiveResult outcome = place.archive("s1", end);

    CHECK(callsOf(outcome.profile.value(), "work") == 7);
    CHECK(outcome.ranByShell == "solver");
    CHECK(outcome.dropped.empty());
    CHECK(segmentsIn(place.segments).empty());
}

TEST_CASE("a shell that ran no program or several is itself") {
    const RunPlace place;
    int programs = 0;
    SUBCASE("none") {}
    SUBCASE("two") {
        programs = 2;
    }
    for (int i = 0; i < programs; ++i) {
        runMeasured(place.segments, running("solver"), 7);
    }
    const ProgramEnd end = runMeasured(place.segments, running("/bin/bash run.sh"), 1);

    const RunArchiveResult outcome = place.archive("s1", end);

    CHECK(callsOf(outcome.profile.value(), "work") == 1);
    CHECK(outcome.ranByShell.empty());
    CHECK(outcome.dropped.size() == static_cast<std::size_t>(programs));
}

TEST_CASE("a shell whose programs all get archives is itself") {
    const RunPlace place;
    runMeasured(place.segments, running("solver"), 7);
    const ProgramEnd end = runMeasured(place.segments, running("sh -c solver"), 1);

    const RunArchiveResult outcome =
        place.archive("s1", end, [](RunArchiveRequest& request) { request.allProcesses = true; });

    CHECK(callsOf(outcome.profile.value(), "work") == 1);
    CHECK(outcome.furtherFiles.size() == 1);
}

TEST_CASE("a program that is named like a shell but is not a shell does not give way") {
    const RunPlace place;
    runMeasured(place.segments, running("solver"), 7);
    const ProgramEnd end = runMeasured(place.segments, running("./shrink sh"), 1);

    CHECK(callsOf(place.archive("s1", end).profile.value(), "work") == 1);
}

TEST_CASE(
    "while a shell continues, its only program so far is kept, and the second one is dropped") {
    const RunPlace place;
    runMeasured(place.segments, running("first"), 2);
    const ProgramEnd shell = runMeasured(place.segments, running("sh"), 1);
    const RecordedRun session{place.segments, "s1"};
    RunArchiveResult outcome;

    gantry::perf::sweepRun(session, RunArchiveRequest{}, shell.pid, outcome);
    CHECK(outcome.dropped.empty());

    runMeasured(place.segments, running("second"), 2);
    gantry::perf::sweepRun(session, RunArchiveRequest{}, shell.pid, outcome);
    CHECK(outcome.dropped.size() == 2);

    runMeasured(place.segments, running("third"), 2);
    gantry::perf::sweepRun(session, RunArchiveRequest{}, shell.pid, outcome);
    CHECK(outcome.dropped.size() == 3);
}

TEST_SUITE_END();
