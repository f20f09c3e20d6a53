#include <perf/model/ModuleReportFact.hpp>
#include <perf/page/ModuleData.hpp>
#include <perf/page/RunPage.hpp>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "ProfileSamples.hpp"

using namespace gantry::perf;
using Values = nlohmann::json;

namespace {

// A module that this program does not know.
ModuleRecords sleeps(std::vector<ModuleRecord> records) {
    return {"sleeps",
            3,
            "",
            {{"calls", "calls", Reduction::Sum},
             {"slept", "ns", Reduction::Sum},
             {"longest", "ns", Reduction::Max},
             {"interrupted", "calls", Reduction::Sum}},
            std::move(records)};
}

Profile profileOf(std::vector<ModuleRecords> modules) {
    Profile profile = samples::withTimers({"main"});
    profile.modules = std::move(modules);
    return profile;
}

Values dataOf(const Profile& profile) {
    return Values::parse(jsonDocument(moduleData(profile), -1));
}

}  // namespace

TEST_SUITE_BEGIN("perf.page.ModuleData");

TEST_CASE("an unknown module has its fields with units, and a record for each name") {
    Profile profile = profileOf({sleeps({{"usleep", 0, {1, 30, 30, 0}},
                                         {"nanosleep", 0, {2, 50, 40, 0}},
                                         {"usleep", 1, {4, 70, 60, 0}}})});
    profile.modules.front().partial = "3 names did not fit";

    const Values data = dataOf(profile);

    CHECK(data.at("leftOut") == 0);
    REQUIRE(data.at("list").size() == 1);
    const Values& module = data.at("list").at(0);
    CHECK(module.at("name") == "sleeps");
    CHECK(module.at("version") == 3);
    CHECK(module.at("partial") == "3 names did not fit");
    CHECK(module.at("fields").at(2) == Values({"longest", "ns", "max"}));
    // The one with most time first.
    CHECK(module.at("names") == Values({"usleep", "nanosleep"}));
    CHECK(module.at("processes") == Values({2, 1}));
    CHECK(module.at("values").at(0) == Values({5, 2}));
    CHECK(module.at("values").at(1) == Values({100, 50}));
    CHECK(module.at("values").at(2) == Values({60, 40}));
    CHECK(module.at("leftOut") == 0);
    CHECK(module.at("report").is_null());
}

TEST_CASE("a field without a value other than 0 has no column") {
    const Values data = dataOf(profileOf({sleeps({{"usleep", 0, {1, 30, 30, 0}}})}));

    CHECK(data.at("list").at(0).at("values").at(3) == Values::array());
}

TEST_CASE("the report that a module brings is part of it, or what is wrong with it") {
    Profile profile = profileOf({sleeps({{"usleep", 0, {2, 30, 20, 0}}})});
    const std::string key = std::string(kModuleReportFact) + "sleeps";
    profile.context.emplace_back(
        key, "gantry-module-report 1\ntitle Sleeps\ntext Idle.\ncolumn mean = slept / calls in ns");

    const Values report = dataOf(profile).at("list").at(0).at("report");

    CHECK(report.at("title") == "Sleeps");
    CHECK(report.at("notes") == Values({"Idle."}));
    CHECK(report.at("table").at("columns").at(1) ==
          Values({{"key", "mean"}, {"title", "mean"}, {"unit", "ns"}}));
    CHECK(report.at("table").at("rows") == Values::array({Values::array({"usleep", 15.0})}));

    profile.context.back().second = "gantry-module-report 1\ncolumn mean = nothing";
    CHECK(dataOf(profile).at("list").at(0).at("report").at("problem") ==
          "line 2: there is no field 'nothing'");
}

TEST_CASE("names of any bytes are texts") {
    const Values data = dataOf(profileOf({sleeps({{"\xff</script>", -1, {1, 2, 2, 0}}})}));

    CHECK(data.at("list").at(0).at("names") == Values({"\\xff</script>"}));
}

TEST_CASE("of many records the largest are kept, and the data stay below 2 MB") {
    std::vector<ModuleRecord> records;
    for (std::int64_t i = 0; i < 5000; ++i) {
        records.push_back({"/some/folder/with/a/long/name/of/a/file." + std::to_string(i), 0, {}});
        records.back().values.assign(70, 1'000'000'000'000'000 + i);
    }
    ModuleRecords wide{"posix", 1, "", {}, records};
    for (std::size_t f = 0; f < 70; ++f) {
        wide.fields.push_back({"field_" + std::to_string(f), "ns", Reduction::Sum});
    }
    ModuleRecords second = wide;
    second.name = "stdio";
    const Profile profile = profileOf({wide, second});

    const Values data = dataOf(profile);

    const Values& first = data.at("list").at(0);
    CHECK(first.at("names").size() == 1000);
    CHECK(first.at("leftOut") == 4000);
    CHECK(first.at("names").at(0) == records.back().name);
    CHECK(data.at("list").at(1).at("names").size() == 428);
    CHECK(jsonDocument(moduleData(profile), -1).size() < 2'000'000);
}

TEST_CASE("modules and tables of files are part of the data of a page") {
    ModuleRecords posix{"posix",
                        1,
                        "",
                        {{"opens", "calls", Reduction::Sum},
                         {"bytes_read", "B", Reduction::Sum},
                         {"read_time", "ns", Reduction::Sum}},
                        {{"/data/in", 0, {1, 20, 300}}}};
    const Profile profile = profileOf({posix});
    const Profile none = profileOf({});
    const History history;

    const Values run =
        Values::parse(pageDocument({"run.gantry", profile, history})).at("runs").at(0);
    const Values empty =
        Values::parse(pageDocument({"run.gantry", none, history})).at("runs").at(0);

    CHECK(run.at("modules").at("list").at(0).at("names") == Values({"/data/in"}));
    CHECK(run.at("views").at("ioFiles").at("rows").at(0).at(0) == "/data/in");
    CHECK(empty.at("modules").at("list").empty());
    CHECK_FALSE(empty.at("views").contains("ioFiles"));
}

TEST_SUITE_END();
