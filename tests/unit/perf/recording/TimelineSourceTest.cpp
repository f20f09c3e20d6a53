#include <perf/archive/ArchivedTimeline.hpp>
#include <perf/recording/SegmentTrace.hpp>
#include <perf/recording/TimelineSource.hpp>
#include <perf/trace/RingChunks.hpp>
#include <perf/trace/Trace.hpp>
#include <perf/trace/TraceFile.hpp>

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "OtherOrder.hpp"
#include "TestFolder.hpp"
#include "TracedEngine.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

namespace {

// A run of 2 * calls records.
struct Run {
    explicit Run(int calls) : traced(TraceMode::Latest) {
        const TimerId timer = traced.engine.registerTimer("MPI_Recv");
        for (int i = 0; i < calls; ++i) {
            traced.at(static_cast<std::uint64_t>(i) * 10 + 10).start(timer);
            traced.at(static_cast<std::uint64_t>(i) * 10 + 14).stop(timer);
        }
        chunks = chunksOf(bytesOf(traced.engine.segment()));
    }

    TracedEngine traced;
    std::vector<std::string> chunks;
};

void write(const std::filesystem::path& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
}

OpenedTimeline open(const std::filesystem::path& path, std::uint64_t keepFrom = 1) {
    TimelineRequest request;
    request.words = {path.string()};
    request.keepFrom = keepFrom;
    return openTimeline(request);
}

std::uint64_t idleTicks(const Timeline& timeline) {
    return timeline.shares(timeline.extent(), 1, timeline.allRows()).cells.at(0).ticks[2];
}

}  // namespace

TEST_SUITE("perf.recording.TimelineSource") {
    TEST_CASE("an archive has the timeline of its trace, and the trace as before") {
        const TestFolder folder;
        Run run(50);
        const std::filesystem::path file = folder.path / "run.gantry";
        writeArchive(file, run.traced.engine.snapshot(), withTimeline(archivedTrace(run.chunks)));

        const OpenedTimeline opened = open(file);

        CHECK(!opened.made);
        CHECK(opened.file.empty());
        CHECK(opened.timeline.records() == 100);
        CHECK(idleTicks(opened.timeline) == 50 * 4);
        // One more says which thread it is.
        CHECK(Trace(readTraceChunks(file)).records() == 101);
        CHECK(folder.files() == 1);
    }

    TEST_CASE(
        "of an archive of the other byte order the trace is read, and its timeline made anew") {
        const TestFolder folder;
        Run run(50);
        const std::filesystem::path file = folder.path / "run.gantry";
        std::vector<ArchivedChunk> chunks = withTimeline(archivedTrace(run.chunks));
        for (ArchivedChunk& chunk : chunks) {
            chunk.bytes = otherOrder(chunk.bytes);
        }
        writeArchive(file, run.traced.engine.snapshot(), chunks);

        const OpenedTimeline opened = open(file, 1000);

        CHECK(opened.made);
        CHECK(opened.timeline.records() == 100);
        CHECK(idleTicks(opened.timeline) == 50 * 4);
    }

    TEST_CASE("an archive without one gets it beside it, and has it the next time") {
        const TestFolder folder;
        Run run(50);
        const std::filesystem::path file = folder.path / "run.gantry";
        writeArchive(file, run.traced.engine.snapshot(), archivedTrace(run.chunks));
        REQUIRE(readTimelineChunks(file).empty());

        const OpenedTimeline first = open(file);
        const OpenedTimeline second = open(file);

        CHECK(first.made);
        CHECK(first.file == folder.path / "run.gantry.timeline");
        CHECK(!second.made);
        CHECK(second.file == first.file);
        CHECK(idleTicks(second.timeline) == 50 * 4);
    }

    TEST_CASE("a timeline of other contents, or a damaged one, is made again") {
        const TestFolder folder;
        const std::filesystem::path file = folder.path / "a.trace";
        write(file, traceFileOf(Run(50).chunks));
        const std::filesystem::path kept = open(file).file;
        REQUIRE(std::filesystem::exists(kept));
        write(file, traceFileOf(Run(70).chunks));

        CHECK(idleTicks(open(file).timeline) == 70 * 4);
        write(kept, "GANTRYTL and nothing of it");
        const OpenedTimeline again = open(file);
        CHECK(again.made);
        CHECK(idleTicks(again.timeline) == 70 * 4);
    }

    TEST_CASE("small traces leave no file, and the cache takes what the folder does not") {
        const TestFolder folder;
        const TestFolder cache;
        ::setenv("XDG_CACHE_HOME", cache.path.c_str(), 1);
        const std::filesystem::path file = folder.path / "a.trace";
        write(file, traceFileOf(Run(50).chunks));

        CHECK(open(file, 1000).file.empty());
        CHECK(folder.files() == 1);
        // A folder of that name cannot be replaced by a file.
        std::filesystem::create_directory(folder.path / "a.trace.timeline");
        const OpenedTimeline first = open(file);
        CHECK(first.made);
        CHECK(first.file.parent_path() == cache.path / "gantry");
        CHECK(!open(file).made);
        ::unsetenv("XDG_CACHE_HOME");
    }

    TEST_CASE("traces of several ranks are rows of one timeline") {
        const TestFolder folder;
        for (const char* name : {"run.rank0.trace", "run.rank1.trace"}) {
            write(folder.path / name, traceFileOf(Run(10).chunks));
        }

        const OpenedTimeline opened = open(folder.path / "run.gantry", 1000);

        REQUIRE(opened.timeline.rows().size() == 2);
        CHECK(opened.timeline.rows()[1].rank == 1);
        CHECK(opened.timeline.names().size() == 2);
    }

    TEST_CASE("what has no trace is refused") {
        const TestFolder folder;
        Run run(1);
        const std::filesystem::path file = folder.path / "run.gantry";
        writeArchive(file, run.traced.engine.snapshot());

        CHECK_THROWS_AS((void)open(file), std::runtime_error);
        CHECK_THROWS_AS((void)openTimeline({}), std::runtime_error);
    }
}
