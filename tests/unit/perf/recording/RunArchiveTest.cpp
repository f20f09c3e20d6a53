#include <perf/archive/Archive.hpp>
#include <perf/engine/Engine.hpp>
#include <perf/engine/ScriptedMetric.hpp>
#include <perf/model/Flat.hpp>
#include <perf/recording/RecoveredProfile.hpp>
#include <perf/recording/RunArchive.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

#include "MeasuredProcesses.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;
using gantry::perf::ProgramEnd;
using gantry::perf::RecordedRun;
using gantry::perf::RunArchiveRequest;
using gantry::perf::RunArchiveResult;

TEST_SUITE_BEGIN("perf.recording.RunArchive");

TEST_CASE("a process that exited normally becomes an archive, and its segment is removed") {
    const RunPlace place;
    const ProgramEnd end = runMeasured(place.segments, member("s1"), 5);

    const RunArchiveResult outcome = place.archive("s1", end);

    REQUIRE(outcome.profile);
    CHECK(outcome.problems.empty());
    CHECK(outcome.file == place.folder.path / "prog.gantry");
    const Profile kept = readArchive(outcome.file);
    CHECK(callsOf(kept, "work") == 5);
    CHECK(kept.partial.empty());
    CHECK(kept.misuse.empty());
    CHECK(segmentsIn(place.segments).empty());
}

TEST_CASE(
    "a killed process keeps everything and is marked as killed, and open calls count up to its "
    "end") {
    const RunPlace place;
    const ProgramEnd end = runMeasured(place.segments, member("s1"), 5, Ending::Killed);

    const RunArchiveResult outcome = place.archive("s1", end);

    REQUIRE(outcome.profile);
    CHECK(callsOf(*outcome.profile, "work") == 5);
    CHECK(outcome.profile->partial.find("ended by signal 9 (Killed)") != std::string::npos);
    CHECK(has(*outcome.profile, "ended by", "signal 9 (Killed)"));
    CHECK(outcome.profile->threads.at(0).nodes.at(0).running);
    CHECK(outcome.profile->misuse.empty());
    CHECK(segmentsIn(place.segments).empty());
}

TEST_CASE("a process killed before it could note its session is known by its number") {
    const RunPlace place;
    const ProgramEnd end = runMeasured(place.segments, {}, 3, Ending::Killed);

    const RunArchiveResult outcome = place.archive("s1", end);

    REQUIRE(outcome.profile);
    CHECK(callsOf(*outcome.profile, "work") == 3);
}

TEST_CASE("an older segment of a process with the same number is left alone") {
    const RunPlace place;
    ProgramEnd end = runMeasured(place.segments, {}, 3, Ending::Killed);
    end.startedNs = std::numeric_limits<std::int64_t>::max();

    CHECK_FALSE(place.archive("s1", end).profile);
    CHECK(segmentsIn(place.segments).size() == 1);
}

TEST_CASE("segments last written more than an hour before the run are not opened") {
    const RunPlace place;
    const ProgramEnd end = runMeasured(place.segments, member("s1"), 1);
    const std::filesystem::path segment = segmentsIn(place.segments).at(0).path;
    const RecordedRun run{place.segments, "s1", end};
    const auto began = std::chrono::file_clock::from_sys(
        std::chrono::sys_time<std::chrono::nanoseconds>(std::chrono::nanoseconds(end.startedNs)));

    std::filesystem::last_write_time(segment, began - std::chrono::minutes(59));
    CHECK(segmentsOf(run).size() == 1);
    std::filesystem::last_write_time(segment, began - std::chrono::minutes(61));
    CHECK(segmentsOf(run).empty());
    // Without the moment of its start, all segments are.
    CHECK(segmentsOf({place.segments, "s1"}).size() == 1);
}

TEST_CASE("processes of other sessions are left alone") {
    const RunPlace place;
    runMeasured(place.segments, member("other"), 1);
    const ProgramEnd end = runMeasured(place.segments, member("s1"), 1);

    place.archive("s1", end);

    const auto left = segmentsIn(place.segments);
    REQUIRE(left.size() == 1);
    CHECK(left[0].session == "other");
}

TEST_CASE("further programs are reported by name, and dropped") {
    const RunPlace place;
    runMeasured(place.segments, member("s1"), 2);
    const ProgramEnd end = runMeasured(place.segments, member("s1"), 1);

    const RunArchiveResult outcome = place.archive("s1", end);

    CHECK(callsOf(outcome.profile.value(), "work") == 1);
    CHECK(outcome.dropped == std::vector<std::string>{"prog -x"});
    CHECK(segmentsIn(place.segments).empty());
}

