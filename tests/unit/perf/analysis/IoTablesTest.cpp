#include <perf/analysis/IoFindings.hpp>
#include <perf/analysis/ModuleTable.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
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

struct OfRank {
    std::int64_t seconds;
    std::int64_t bytes;
};

// Each rank read a file of its own as well.
Profile sharedProfile(const std::vector<OfRank>& ranks) {
    ModuleRecords made{"posix",
                       1,
                       "",
                       {{"opens", "calls", Reduction::Sum},
                        {"bytes_read", "B", Reduction::Sum},
                        {"bytes_written", "B", Reduction::Sum},
                        {"read_time", "ns", Reduction::Sum},
                        {"write_time", "ns", Reduction::Sum},
                        {"meta_time", "ns", Reduction::Sum}},
                       {}};
    Profile profile = profileOf({});
    profile.processes.assign(ranks.size(), {});
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        const auto& [seconds, bytes] = ranks[i];
        const auto rank = static_cast<std::int32_t>(i);
        profile.processes[i].rank = rank;
        made.records.push_back(
            {"/data/shared", rank, {1, bytes - 1, 1, (seconds - 2) * kSecond, kSecond, kSecond}});
        made.records.push_back({"(pipe)", rank, {1, 1, 0, 1, 0, 0}});
        made.records.push_back({"/data/" + std::to_string(i), rank, {1, 1, 0, 1, 0, 0}});
    }
    profile.modules = {made};
    return profile;
}

const ReportTable& mapIn(const std::vector<ReportTable>& tables) {
    REQUIRE(!tables.empty());
    REQUIRE(tables.back().view == "ioMap");
    return tables.back();
}

ReportTable tableIn(const std::vector<ReportTable>& tables, const std::string& view) {
    const auto found = std::find_if(tables.begin(), tables.end(),
                                    [&](const ReportTable& table) { return table.view == view; });
    REQUIRE(found != tables.end());
    return *found;
}

