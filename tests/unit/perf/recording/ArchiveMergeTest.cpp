#include <perf/archive/Archive.hpp>
#include <perf/archive/RankValues.hpp>
#include <perf/recording/ArchiveMerge.hpp>
#include <perf/trace/TraceFile.hpp>

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "RankSamples.hpp"
#include "TestFolder.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;
using gantry::base::InputError;

namespace fs = std::filesystem;

namespace {

struct Archives {
    TestFolder folder;
    std::vector<fs::path> files;

    fs::path add(const std::string& name, const Profile& profile, const History& history = {}) {
        files.push_back(folder.path / name);
        writeArchive(files.back(), profile, {}, history);
        return files.back();
    }

    void addRanks(std::uint32_t count, std::uint32_t size) {
        for (std::uint32_t rank = 0; rank < count; ++rank) {
            add("r" + std::to_string(rank), profileOfRank(rank, size));
        }
    }

    std::string messageOfMerge() const {
        try {
            (void)mergedRun(files);
        } catch (const MergeError& error) {
            std::string text = error.what();
            const std::string place = folder.path.string() + '/';
            for (std::size_t at = text.find(place); at != std::string::npos;
                 at = text.find(place)) {
                text.erase(at, place.size());
            }
            return text;
        }
        return {};
    }
};

ArchivedChange change(std::int64_t timeNs, const std::string& user) {
    ArchivedChange change;
    change.timeNs = timeNs;
    change.action = "create";
    change.cause = "app.rc:1";
    change.user = user;
    return change;
}

}  // namespace

TEST_SUITE_BEGIN("perf.recording.ArchiveMerge");

TEST_CASE("the archives of all ranks become one, whatever their order") {
    Archives archives;
    archives.addRanks(4, 4);
    const MergedRun forward = mergedRun(archives.files);
    std::swap(archives.files[0], archives.files[3]);

    const MergedRun backward = mergedRun(archives.files);

    CHECK(backward.profile == forward.profile);
    CHECK(forward.profile.ranks->size == 4);
    CHECK(forward.profile.partial.empty());
    CHECK(forward.profile.threads.size() == 6);
    CHECK(forward.profile.processes[3].rank == 3);
}

TEST_CASE("what is written is what was merged") {
    Archives archives;
    archives.addRanks(3, 3);
    const MergedRun run = mergedRun(archives.files);

    CHECK(writeMerged(run, archives.folder.path / "all.gantry").empty());

    CHECK(readArchive(archives.folder.path / "all.gantry") == run.profile);
    CHECK(fs::exists(archives.files[0]));
}

TEST_CASE("a rank that was missing can be added to a merged archive") {
    Archives archives;
    archives.addRanks(4, 4);
    const Profile all = mergedRun(archives.files).profile;
    const fs::path late = archives.files[2];
    archives.files.erase(archives.files.begin() + 2);
    const MergedRun without = mergedRun(archives.files);
    REQUIRE(without.profile.partial == "of 4 ranks these reported nothing: 2");
    const fs::path merged = archives.folder.path / "merged.gantry";
    writeMerged(without, merged);

    const Profile whole = mergedRun({merged, late}).profile;

    CHECK(whole.partial.empty());
    CHECK(whole.threads == all.threads);
    CHECK(whole.processes == all.processes);
    CHECK(whole.ranks->timers.size() == all.ranks->timers.size());
}

// gantry exec adds samples to an archive; gantry recover has none to add.
TEST_CASE("a recovered rank merges with ranks that have call stack samples") {
    Archives archives;
    for (std::uint32_t rank = 0; rank < 3; ++rank) {
        Profile profile = profileOfRank(rank, 3);
        if (rank != 1) {
            Metric sampled = profile.metrics.front();
            sampled.name = "sampled";
            profile.metrics.push_back(sampled);
        }
        archives.add("r" + std::to_string(rank), profile);
    }

    const Profile whole = mergedRun(archives.files).profile;

    CHECK(whole.ranks->size == 3);
    CHECK(whole.metrics.back().name == "sampled");
    CHECK(whole.partial.find("no call stacks were sampled of rank 1") == 0);
}

TEST_CASE("a rank without another metric is refused, also beside sampled ones") {
    Archives archives;
    for (std::uint32_t rank = 0; rank < 2; ++rank) {
        Profile profile = profileOfRank(rank, 2);
        Metric further = profile.metrics.front();
        further.name = rank == 0 ? "sampled" : "cpu";
        profile.metrics.push_back(further);
        archives.add("r" + std::to_string(rank), profile);
    }

    CHECK_THROWS_WITH_AS((void)mergedRun(archives.files),
                         "the profiles of rank 0 and of rank 1 were measured with different "
                         "metrics; measure all ranks with the same set",
                         std::invalid_argument);
}

