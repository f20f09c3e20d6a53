#include <perf/archive/Archive.hpp>
#include <perf/document/ProfileFile.hpp>
#include <perf/runs/RunFindings.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "ProfileSamples.hpp"
#include "TestFolder.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

namespace {

constexpr std::int64_t kNsOfMs = 1'000'000;

/// A run of ranks that compute for so many ms and wait for the longest of them.
Profile runOfRanks(const std::vector<std::int64_t>& work) {
    Profile profile = withTimers({"main", "MPI_Barrier"});
    profile.machine = {"node1", "a processor", 8, "Linux", "tsc"};
    profile.context = {{"executable", "/bin/ranks"}, {"command", "ranks 1"}};
    const std::int64_t longest = *std::max_element(work.begin(), work.end());
    for (std::size_t rank = 0; rank < work.size(); ++rank) {
        addThread(profile, {node(0, -1, 1, longest * kNsOfMs),
                            node(1, 0, 1, (longest - work[rank]) * kNsOfMs)})
            .process = static_cast<std::int32_t>(rank);
        ProcessInfo process;
        process.rank = static_cast<std::int32_t>(rank);
        process.host = "node1";
        profile.processes.push_back(process);
    }
    return profile;
}

/// Files of runs in a folder of their own.
struct RunFiles {
    TestFolder folder;
    std::vector<std::filesystem::path> files;

    void add(const Profile& profile) {
        files.push_back(folder.path / (std::to_string(files.size()) + ".gantry"));
        writeArchive(files.back(), profile, {});
    }

    [[nodiscard]] RepeatedRuns together() const {
        return analyzeTogether(files, {StateRules(usualStates()), {defaultMachine(), "defaults"}},
                               [](const std::string&) {});
    }
};

bool hasNote(const RepeatedRuns& runs, const std::string& text) {
    return std::any_of(runs.notes.begin(), runs.notes.end(), [&](const std::string& note) {
        return note.find(text) != std::string::npos;
    });
}

}  // namespace

TEST_SUITE_BEGIN("perf.runs.RunFindings");

TEST_CASE("repeated runs are read and judged together") {
    RunFiles runs;
    runs.add(runOfRanks({100, 201, 100}));
    runs.add(runOfRanks({101, 200, 100}));
    runs.add(runOfRanks({100, 202, 101}));

    const RepeatedRuns together = runs.together();

    CHECK(together.program == "/bin/ranks");
    CHECK(together.runs.size() == 3);
    CHECK(together.notes.empty());
    REQUIRE(together.findings.size() == 1);
    CHECK(together.findings[0].finding.where == "rank 1");
    CHECK(together.findings[0].finding.confidence == 1);
    CHECK(together.runs[together.median].efficiency.whole.factors.timeNs == 201e6);
}

TEST_CASE("a run that is there twice counts once, whatever its file is called") {
    RunFiles runs;
    runs.add(runOfRanks({100, 201}));
    runs.add(runOfRanks({100, 201}));
    runs.add(runOfRanks({100, 203}));

    const RepeatedRuns together = runs.together();

    CHECK(together.runs.size() == 2);
    CHECK(hasNote(together,
                  "1.gantry is the same run as " + runs.files[0].string() + ", and counts once"));
}

TEST_CASE("the same run several times is one run") {
    RunFiles runs;
    runs.add(runOfRanks({100, 201}));
    runs.files.push_back(runs.files[0]);
    const RepeatedRuns together = runs.together();
    CHECK(together.runs.size() == 1);
    CHECK(hasNote(together, "counts once"));
}

TEST_CASE("a run that is not complete is left out, and where none is complete all are refused") {
    RunFiles runs;
    Profile partial = runOfRanks({100, 201});
    partial.partial = "rank 7 is missing";
    runs.add(partial);
    partial.timeNs = 7;
    runs.add(partial);
    CHECK_THROWS_AS((void)runs.together(), NotRepetitionsError);
    runs.add(runOfRanks({100, 203}));
    runs.add(runOfRanks({100, 205}));

    const RepeatedRuns together = runs.together();

    CHECK(together.runs.size() == 2);
    CHECK(hasNote(together, "0.gantry is left out: the run is not complete: rank 7 is missing"));
}

TEST_CASE("runs on other machines and with other arguments are judged, and reported as such") {
    RunFiles runs;
    runs.add(runOfRanks({100, 201}));
    Profile other = runOfRanks({100, 203});
    other.machine.host = "node2";
    other.context[1].second = "ranks 2";
    runs.add(other);

    const RepeatedRuns together = runs.together();

    CHECK(hasNote(together, "the machines of the runs differ: "));
    CHECK(hasNote(together, "node2 (a processor)"));
    CHECK(hasNote(together, "the commands of the runs differ: "));
}

TEST_CASE("runs of other programs, ranks and metrics are refused before a trace is read") {
    RunFiles runs;
    runs.add(runOfRanks({100, 201}));
    RunFiles others = {};
    others.files = runs.files;
    Profile other = runOfRanks({100, 201});
    other.context[0].second = "/bin/other";
    others.add(other);
    CHECK_THROWS_AS((void)others.together(), std::invalid_argument);
    others.files.pop_back();
    others.files.push_back(runs.files[0]);
    others.add(runOfRanks({100, 201, 100}));
    CHECK_THROWS_AS((void)others.together(), NotRepetitionsError);
}

TEST_SUITE_END();