double numberIn(const ReportTable& table, std::size_t row, const std::string& key) {
    const auto column = std::find_if(table.columns.begin(), table.columns.end(),
                                     [&](const ReportColumn& one) { return one.key == key; });
    REQUIRE(column != table.columns.end());
    const auto place = static_cast<std::size_t>(column - table.columns.begin());
    const ReportValue& value = table.rows.at(row).at(place);
    const auto* const whole = std::get_if<std::int64_t>(&value);
    return whole != nullptr ? static_cast<double>(*whole) : std::get<double>(value);
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
        CHECK(found.front().module == "mpiio");
        CHECK(found.front().evidence ==
              "4 ranks made 400 independent accesses of 64 B on average, and no collective one; "
              "they took 2.00 ms");
    }
    TEST_CASE("collective, large, few or single-rank accesses are not held against a shared file") {
        for (const auto& [eachField, value] : Values{{"collective_writes", 1},
                                                     {"bytes_written", 400LL << 20},
                                                     {"independent_writes", 99},
                                                     {"ranks", 1}}) {
            const auto& field = eachField;
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
        CHECK(map.columns[4].title == "over time, 80.0 ms a character");
        REQUIRE(map.rows.size() == 3);
        CHECK(textIn(map, 0, 0) == "posix");
        CHECK(textIn(map, 0, 1) == "rank 0");
        CHECK(textIn(map, 0, 2) == "read");
        CHECK(textIn(map, 0, 4) == "@                         ");
        // 800 B in 1 s: 64 B in each interval but the first and the last.
        CHECK(textIn(map, 1, 2) == "written");
        CHECK(std::get<std::int64_t>(map.rows[1][3]) == 800);
        CHECK(textIn(map, 1, 4) == "            -************ ");
        CHECK(textIn(map, 2, 1) == "rank 1");
        CHECK(textIn(map, 2, 4) == "+                         ");
    }
    TEST_CASE("the map has rows of their own for each module") {
        const ModuleRecords file =
            module("posix", {{"opens", 1}, {"bytes_read", 1}, {"read_time", 1}}, "/data/in");
        const ModuleRecord layer{"mpiio 0", 0, {1, 10'000'000, 7, 0}};
        const ModuleRecord below{"posix 0", 0, {1, 10'000'000, 9, 4}};

        const std::vector<ReportTable> tables = ioTables(profileOf({file, bins({below, layer})}));

        const ReportTable& map = mapIn(tables);
        REQUIRE(map.rows.size() == 3);
        CHECK(textIn(map, 0, 0) == "mpiio");
        CHECK(std::get<std::int64_t>(map.rows[0][3]) == 7);
        CHECK(textIn(map, 1, 0) == "posix");
        CHECK(std::get<std::int64_t>(map.rows[1][3]) == 9);
        CHECK(std::get<std::int64_t>(map.rows[2][3]) == 4);
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
    TEST_CASE("without a file of several ranks there is no table of them") {
        for (const ReportTable& table : ioTables(sharedProfile({{3, 1}}))) {
            CHECK(table.view != "ioShared");
        }
    }
    TEST_CASE("of a file of several ranks the fastest and the slowest rank are named") {
        const Profile profile = sharedProfile({{30, 10}, {10, 40}, {20, 40}});

        const std::vector<ReportTable> tables = ioTables(profile);

        const ReportTable& shared = tableIn(tables, "ioShared");
        REQUIRE(shared.rows.size() == 1);
        CHECK(textIn(shared, 0, 0) == "/data/shared");
        CHECK(textIn(shared, 0, 1) == "posix");
        CHECK(numberIn(shared, 0, "ranks") == 3);
        CHECK(numberIn(shared, 0, "fastestRank") == 1);
        CHECK(numberIn(shared, 0, "fastestTime") == 10 * kSecond);
        CHECK(numberIn(shared, 0, "slowestRank") == 0);
        CHECK(numberIn(shared, 0, "slowestTime") == 30 * kSecond);
        CHECK(numberIn(shared, 0, "leastRank") == 0);
        CHECK(numberIn(shared, 0, "leastBytes") == 10);
        CHECK(numberIn(shared, 0, "mostRank") == 1);
        CHECK(numberIn(shared, 0, "mostBytes") == 40);
        // The variance of 30, 10 and 20 s is 200/3 s^2, that of 10, 40 and 40 B is 200 B^2.
        CHECK(numberIn(shared, 0, "timeVariance") == doctest::Approx(200.0 / 3));
        CHECK(numberIn(shared, 0, "timeDeviation") == doctest::Approx(std::sqrt(200.0 / 3) * 1e9));
        CHECK(numberIn(shared, 0, "bytesVariance") == doctest::Approx(200));
        CHECK(numberIn(shared, 0, "bytesDeviation") == doctest::Approx(std::sqrt(200.0)));
    }
    TEST_CASE("children of a rank count as that rank, and a process without a rank as none") {
        Profile profile = sharedProfile({{30, 10}, {10, 40}, {20, 40}, {5, 5}});
        profile.processes[1].rank = 0;
        profile.processes[3].rank = -1;

        const std::vector<ReportTable> tables = ioTables(profile);

        const ReportTable& shared = tableIn(tables, "ioShared");
        REQUIRE(shared.rows.size() == 1);
        CHECK(numberIn(shared, 0, "ranks") == 2);
        CHECK(numberIn(shared, 0, "slowestRank") == 0);
        CHECK(numberIn(shared, 0, "slowestTime") == 40 * kSecond);
        CHECK(numberIn(shared, 0, "mostBytes") == 50);
    }
    TEST_CASE("a record of all ranks says which of them was the fastest, where it knows") {
        Values values{{"opens", 4},
                      {"bytes_read", 0},
                      {"read_time", 4 * kSecond},
                      {"ranks", 4},
                      {"fastest_rank", 3},
                      {"fastest_rank_time", kSecond / 2},
                      {"slowest_rank", 0},
                      {"slowest_rank_time", 2 * kSecond},
                      {"rank_time_deviation", kSecond / 2},
                      {"rank_bytes_deviation", 100}};
        const std::vector<ReportTable> tables =
            ioTables(profileOf({module("posix", values, "/data/in")}));

        const ReportTable& shared = tableIn(tables, "ioShared");
        REQUIRE(shared.rows.size() == 1);
        CHECK(numberIn(shared, 0, "ranks") == 4);
        CHECK(numberIn(shared, 0, "fastestRank") == 3);
        CHECK(numberIn(shared, 0, "fastestTime") == kSecond / 2);
        CHECK(numberIn(shared, 0, "slowestRank") == 0);
        CHECK(numberIn(shared, 0, "timeVariance") == doctest::Approx(0.25));
        CHECK(numberIn(shared, 0, "bytesVariance") == doctest::Approx(10000));
        CHECK(std::isnan(numberIn(shared, 0, "mostBytes")));

        values["ranks"] = 0;
        for (const ReportTable& table : ioTables(profileOf({module("posix", values, "/a")}))) {
            CHECK(table.view != "ioShared");
        }
    }
    TEST_CASE("processes are listed with what they did with all files, the slowest first") {
        const std::vector<ReportTable> tables = ioTables(sharedProfile({{10, 40}, {30, 10}}));

        const ReportTable& processes = tableIn(tables, "ioProcesses");
        REQUIRE(processes.rows.size() == 2);
        CHECK(textIn(processes, 0, 0) == "rank 1");
        // 1 ns each for the pipe and the file of its own.
        CHECK(numberIn(processes, 0, "time") == 30 * kSecond + 2);
        CHECK(numberIn(processes, 0, "readTime") == 28 * kSecond + 2);
        CHECK(numberIn(processes, 0, "writeTime") == kSecond);
        CHECK(numberIn(processes, 0, "metadataTime") == kSecond);
        CHECK(numberIn(processes, 0, "bytesRead") == 9 + 2);
        CHECK(numberIn(processes, 1, "bytesWritten") == 1);
        for (const ReportTable& table : ioTables(sharedProfile({{10, 40}}))) {
            CHECK(table.view != "ioProcesses");
        }
    }
    TEST_CASE("what MPI-IO moves is not counted a second time for a process") {
        Profile profile = sharedProfile({{10, 40}, {30, 10}});
        profile.modules.push_back(profile.modules.front());
        profile.modules.back().name = "mpiio";
        CHECK(numberIn(tableIn(ioTables(profile), "ioProcesses"), 0, "writeTime") == kSecond);

        profile.modules.erase(profile.modules.begin());
        CHECK(numberIn(tableIn(ioTables(profile), "ioProcesses"), 0, "writeTime") == kSecond);
    }
    TEST_CASE(
        "files have the shares of sequential and unaligned accesses, where places are known") {
        Values values{{"opens", 1},          {"reads", 8},     {"writes", 2},
                      {"bytes_read", 80},    {"read_time", 1}, {"reads_onward", 6},
                      {"writes_onward", 1},  {"unaligned", 5}, {"reads_adjacent", 3},
                      {"writes_adjacent", 1}};
        const std::vector<ReportTable> known = ioTables(profileOf({module("posix", values, "/a")}));
        CHECK(numberIn(known.at(1), 0, "onward") == doctest::Approx(70));
        CHECK(numberIn(known.at(1), 0, "adjacent") == doctest::Approx(40));
        CHECK(numberIn(known.at(1), 0, "unaligned") == doctest::Approx(50));
        CHECK(numberIn(known.at(0), 0, "onward") == doctest::Approx(70));
        CHECK(numberIn(known.at(0), 0, "unaligned") == doctest::Approx(50));

        values.erase("reads_onward");
        const std::vector<ReportTable> unknown =
            ioTables(profileOf({module("hdf5", values, "/a")}));
        CHECK(std::isnan(numberIn(unknown.at(1), 0, "onward")));
    }
    TEST_CASE("the time of opening is a part of the time of calls that move no data") {
        const std::vector<ReportTable> tables = ioTables(profileOf({module("posix",
                                                                           {{"opens", 1},
                                                                            {"bytes_read", 0},
                                                                            {"read_time", 5},
                                                                            {"meta_time", 70},
                                                                            {"open_time", 40}},
                                                                           "/a")}));

        for (const std::size_t table : {0U, 1U}) {
            CHECK(numberIn(tables.at(table), 0, "metadataTime") == 70);
            CHECK(numberIn(tables.at(table), 0, "openTime") == 40);
        }
        CHECK(numberIn(tables.at(1), 0, "time") == 75);
    }
    TEST_CASE("a finding says how much time its calls took, which is the most that advice gains") {
        const std::vector<ReportTable> tables =
            ioTables(profileOf({module("mpiio", sharedFile(), "/data/out")}));

        CHECK(numberIn(tables.at(3), 0, "time") == 2'000'000);
        CHECK(numberIn(tables.at(3), 0, "bytes") == 25600);
    }
}
