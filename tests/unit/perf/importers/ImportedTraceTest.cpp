// The times of single calls of imported files.

#include <perf/importers/Importer.hpp>
#include <perf/trace/Replay.hpp>
#include <perf/trace/Trace.hpp>
#include <perf/trace/TraceCursor.hpp>

#include <doctest/doctest.h>

#include <fstream>
#include <string>
#include <vector>

#include "ImportFiles.hpp"
#include "TestFolder.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

namespace {

ImportedRun run(const std::string& content) {
    const TestFolder folder;
    std::ofstream(folder.path / "file", std::ios::binary) << content;
    return importRun({folder.path / "file"});
}

// "start main 0", in ns since the first call of the file.
std::vector<std::string> linesOf(const Trace& trace, std::uint32_t thread) {
    std::vector<std::string> lines;
    TraceCursor cursor(trace, thread);
    for (TraceRecord record{}; cursor.next(record);) {
        lines.push_back((record.kind() == TraceKind::Start ? "start " : "stop ") +
                        trace.timerName(record.id()) + ' ' +
                        std::to_string(trace.tables().clock->since(record.time)));
    }
    return lines;
}

}  // namespace

TEST_SUITE_BEGIN("perf.importers.ImportedTrace");

TEST_CASE("the calls of a Chrome trace keep their times, and add up to the profile") {
    const ImportedRun imported = run(kChrome);
    REQUIRE(imported.traces.size() == 1);
    CHECK(!imported.traces[0].rank);
    const Trace trace(imported.traces[0].chunks);

    CHECK(linesOf(trace, 0) == std::vector<std::string>{"start main 10000", "start solve 12500",
                                                        "stop solve 16500", "stop main 20000"});
    CHECK(linesOf(trace, 1) == std::vector<std::string>{"start main 0", "stop main 7000"});
    CHECK(trace.tables().timers.at(0).group == "code");
    CHECK(trace.ended());
    const TotalsCheck check = compareTotals(trace, imported.profile);
    CHECK_MESSAGE(check.verdict == TotalsCheck::Verdict::Equal, check.why);
    CHECK(check.paths == 3);
}

TEST_CASE("begins and ends that do not fit become calls that do") {
    const ImportedRun imported = run(R"([{"ph":"B","name":"a","ts":1},{"ph":"B","name":"b","ts":2},
        {"ph":"X","name":"c","ts":3,"dur":100},{"ph":"E","name":"a","ts":5},
        {"ph":"E","name":"z","ts":6},{"ph":"B","name":"open","ts":7},{"ph":"X","name":"d","ts":-4,"dur":1}])");
    const Trace trace(imported.traces.at(0).chunks);
    CHECK(linesOf(trace, 0) == std::vector<std::string>{"start d 0", "stop d 1000", "start a 5000",
                                                        "start b 6000", "start c 7000",
                                                        "stop c 9000", "stop b 9000", "stop a 9000",
                                                        "start open 11000", "stop open 107000"});
    // The profile says which calls have no end; the trace ends them with their thread.
    CHECK(imported.profile.partial.find("1 call without an end") != std::string::npos);
}

TEST_CASE("speedscope's events have times, its samples and other formats have none") {
    const ImportedRun imported = run(kSpeedscope);
    REQUIRE(imported.traces.size() == 1);
    CHECK(linesOf(Trace(imported.traces[0].chunks), 0) ==
          std::vector<std::string>{"start main 0", "start solve 2500", "stop solve 6000",
                                   "stop main 14000"});
    CHECK(run(kFolded).traces.empty());
    CHECK(run(kPerfScript).traces.empty());
}

TEST_CASE("several files without ranks have no common clock, and the profile notes it") {
    const TestFolder folder;
    for (const char* const name : {"a.json", "b.json"}) {
        std::ofstream(folder.path / name, std::ios::binary) << kChrome;
    }
    const ImportedRun imported = importRun({folder.path / "a.json", folder.path / "b.json"});
    CHECK(imported.traces.empty());
    CHECK(imported.profile.partial.find("no common clock") != std::string::npos);
    CHECK(imported.profile.threads.size() == 4);
}

TEST_CASE("times beyond 2^53 keep every digit") {
    const ImportedRun imported = run(
        R"([{"ph":"X","name":"a","ts":1700000000000000.001,"dur":0.003},
            {"ph":"X","name":"a","ts":1700000000000000.007,"dur":0.001}])");
    CHECK(linesOf(Trace(imported.traces.at(0).chunks), 0) ==
          std::vector<std::string>{"start a 0", "stop a 3", "start a 6", "stop a 7"});
}

TEST_SUITE_END();
