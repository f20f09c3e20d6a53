#include <perf/recording/RankTraceFile.hpp>
#include <perf/recording/TimelineSource.hpp>

#include <doctest/doctest.h>

#include <fstream>
#include <string>
#include <vector>

#include "TestFolder.hpp"

using namespace gantry::perf;

TEST_SUITE("perf.recording.RankTraceFile") {
    TEST_CASE("the trace of a rank is named after the archive") {
        const std::filesystem::path archive = "some/run.gantry";

        CHECK(rankTraceBeside(archive, 12) == "some/run.rank12.trace");
        CHECK(rankOfTrace(rankTraceBeside(archive, 12)) == 12U);
        for (const char* other :
             {"run.trace", "run.rank.trace", "run.rank1x.trace", "run.rank1.txt",
              "run.rank-1.trace", "run.rank99999999999.trace"}) {
            CAPTURE(other);
            CHECK(!rankOfTrace(other));
        }
    }

    TEST_CASE(
        "traces beside an archive are found in the order of ranks, also behind one that is "
        "missing") {
        const TestFolder folder;
        for (const char* name : {"run.rank10.trace", "run.rank2.trace", "run.rank1.txt",
                                 "other.rank0.trace", "run-2.rank0.trace"}) {
            std::ofstream(folder.path / name) << name;
        }

        const auto found = rankTracesBeside(folder.path / "run.gantry");
        const auto words = rankTraces((folder.path / "run.gantry").string());

        REQUIRE(found.size() == 2);
        CHECK(found.at(2) == folder.path / "run.rank2.trace");
        CHECK(found.at(10) == folder.path / "run.rank10.trace");
        CHECK(words == std::vector<std::string>{(folder.path / "run.rank2.trace").string(),
                                                (folder.path / "run.rank10.trace").string()});
    }

}  // TEST_SUITE