TEST_CASE("archives of different runs are refused, and both are named") {
    Archives archives;
    archives.add("a", profileOfRank(0));
    Profile other = profileOfRank(1);
    other.processes[0].run = "job8";
    archives.add("b", other);

    CHECK(archives.messageOfMerge() ==
          "a and b are of different runs (run job7 of 4 ranks, run job8 of 4 ranks); name "
          "archives of one run only");
}

TEST_CASE("a process that is there twice is refused") {
    Archives archives;
    const fs::path file = archives.add("a", profileOfRank(1));
    fs::copy(file, archives.folder.path / "copy");
    archives.files.push_back(archives.folder.path / "copy");

    CHECK(archives.messageOfMerge() ==
          "a and copy are of the same process (rank 1, process 4001 on node1); name only one of "
          "them");
}

TEST_CASE("an archive that is named twice is refused") {
    Archives archives;
    const fs::path file = archives.add("a", profileOfRank(1));
    archives.files.push_back(file.parent_path() / "." / "a");

    CHECK(archives.messageOfMerge() == "./a is named twice; name each archive once");
}

TEST_CASE("two processes of one rank are refused") {
    Archives archives;
    archives.add("a", profileOfRank(1));
    Profile other = profileOfRank(1);
    other.processes[0].pid = 9;
    archives.add("b", other);

    CHECK(archives.messageOfMerge() ==
          "a and b are both of rank 1 (rank 1, process 4001 on node1; rank 1, process 9 on "
          "node1); name the one that counts");
}

TEST_CASE(
    "source files of all ranks are kept, each once, and with its text if one of them has it") {
    Archives archives;
    const auto text = std::make_shared<const std::string>("int main() {}\n");
    const ArchivedSource whole{"/a.c", 14, 1, sourceDigest(*text), "", text};
    const ArchivedSource leftOut{"/a.c", 14, 1, "", "it cannot be read"};
    const ArchivedSource other{"/b.c", 14, 1, sourceDigest(*text), "", text};
    archives.add("r0", profileOfRank(0, 3), {{}, {}, {leftOut}});
    archives.add("r1", profileOfRank(1, 3), {{}, {}, {whole, other}});
    archives.add("r2", profileOfRank(2, 3), {{}, {}, {leftOut}});

    (void)writeMerged(mergedRun(archives.files), archives.folder.path / "all.gantry");

    const auto sources = readHistory(archives.folder.path / "all.gantry").sources;
    REQUIRE(sources.size() == 2);
    CHECK(sources[0].path == "/a.c");
    CHECK(*sources[0].text == *text);
    CHECK(sources[1].path == "/b.c");
}

TEST_CASE("a damaged archive among good ones is left out and named") {
    Archives archives;
    archives.addRanks(3, 3);
    fs::resize_file(archives.files[1], 3000);

    const MergedRun run = mergedRun(archives.files);

    REQUIRE(run.unreadable.size() == 1);
    CHECK(run.unreadable[0].kind() == InputError::Kind::Damaged);
    CHECK(run.profile.partial.find("of 3 ranks these reported nothing: 1") == 0);
    CHECK(run.profile.partial.find("an archive could not be read: " + archives.files[1].string()) !=
          std::string::npos);
}

TEST_CASE("where no archive can be read, the first one's fault is reported") {
    Archives archives;
    archives.files = {archives.folder.path / "none", archives.folder.path / "nothing"};

    CHECK_THROWS_WITH_AS(
        mergedRun(archives.files),
        ((archives.folder.path / "none").string() + ": cannot be read: No such file or directory")
            .c_str(),
        InputError);
}

TEST_CASE("processes without ranks become one profile without values over ranks") {
    Archives archives;
    for (std::uint32_t i = 0; i < 2; ++i) {
        Profile profile = profileOfRank(i);
        profile.processes[0].rank = -1;
        profile.processes[0].size = 0;
        archives.add("p" + std::to_string(i), profile);
    }

    const Profile profile = mergedRun(archives.files).profile;

    CHECK_FALSE(profile.ranks);
    CHECK(profile.processes.size() == 2);
    CHECK(profile.threads.size() == 3);
    CHECK(profile.threads[2].process == 1);
}