TEST_CASE("further programs have an archive each where that is asked for") {
    const RunPlace place;
    const ProgramEnd further = runMeasured(place.segments, member("s1"), 2);
    const ProgramEnd end = runMeasured(place.segments, member("s1"), 1);

    const RunArchiveResult outcome =
        place.archive("s1", end, [](RunArchiveRequest& request) { request.allProcesses = true; });

    REQUIRE(outcome.furtherFiles.size() == 1);
    CHECK(outcome.furtherFiles[0].filename() == "prog." + std::to_string(further.pid) + ".gantry");
    CHECK(callsOf(readArchive(outcome.furtherFiles[0]), "work") == 2);
    CHECK(outcome.dropped.empty());
}

TEST_CASE("further programs that have ended are handled while the first one continues") {
    const RunPlace place;
    runMeasured(place.segments, member("s1"), 2);
    runMeasured(place.segments, member("s1"), 2, Ending::Killed);
    runMeasured(place.segments, member("s1", "0", "2"), 2);
    const ProgramEnd first = runMeasured(place.segments, member("s1"), 1);
    const RecordedRun session{place.segments, "s1"};
    RunArchiveResult outcome;

    gantry::perf::sweepRun(session, RunArchiveRequest{}, first.pid, outcome);

    CHECK(outcome.dropped.size() == 2);
    CHECK(segmentsIn(place.segments).size() == 2);
}

TEST_CASE("processes with a rank become the ranks of one archive, in their order") {
    const RunPlace place;
    const ProgramEnd launcher = runMeasured(place.segments, member("s1"), 0);
    for (const char* const rank : {"2", "0", "1"}) {
        runMeasured(place.segments, member("s1", rank, "3"), 10 * (std::atoi(rank) + 1));
    }

    const RunArchiveResult outcome = place.archive("s1", launcher);

    REQUIRE(outcome.profile);
    REQUIRE(outcome.profile->ranks);
    CHECK(outcome.profile->ranks->size == 3);
    CHECK(outcome.profile->partial.empty());
    CHECK(callsOf(*outcome.profile, "work") == 60);
    const RankStats calls = outcome.profile->ranks->timers.at(1).calls;
    CHECK(calls.minRank == 0);
    CHECK(calls.maxRank == 2);
    CHECK(calls.max == 30);
    CHECK(outcome.dropped.size() == 1);
    CHECK(segmentsIn(place.segments).empty());
}

TEST_CASE(
    "a trace that a rank of an earlier run left beside the archive is not taken for its own") {
    const RunPlace place;
    const auto earlier = place.folder.path / "prog.rank7.trace";
    std::ofstream(earlier) << "of an earlier run";
    const ProgramEnd launcher = runMeasured(place.segments, member("s1"), 0);
    runMeasured(place.segments, member("s1", "0", "1"), 1);

    const RunArchiveResult outcome = place.archive("s1", launcher);

    REQUIRE(outcome.file == place.folder.path / "prog.gantry");
    CHECK_FALSE(std::filesystem::exists(earlier));
}

TEST_CASE("ranks that reported nothing are named and count with zeros") {
    const RunPlace place;
    const ProgramEnd launcher = runMeasured(place.segments, member("s1"), 0);
    runMeasured(place.segments, member("s1", "1", "4"), 6);
    runMeasured(place.segments, member("s1", "2", "4"), 6, Ending::Killed);

    const RunArchiveResult outcome = place.archive("s1", launcher);

    REQUIRE(outcome.profile.value().ranks);
    CHECK(outcome.profile->ranks->size == 4);
    CHECK(outcome.profile->ranks->timers.at(1).calls.min == 0);
    CHECK(outcome.profile->partial.find("of 4 ranks these reported nothing: 0, 3") !=
          std::string::npos);
    CHECK(outcome.profile->partial.find("rank 2: the program did not exit normally") !=
          std::string::npos);
}

TEST_CASE("a rank with other metrics costs the others nothing, and its segment stays") {
    const RunPlace place;
    const ProgramEnd launcher = runMeasured(place.segments, member("s1"), 0);
    runMeasured(place.segments, member("s1", "0", "3"), 6);
    runMeasured(place.segments, member("s1", "1", "3"), 6, Ending::InOrder, "other");
    runMeasured(place.segments, member("s1", "2", "3"), 6);

    const RunArchiveResult outcome = place.archive("s1", launcher);

    REQUIRE(outcome.profile);
    CHECK(callsOf(*outcome.profile, "work") == 12);
    CHECK(outcome.profile->partial.find("of 3 ranks these reported nothing: 1") !=
          std::string::npos);
    REQUIRE(outcome.problems.size() == 1);
    CHECK(outcome.problems[0].find("rank 1 were measured with different metrics") !=
          std::string::npos);
    REQUIRE(segmentsIn(place.segments).size() == 1);
    CHECK(segmentsIn(place.segments)[0].rank == "1");
}

