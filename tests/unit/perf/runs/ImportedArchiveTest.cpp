#include <perf/archive/Archive.hpp>
#include <perf/recording/TraceSource.hpp>
#include <perf/runs/ImportedArchive.hpp>
#include <perf/runs/RunFile.hpp>

#include <doctest/doctest.h>

#include <fstream>

#include "ImportFiles.hpp"
#include "TestFolder.hpp"

using namespace gantry::perf;

namespace {

ImportedRun imported(const TestFolder& folder) {
    const std::filesystem::path file = folder.path / "chrome.json";
    std::ofstream(file, std::ios::binary) << samples::kChrome;
    return importRun({file});
}

}  // namespace

TEST_SUITE_BEGIN("perf.runs.ImportedArchive");

TEST_CASE("the trace of one process is in the archive") {
    const TestFolder folder;
    const ImportedRun run = imported(folder);

    writeImported(run, folder.path / "run.gantry");

    CHECK(readArchive(folder.path / "run.gantry").timers.size() == run.profile.timers.size());
    CHECK(readTraceSource((folder.path / "run.gantry").string()).chunks.size() ==
          run.traces.at(0).chunks.size());
    CHECK(folder.files() == 2);
}

TEST_CASE("the traces of ranks are files next to the archive") {
    const TestFolder folder;
    ImportedRun run = imported(folder);
    run.traces.push_back(run.traces.front());
    run.traces[0].rank = 0;
    run.traces[1].rank = 3;

    writeImported(run, folder.path / "run.gantry");

    for (const char* const name : {"run.rank0.trace", "run.rank3.trace"}) {
        CHECK_FALSE(readTraceSource((folder.path / name).string()).chunks.empty());
    }
    CHECK(readTraceSource((folder.path / "run.gantry").string()).chunks.empty());
}

TEST_CASE("a name that ends in .json gives the profile alone") {
    const TestFolder folder;
    const ImportedRun run = imported(folder);

    writeImported(run, folder.path / "run.json");

    CHECK(readProfileFile(folder.path / "run.json").timers.size() == run.profile.timers.size());
    CHECK_FALSE(looksLikeArchive(folder.path / "run.json"));
}

TEST_SUITE_END();
