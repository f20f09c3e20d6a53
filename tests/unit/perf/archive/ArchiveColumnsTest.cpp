#include <perf/archive/ArchiveDraft.hpp>
#include <perf/archive/RankValues.hpp>
#include <perf/model/RankMerger.hpp>

#include <doctest/doctest.h>
#include <sqlite3.h>

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "RankSamples.hpp"
#include "TestFolder.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;
namespace fs = std::filesystem;

namespace {

constexpr std::uint32_t kSize = 1100;

struct Run {
    Profile profile;
    std::vector<RankBlock> blocks;
};

Run runOfMany() {
    RankMerger merger(RankDetail::Columns);
    for (std::uint32_t rank = 0; rank < kSize; ++rank) {
        if (rank != 700) {
            merger.add(rank, profileOfRank(rank, kSize));
        }
    }
    Run run{merger.take(kSize), {}};
    run.blocks = merger.takeBlocks();
    return run;
}

std::uint32_t placeOf(const Profile& profile, const std::string& name) {
    for (const RankRecord& record : profile.ranks->timers) {
        if (record.info.name == name) {
            return record.info.id;
        }
    }
    FAIL("no timer " << name);
    return 0;
}

bool isNear(std::int64_t kept, double exact) {
    return std::abs(static_cast<double>(kept) - exact) <= kColumnError * std::abs(exact);
}

void change(const fs::path& path, const char* sql) {
    sqlite3* database = nullptr;
    REQUIRE(sqlite3_open(path.c_str(), &database) == SQLITE_OK);
    REQUIRE(sqlite3_exec(database, sql, nullptr, nullptr, nullptr) == SQLITE_OK);
    sqlite3_close(database);
}

ArchiveError::Kind refusal(const fs::path& path, std::uint32_t timer) {
    try {
        (void)readRankValues(path, timer);
    } catch (const ArchiveError& error) {
        return error.kind();
    }
    FAIL("nothing was refused");
    return ArchiveError::Kind::File;
}

}  // namespace

TEST_SUITE_BEGIN("perf.archive.ArchiveColumns");

TEST_CASE("an archive of very many ranks gives back the profile and the values of each rank") {
    const TestFolder folder;
    const Run run = runOfMany();
    const fs::path path = folder.path / "many.gantry";

    writeArchive(path, run.blocks, run.profile);

    CHECK(folder.files() == 1);
    CHECK(readArchive(path) == run.profile);
    const std::vector<RankTotals> totals = readRankTotals(path);
    REQUIRE(totals.size() == kSize - 1);
    CHECK(totals[700].rank == 701);
    CHECK(totals[700].threads == 2);
    const std::vector<RankValues> values = readRankValues(path, placeOf(run.profile, "shared"));
    REQUIRE(values.size() == kSize - 1);
    for (const RankValues& value : values) {
        CAPTURE(value.rank);
        const double worker = value.rank % 2 == 1 ? 50.0 + value.rank : 0;
        REQUIRE(value.inclusive.size() == 1);
        CHECK(isNear(value.inclusive[0], 10.0 * value.rank + worker));
        CHECK(isNear(value.exclusive[0], 10.0 * value.rank + worker));
        CHECK(isNear(value.calls, value.rank + 1.0 + value.rank % 2));
    }
    // Half of the ranks have it.
    CHECK(readRankValues(path, placeOf(run.profile, "odd")).size() == kSize / 2);
}

TEST_CASE("an archive without columns has no values of ranks") {
    const TestFolder folder;
    writeArchive(folder.path / "one", fullProfile());

    CHECK(readRankTotals(folder.path / "one").empty());
    CHECK(readRankValues(folder.path / "one", 0).empty());
}

TEST_CASE("columns of timers that the run does not have are left out") {
    const TestFolder folder;
    Run run = runOfMany();
    run.blocks[1].columns.push_back(run.blocks[1].columns[0]);
    run.blocks[1].columns.back().timer.name = "of another metric";

    writeArchive(folder.path / "many", run.blocks, run.profile);

    CHECK(readArchive(folder.path / "many") == run.profile);
    CHECK(readRankValues(folder.path / "many", 0).size() == kSize - 1);
}

TEST_CASE("a column that was changed, moved or removed is refused when it is read") {
    const TestFolder folder;
    const Run run = runOfMany();
    const fs::path path = folder.path / "many";
    for (const char* sql :
         {"UPDATE rank_column SET bytes = (SELECT bytes FROM rank_column WHERE id = 1) "
          "WHERE id = 0",
          "UPDATE rank_column SET column_timer_id = 1 - column_timer_id WHERE column_timer_id < 2",
          "DELETE FROM rank_column WHERE id = 0",
          "UPDATE rank_column SET bytes = substr(bytes, 1, 3) WHERE id = 0"}) {
        CAPTURE(sql);
        writeArchive(path, run.blocks, run.profile);
        change(path, sql);

        CHECK(refusal(path, 0) == ArchiveError::Kind::Damaged);
    }
    writeArchive(path, run.blocks, run.profile);
    change(path, "UPDATE rank_block SET ranks = 5 WHERE id = 0");
    CHECK_THROWS_AS((void)readRankTotals(path), ArchiveError);
}

TEST_CASE("a flipped byte anywhere is refused, or changes nothing that is read") {
    const TestFolder folder;
    const Run run = runOfMany();
    const fs::path path = folder.path / "many";
    writeArchive(path, run.blocks, run.profile);
    const std::vector<RankValues> values = readRankValues(path, 0);
    std::ifstream in(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(in), {}};
    const std::uint32_t seed = std::random_device()();
    CAPTURE(seed);
    std::mt19937 random(seed);
    for (int i = 0; i < 60; ++i) {
        std::string damaged = bytes;
        const std::size_t at = random() % damaged.size();
        CAPTURE(at);
        damaged[at] = static_cast<char>(damaged[at] ^ (1 << (random() % 8)));
        std::ofstream(path, std::ios::binary) << damaged;
        try {
            const bool sameValues = readRankValues(path, 0) == values;
            const bool sameProfile = readArchive(path) == run.profile;
            CHECK(sameValues);
            CHECK(sameProfile);
        } catch (const ArchiveError& error) {
            CHECK(error.kind() != ArchiveError::Kind::File);
        }
    }
}

TEST_CASE("a draft that is not finished leaves nothing behind") {
    const TestFolder folder;
    const Run run = runOfMany();
    {
        ArchiveDraft draft(folder.path / "many");
        draft.add(run.blocks[0]);
    }
    CHECK(folder.files() == 0);
}
