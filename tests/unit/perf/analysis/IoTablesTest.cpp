#include <perf/analysis/IoFindings.hpp>
#include <perf/analysis/ModuleTable.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "ProfileSamples.hpp"

using namespace gantry::perf;

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

using Values = std::map<std::string, std::int64_t>;

// A module whose records have the fields of `all`; the first record has these values.
ModuleRecords module(const std::string& name, const Values& all, const std::string& file) {
    ModuleRecords made{name, 1, "", {}, {{file, -1, {}}}};
    for (const auto& [field, value] : all) {
        made.fields.push_back({field, "", Reduction::Sum});
        made.records.front().values.push_back(value);
    }
    return made;
}

ModuleRecords bins(std::vector<ModuleRecord> records) {
    return {"io_bins",
            1,
            "",
            {{"begin", "ns", Reduction::First},
             {"width", "ns", Reduction::None},
             {"bytes_read", "B", Reduction::Sum},
             {"bytes_written", "B", Reduction::Sum}},
            std::move(records)};
}

Profile profileOf(std::vector<ModuleRecords> modules) {
    Profile profile = samples::fullProfile();
    profile.modules = std::move(modules);
    return profile;
}

// What 4 ranks did with one file through MPI-IO.
Values sharedFile() {
    return {{"opens", 4},
            {"collective_opens", 4},
            {"ranks", 4},
            {"reads", 0},
            {"writes", 400},
            {"independent_writes", 400},
            {"collective_writes", 0},
            {"bytes_read", 0},
            {"bytes_written", 25600},
            {"read_time", 0},
            {"write_time", 2'000'000},
            {"meta_time", 1000}};
}

std::vector<std::string> rulesOf(const Profile& profile) {
    std::vector<std::string> rules;
    for (const IoFinding& finding : ioFindings(profile)) {
        rules.push_back(finding.rule);
    }
    return rules;
}

const ReportTable& mapIn(const std::vector<ReportTable>& tables) {
    REQUIRE(!tables.empty());
    REQUIRE(tables.back().view == "ioMap");
    return tables.back();
}

std::string textIn(const ReportTable& table, std::size_t row, std::size_t column) {
    return std::get<std::string>(table.rows.at(row).at(column));
}

}  // namespace