TEST_CASE("of several processes of one rank the one with most calls is the rank") {
    const RunPlace place;
    const ProgramEnd launcher = runMeasured(place.segments, member("s1"), 0);
    runMeasured(place.segments, member("s1", "0", "2"), 9);
    runMeasured(place.segments, member("s1", "0", "2"), 1);
    runMeasured(place.segments, member("s1", "1", "2"), 4);

    const RunArchiveResult outcome = place.archive("s1", launcher);

    CHECK(outcome.profile.value().ranks.value().size == 2);
    CHECK(callsOf(*outcome.profile, "work") == 13);
}

TEST_CASE("of several processes of one rank the one that calls MPI is the rank") {
    for (const bool first : {true, false}) {
        const RunPlace place;
        const auto other = [&] { runMeasured(place.segments, member("s1", "0", "2"), 500); };
        if (!first) {
            other();
        }
        runMeasured(place.segments, member("s1", "0", "2"), 7, Ending::InOrder, "wall", "MPI");
        if (first) {
            other();
        }
        const ProgramEnd end =
            runMeasured(place.segments, member("s1", "1", "2"), 7, Ending::InOrder, "wall", "MPI");

        const RunArchiveResult outcome =
            place.archive("s1", end, [](RunArchiveRequest& request) { request.children = true; });

        REQUIRE(outcome.profile.value().ranks);
        CHECK(outcome.profile->ranks->timers.at(1).calls.max == 7);
        CHECK(callsOf(*outcome.profile, "work") == 514);
    }
}

TEST_CASE("one rank that starts further processes stays one process") {
    const RunPlace place;
    runMeasured(place.segments, member("s1", "3", "4"), 9);
    const ProgramEnd end = runMeasured(place.segments, member("s1", "3", "4"), 2);

    const RunArchiveResult outcome = place.archive("s1", end);

    CHECK_FALSE(outcome.profile.value().ranks);
    CHECK(callsOf(*outcome.profile, "work") == 2);
}

TEST_CASE("a rank that is not a number is not a rank") {
    const RunPlace place;
    const ProgramEnd end = runMeasured(place.segments, member("s1", "many", "-1"), 2);

    CHECK_FALSE(place.archive("s1", end).profile.value().ranks);
}

TEST_CASE("where the archive cannot be written the segments stay and the reason is reported") {
    const RunPlace place;
    const ProgramEnd end = runMeasured(place.segments, member("s1"), 2);
    runMeasured(place.segments, member("s1"), 2);

    const RunArchiveResult outcome = place.archive("s1", end, [&](RunArchiveRequest& request) {
        request.write = [&](const Profile& profile, const auto&) {
            return gantry::perf::writeNumbered(place.folder.path / "none" / "prog", profile);
        };
    });

    REQUIRE(outcome.problems.size() == 1);
    CHECK(outcome.problems[0].find("none/prog") != std::string::npos);
    CHECK(outcome.dropped.empty());
    CHECK(segmentsIn(place.segments).size() == 2);
}

TEST_CASE("names that are taken are left as they are, also by drafts of others") {
    const RunPlace place;
    std::ofstream(place.folder.path / "prog.gantry") << "mine";
    std::ofstream(place.folder.path / "prog.2.gantry") << "mine";
    const ProgramEnd end = runMeasured(place.segments, member("s1"), 2);

    const RunArchiveResult outcome = place.archive("s1", end);

    CHECK(outcome.file.filename() == "prog.3.gantry");
    CHECK(std::filesystem::file_size(place.folder.path / "prog.gantry") == 4);
    // The three archives, and the folder of the segments: no draft is left.
    CHECK(place.folder.files() == 4);
}

TEST_CASE("a segment that is damaged beyond reading is a problem, and stays") {
    const RunPlace place;
    const ProgramEnd end = runMeasured(place.segments, member("s1"), 2);
    const std::filesystem::path file = segmentsIn(place.segments).at(0).path;
    // Shorter than the records it says it has, behind the facts.
    std::filesystem::resize_file(file, loadAcquire(SegmentFile(file).header().usedBytes) / 2);

    const RunArchiveResult outcome = place.archive("s1", end);

    CHECK_FALSE(outcome.profile);
    CHECK(std::filesystem::exists(file));
}

TEST_CASE(
    "a process that does not state its probe overhead gets the one that was measured for it") {
    const RunPlace place;
    const ProgramEnd end = runMeasured(place.segments, member("s1"), 2);

    const RunArchiveResult outcome = place.archive("s1", end, [](RunArchiveRequest& request) {
        request.overhead = [] { return MeasuredOverhead{{{21}, {10}}, {2}}; };
    });

    CHECK(outcome.profile.value().probeOverhead.value().pair[0] == 21);
    CHECK(overheadError(outcome.profile.value())[0] == 2);
}

TEST_CASE("a session without processes has no archive and no problem") {
    const RunPlace place;

    const RunArchiveResult outcome = place.archive("s1", std::nullopt);

    CHECK_FALSE(outcome.profile);
    CHECK(outcome.problems.empty());
}

TEST_SUITE_END();
