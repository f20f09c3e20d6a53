#include <perf/archive/Archive.hpp>
#include <perf/engine/Engine.hpp>
#include <perf/recording/RecoveredProfile.hpp>
#include <perf/recording/RunArchive.hpp>
#include <perf/recording/RunTraceDrainer.hpp>
#include <perf/recording/TraceSource.hpp>
#include <perf/segment/TraceCopy.hpp>
#include <perf/trace/Replay.hpp>
#include <perf/trace/Trace.hpp>

#include <doctest/doctest.h>

#include <csignal>
#include <cstdint>
#include <ctime>
#include <filesystem>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include "TestFolder.hpp"

using namespace gantry::perf;
using gantry::perf::archiveRun;
using gantry::perf::KeptTrace;
using gantry::perf::ProgramEnd;
using gantry::perf::readTraceSource;
using gantry::perf::RecordedRun;
using gantry::perf::RunArchiveRequest;
using gantry::perf::RunArchiveResult;
using gantry::perf::RunTraceDrainer;

namespace {

struct Place {
    TestFolder folder;
    std::filesystem::path segments = folder.path / "segments";
    RecordedRun session{segments, "s1"};

    Place() { std::filesystem::create_directory(segments); }

    [[nodiscard]] std::string traces() const { return folder.path.string(); }
};

// A process that measures pairs of calls and ends, or is killed at its end.
ProgramEnd runTraced(const Place& place, const SegmentFacts& facts, int pairs,
                     std::size_t ringBytes, bool killed = false) {
    ProgramEnd end;
    end.pid = ::fork();
    REQUIRE(end.pid >= 0);
    if (end.pid == 0) {
        EngineOptions options;
        options.segment.folder = place.segments;
        options.trace = {TraceMode::Drain, ringBytes};
        Engine engine(options);
        engine.keepSegment();
        for (const auto& [key, value] : facts) {
            engine.addFact(key, value);
        }
        const TimerId timer = engine.registerTimer("t");
        for (int i = 0; i < pairs; ++i) {
            engine.start(timer);
            engine.stop(timer);
        }
        if (killed) {
            ::kill(::getpid(), SIGKILL);
        }
        engine.endSegment();
        ::_exit(0);
    }
    int status = 0;
    ::waitpid(end.pid, &status, 0);
    end.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    timespec now{};
    ::clock_gettime(CLOCK_MONOTONIC, &now);
    end.monotonicNs = static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 +
                      static_cast<std::uint64_t>(now.tv_nsec);
    return end;
}

SegmentFacts member(const Place& place, const std::string& session = "s1") {
    return {{kTraceFolder, place.traces()}, {kSessionFact, session}};
}

RunArchiveResult archived(const Place& place, const ProgramEnd& end, RunTraceDrainer& drainer) {
    RunArchiveRequest request;
    request.stem = place.folder.path / "prog";
    request.traces = &drainer;
    request.write = [&](const Profile& profile, const auto& trace) {
        return gantry::perf::writeNumbered(request.stem, profile, trace);
    };
    RecordedRun session = place.session;
    session.end = end;
    return archiveRun(session, request);
}

constexpr std::size_t kLarge = std::size_t{1} << 20U;

}  // namespace

TEST_SUITE_BEGIN("perf.recording.RunTraceDrainer");

TEST_CASE("a drained trace is next to the archive, which finds it, and equals the profile") {
    const Place place;
    RunTraceDrainer drainer(place.session);

    const RunArchiveResult outcome =
        archived(place, runTraced(place, member(place), 20'000, kLarge), drainer);

    CHECK(outcome.problems.empty());
    REQUIRE(outcome.traces.size() == 1);
    CHECK(outcome.traces[0] == place.folder.path / "prog.trace");
    CHECK(readTraceChunks(outcome.file).empty());
    auto source = readTraceSource(outcome.file.string());
    const Trace trace(source.chunks);
    CHECK(trace.ended());
    CHECK(trace.records() == 40'001);
    CHECK(compareTotals(trace, source.profile.value()).verdict == TotalsCheck::Verdict::Equal);
    // The archive, the trace, and the empty folder of the segments.
    CHECK(place.folder.files() == 3);
    CHECK(std::filesystem::is_empty(place.segments));
}

TEST_CASE("what was drained of a killed process is complete up to its end") {
    const Place place;
    RunTraceDrainer drainer(place.session);

    const RunArchiveResult outcome =
        archived(place, runTraced(place, member(place), 20'000, kLarge, true), drainer);

    const auto source = readTraceSource(outcome.file.string());
    CHECK(Trace(source.chunks).records() == 40'001);
    CHECK_FALSE(outcome.profile.value().partial.empty());
}

TEST_CASE("a process of another session, and one that keeps no drained trace, are left alone") {
    const Place place;
    runTraced(place, member(place, "s2"), 10, kLarge);
    runTraced(place, {{kSessionFact, "s1"}}, 10, kLarge);
    RunTraceDrainer drainer(place.session);

    for (const SegmentInfo& info : segmentsIn(place.segments)) {
        CHECK_FALSE(drainer.finish(info.path).has_value());
    }

    CHECK(place.folder.files() == 1);
}

TEST_CASE("what has been finished is reported again as it was") {
    const Place place;
    RunTraceDrainer drainer(place.session);
    runTraced(place, member(place), 10, kLarge);
    const auto segment = segmentsIn(place.segments).at(0).path;

    const KeptTrace first = drainer.finish(segment).value();
    const KeptTrace second = drainer.finish(segment).value();

    CHECK(first.records == 21);
    CHECK(second.records == 21);
    CHECK(second.file == first.file);
    CHECK(Trace(readTraceSource(first.file.string()).chunks).records() == 21);
}

TEST_CASE(
    "where the trace has no folder to go to, that is reported and the last records are kept") {
    const Place place;
    RunTraceDrainer drainer(place.session);
    const SegmentFacts facts{{kTraceFolder, place.traces() + "/none"}, {kSessionFact, "s1"}};

    const RunArchiveResult outcome = archived(place, runTraced(place, facts, 10, kLarge), drainer);

    CHECK(outcome.traces.empty());
    CHECK(Trace(readTraceChunks(outcome.file)).records() == 21);
    bool told = false;
    for (const auto& [key, value] : readArchive(outcome.file).context) {
        told = told || (key == kTraceProblem && value.find("none") != std::string::npos);
    }
    CHECK(told);
}

TEST_CASE("without its drainer, a session is archived with all that was drained") {
    const Place place;
    ProgramEnd end;
    {
        RunTraceDrainer drainer(place.session);
        end = runTraced(place, member(place), 1000, kLarge);
        drainer.finish(segmentsIn(place.segments).at(0).path);
    }
    RunArchiveRequest request;
    request.stem = place.folder.path / "recovered";
    request.write = [&](const Profile& profile, const auto& trace) {
        return gantry::perf::writeNumbered(request.stem, profile, trace);
    };

    const RunArchiveResult outcome = archiveRun(place.session, request);

    CHECK(Trace(readTraceChunks(outcome.file)).records() == 2001);
    // The archive and the folder: what it took in is gone.
    CHECK(place.folder.files() == 2);
}

TEST_SUITE_END();
