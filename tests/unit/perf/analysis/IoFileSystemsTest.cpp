#include <perf/analysis/ModuleTable.hpp>
#include <perf/model/FileSystems.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "ProfileSamples.hpp"

using namespace gantry::perf;

namespace {

ModuleRecords module(const std::string& name, std::vector<ModuleRecord> records) {
    return {name,
            1,
            "",
            {{"opens", "calls", Reduction::Sum},
             {"reads", "calls", Reduction::Sum},
             {"bytes_read", "B", Reduction::Sum},
             {"writes", "calls", Reduction::Sum},
             {"bytes_written", "B", Reduction::Sum},
             {"read_time", "ns", Reduction::Sum},
             {"write_time", "ns", Reduction::Sum},
             {"meta_time", "ns", Reduction::Sum}},
            std::move(records)};
}

Profile profileOf(std::vector<ModuleRecords> modules) {
    Profile profile = samples::fullProfile();
    profile.modules = std::move(modules);
    noteFileSystem(profile, {"/", "ext4"});
    noteFileSystem(profile, {"/data", "lustre"});
    return profile;
}

const ReportTable* tableIn(const std::vector<ReportTable>& tables, const std::string& view) {
    const auto found = std::find_if(tables.begin(), tables.end(),
                                    [&](const ReportTable& table) { return table.view == view; });
    return found == tables.end() ? nullptr : &*found;
}

}  // namespace

TEST_SUITE("perf.analysis.IoFileSystems") {
    TEST_CASE("files are added up by file system, the one that took longest first") {
        const auto tables =
            ioTables(profileOf({module("posix", {{"/tmp/a", 0, {1, 2, 3, 4, 5, 6, 7, 8}},
                                                 {"/data/b", 0, {1, 1, 1, 1, 1, 9, 9, 9}},
                                                 {"/data/c", 1, {1, 1, 1, 1, 1, 9, 9, 9}},
                                                 {"(pipe)", 0, {0, 1, 1, 0, 0, 5, 0, 0}}}),
                                module("stdio", {{"/tmp/a", 0, {1, 0, 0, 1, 10, 0, 1, 0}}})}));

        const ReportTable* const table = tableIn(tables, "ioFileSystems");

        REQUIRE(table != nullptr);
        using Rows = decltype(table->rows);
        const auto row = [](const char* folder, const char* type,
                            const std::vector<std::int64_t>& numbers) {
            std::vector<ReportValue> values{std::string(folder), std::string(type)};
            values.insert(values.end(), numbers.begin(), numbers.end());
            return values;
        };
        CHECK(table->rows == Rows{row("/data", "lustre", {2, 54, 2, 2, 2, 2, 2, 18, 18, 18}),
                                  row("/", "ext4", {2, 22, 2, 2, 3, 5, 15, 6, 8, 8}),
                                  row("(no path)", "", {1, 5, 0, 1, 1, 0, 0, 5, 0, 0})});
    }

    TEST_CASE("what a layer moves is counted once, where it is moved below it") {
        const std::vector<std::int64_t> values{1, 1, 1, 1, 1, 1, 1, 1};
        const auto both = ioTables(profileOf({module("mpiio", {{"/data/a", 0, values}}),
                                              module("posix", {{"/data/a", 0, values}})}));
        const auto alone = ioTables(profileOf({module("mpiio", {{"/data/a", 0, values}})}));
        for (const auto& tables : {both, alone}) {
            const ReportTable* const table = tableIn(tables, "ioFileSystems");
            REQUIRE(table != nullptr);
            REQUIRE(table->rows.size() == 1);
            CHECK(table->rows[0][3] == ReportValue(std::int64_t{3}));
        }
    }

    TEST_CASE("a file has its file system as a column, and one that is not known says so") {
        Profile profile = profileOf({module("posix", {{"/data/b", 0, {1, 1, 1, 1, 1, 9, 9, 9}},
                                                      {"(pipe)", 0, {1, 1, 1, 1, 1, 1, 1, 1}}})});
        const auto last = [](const std::vector<ReportTable>& tables, std::size_t row) {
            const ReportTable* const files = tableIn(tables, "ioFiles");
            REQUIRE(files != nullptr);
            REQUIRE(files->columns.back().key == "fileSystem");
            return std::get<std::string>(files->rows.at(row).back());
        };

        const auto tables = ioTables(profile);
        CHECK(last(tables, 0) == "/data");
        CHECK(last(tables, 1) == "(no path)");

        profile.context.clear();
        const auto without = ioTables(profile);
        CHECK(last(without, 0) == "(unknown)");
        CHECK(tableIn(without, "ioFileSystems") == nullptr);
    }
}