TEST_CASE("a process without a rank does not go with ranks") {
    Archives archives;
    archives.add("a", profileOfRank(0));
    Profile launcher = profileOfRank(1);
    launcher.processes[0].rank = -1;
    archives.add("b", launcher);

    CHECK(archives.messageOfMerge() ==
          "b is of a process without a rank, a of rank 0, process 4000 on node1; name archives "
          "of ranks only, or of none");
}

TEST_CASE("an archive that notes no processes is understood by its facts") {
    Archives archives;
    for (std::uint32_t rank = 0; rank < 2; ++rank) {
        Profile profile = profileOfRank(rank, 2);
        profile.processes.clear();
        for (ThreadProfile& thread : profile.threads) {
            thread.process = -1;
            thread.role = ThreadRole::Unknown;
        }
        profile.context = {{"rank", std::to_string(rank)}, {"size", "2"}, {"session", "s1"}};
        archives.add("r" + std::to_string(rank), profile);
    }

    const Profile profile = mergedRun(archives.files).profile;

    CHECK(profile.ranks->size == 2);
    CHECK(profile.processes[1].host == "node1");
    CHECK(profile.processes[1].rank == 1);
}

TEST_CASE("several ranks whose threads were not recorded are refused") {
    Archives archives;
    Profile profile = mergedRun({archives.add("a", profileOfRank(0, 1))}).profile;
    profile.processes.clear();
    profile.threads[0].process = -1;
    archives.add("old", profile);

    CHECK(archives.messageOfMerge().find("old has several ranks, and an older Gantry") == 0);
}

TEST_CASE("the history is that of the lowest rank, and what others did besides") {
    Archives archives;
    archives.add("r0", profileOfRank(0, 3), {{change(5, "pi")}, {}});
    archives.add("r1", profileOfRank(1, 3), {{change(7, "pi")}, {}});
    archives.add("r2", profileOfRank(2, 3), {{change(1, "other")}, {}});

    const History history = mergedRun(archives.files).history;

    REQUIRE(history.changes.size() == 2);
    CHECK(history.changes[0].user == "other");
    CHECK(history.changes[0].cause == "rank 2, process 4002 on node2: app.rc:1");
    CHECK(history.changes[1].timeNs == 5);
}

TEST_CASE("a trace next to an archive is next to the merged one, by its rank") {
    Archives archives;
    archives.addRanks(2, 2);
    const fs::path trace = fs::path(archives.files[1]).replace_extension(".trace");
    std::ofstream(trace, std::ios::binary) << traceFileOf({});
    const MergedRun run = mergedRun(archives.files);

    const std::vector<fs::path> traces = writeMerged(run, archives.folder.path / "all.gantry");

    REQUIRE(traces.size() == 1);
    CHECK(traces[0].filename() == "all.rank1.trace");
    CHECK(looksLikeTrace(traces[0]));
}

TEST_CASE("traces of an archive that was replaced do not stay beside the new one") {
    Archives archives;
    archives.addRanks(2, 2);
    const fs::path all = archives.folder.path / "all.gantry";
    const fs::path trace = fs::path(archives.files[1]).replace_extension(".trace");
    for (const fs::path& file : {trace, archives.folder.path / "all.rank3.trace",
                                 archives.folder.path / "other.rank3.trace"}) {
        std::ofstream(file, std::ios::binary) << traceFileOf({});
    }

    (void)writeMerged(mergedRun(archives.files), all);

    CHECK(fs::exists(archives.folder.path / "all.rank1.trace"));
    CHECK_FALSE(fs::exists(archives.folder.path / "all.rank3.trace"));
    CHECK(fs::exists(archives.folder.path / "other.rank3.trace"));
}

TEST_CASE("more ranks than are kept in detail become columns, and are not merged again") {
    Archives archives;
    archives.addRanks(4, 4);
    const MergedRun run = mergedRun(archives.files, 3);

    CHECK(run.profile.threads.size() == 2);
    REQUIRE(run.blocks.size() == 1);
    CHECK(run.blocks[0].count == 4);
    const fs::path merged = archives.folder.path / "merged.gantry";
    writeMerged(run, merged);
    CHECK(readRankTotals(merged).size() == 4);
    archives.files = {merged};
    CHECK(archives.messageOfMerge() ==
          "merged.gantry has 4 ranks merged into one call tree, which cannot be separated; name "
          "the archives of the individual ranks");
}