TEST_SUITE("perf.analysis.IoTables") {
    TEST_CASE("small independent accesses of several ranks to one file are found") {
        const Profile profile = profileOf({module("mpiio", sharedFile(), "/data/out")});

        const std::vector<IoFinding> found = ioFindings(profile);

        REQUIRE(found.size() == 1);
        CHECK(found.front().rule == "not-collective");
        CHECK(found.front().file == "/data/out");
        CHECK(found.front().evidence ==
              "4 ranks made 400 independent accesses of 64 B on average, and no collective one; "
              "they took 2.00 ms");
    }
    TEST_CASE("collective, large, few or single-rank accesses are not held against a shared file") {
        for (const auto& [field, value] : Values{{"collective_writes", 1},
                                                 {"bytes_written", 400LL << 20},
                                                 {"independent_writes", 99},
                                                 {"ranks", 1}}) {
            CAPTURE(field);
            Values values = sharedFile();
            values[field] = value;
            CHECK(rulesOf(profileOf({module("mpiio", values, "/data/out")})).empty());
        }
    }
    TEST_CASE("accesses whose places were not recorded are not called random") {
        Values values = sharedFile();
        values["collective_writes"] = 1;
        values["writes"] = 5000;
        CHECK(rulesOf(profileOf({module("mpiio", values, "/data/out")})).empty());
    }
    TEST_CASE("a shared record that names its slowest rank shows that the ranks are uneven") {
        const Profile profile = profileOf({module("posix",
                                                  {{"opens", 4},
                                                   {"bytes_read", 0},
                                                   {"read_time", kSecond},
                                                   {"ranks", 4},
                                                   {"slowest_rank_time", kSecond / 2}},
                                                  "/data/in")});

        CHECK(rulesOf(profile) == std::vector<std::string>{"uneven-processes"});
    }
    TEST_CASE("what a layer opens and moves is not counted a second time") {
        Values values = sharedFile();
        values["writes_to_100B"] = 400;
        const ModuleRecords mpiio = module("mpiio", values, "/data/out");
        const ModuleRecords posix = module("posix",
                                           {{"opens", 4},
                                            {"bytes_read", 0},
                                            {"read_time", 0},
                                            {"writes", 25},
                                            {"writes_to_1KiB", 25}},
                                           "/data/out");

        const std::vector<ReportTable> tables = ioTables(profileOf({mpiio, posix}));

        const ReportTable& sizes = tables.at(2);
        REQUIRE(sizes.rows.size() == 1);
        CHECK(textIn(sizes, 0, 0) == "1KiB");
        CHECK(std::get<std::int64_t>(sizes.rows[0][2]) == 25);
    }
    TEST_CASE("the map has the bytes of each process in equal intervals of the run") {
        Profile profile = profileOf(
            {module("posix", {{"opens", 1}, {"bytes_read", 1}, {"read_time", 1}}, "/data/in"),
             bins({{"posix 0", 0, {1, 10'000'000, 100, 0}},
                   {"posix 1", 0, {kSecond, kSecond, 0, 800}},
                   {"posix 0", 1, {1, 10'000'000, 50, 0}}})});
        profile.processes = {{}, {}};
        profile.processes[0].rank = 0;
        profile.processes[1].rank = 1;

        const std::vector<ReportTable> tables = ioTables(profile);

        const ReportTable& map = mapIn(tables);
        CHECK(map.columns[3].title == "over time, 80.0 ms a character");
        REQUIRE(map.rows.size() == 3);
        CHECK(textIn(map, 0, 0) == "rank 0");
        CHECK(textIn(map, 0, 1) == "read");
        CHECK(textIn(map, 0, 3) == "@                         ");
        // 800 B in 1 s: 64 B in each interval but the first and the last.
        CHECK(textIn(map, 1, 1) == "written");
        CHECK(std::get<std::int64_t>(map.rows[1][2]) == 800);
        CHECK(textIn(map, 1, 3) == "            -************ ");
        CHECK(textIn(map, 2, 0) == "rank 1");
        CHECK(textIn(map, 2, 3) == "+                         ");
    }
    TEST_CASE("the map of a layer is shown only where nothing below it was recorded") {
        const ModuleRecords file =
            module("posix", {{"opens", 1}, {"bytes_read", 1}, {"read_time", 1}}, "/data/in");
        const ModuleRecord layer{"mpiio 0", 0, {1, 10'000'000, 7, 0}};
        const ModuleRecord below{"posix 0", 0, {1, 10'000'000, 9, 0}};

        CHECK(std::get<std::int64_t>(
                  mapIn(ioTables(profileOf({file, bins({layer, below})}))).rows.at(0).at(2)) == 9);
        CHECK(std::get<std::int64_t>(
                  mapIn(ioTables(profileOf({file, bins({layer})}))).rows.at(0).at(2)) == 7);
    }
    TEST_CASE("bins that no single process can have had are left out of the map") {
        const ModuleRecords file =
            module("posix", {{"opens", 1}, {"bytes_read", 1}, {"read_time", 1}}, "/data/in");
        const auto records = bins({{"posix 0", 0, {-5, 10, 7, 0}},
                                   {"posix 1", 0, {1, 0, 7, 0}},
                                   {"posix 2", 0, {INT64_MAX, INT64_MAX, 7, 0}},
                                   {"posix 3", 0, {1, 10, -7, -7}},
                                   {"posix 4", -1, {1, 10, 7, 7}}});

        CHECK(mapIn(ioTables(profileOf({file, records}))).rows.empty());
    }
}
