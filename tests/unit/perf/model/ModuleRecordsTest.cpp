#include <perf/model/Merge.hpp>
#include <perf/model/ModuleRecords.hpp>
#include <perf/model/RankSplit.hpp>

#include <doctest/doctest.h>

#include "ProfileSamples.hpp"

using namespace gantry::perf;

namespace {

ModuleRecords moduleOf(const std::string& file, std::vector<std::int64_t> values) {
    return {"posix",
            1,
            "",
            {{"opens", "calls", Reduction::Sum},
             {"least", "B", Reduction::Min},
             {"most", "B", Reduction::Max},
             {"first", "ns", Reduction::First},
             {"last", "ns", Reduction::Last},
             {"size", "B", Reduction::None}},
            {{file, 0, std::move(values)}}};
}

Profile profileOf(std::int32_t rank, ModuleRecords module) {
    Profile profile = samples::withTimers({"main"});
    profile.processes.assign(1, {});
    profile.processes.front().pid = 100 + rank;
    profile.processes.front().rank = rank;
    for (ThreadProfile& thread : profile.threads) {
        thread.process = 0;
    }
    profile.modules.push_back(std::move(module));
    return profile;
}

}  // namespace

TEST_SUITE_BEGIN("perf.model.ModuleRecords");

TEST_CASE("records of one file are reduced as their fields say") {
    ModuleRecords module = moduleOf("a", {1, 5, 7, 0, 9, 4096});
    module.records.push_back({"b", 0, {1, 1, 1, 1, 1, 1}});
    module.records.push_back({"a", 1, {2, 6, 3, 8, 2, 512}});

    const std::vector<ModuleRecord> reduced = reducedByName(module);

    REQUIRE(reduced.size() == 2);
    CHECK(reduced[0] == ModuleRecord{"a", -1, {3, 5, 7, 8, 9, 0}});
    CHECK(reduced[1] == ModuleRecord{"b", 0, {1, 1, 1, 1, 1, 1}});
}

TEST_CASE("a sum that is too large stays the largest number") {
    ModuleRecords module = moduleOf("a", {INT64_MAX, 0, 0, 0, 0, 0});
    module.records.push_back({"a", 0, {1, 0, 0, 0, 0, 0}});

    CHECK(reducedByName(module).front().values.front() == INT64_MAX);
}

TEST_CASE("merged profiles keep the records of each process") {
    const Profile merged = merge({profileOf(0, moduleOf("a", {1, 0, 0, 0, 0, 0})),
                                  profileOf(1, moduleOf("a", {2, 0, 0, 0, 0, 0}))});

    REQUIRE(merged.modules.size() == 1);
    REQUIRE(merged.modules[0].records.size() == 2);
    CHECK(merged.modules[0].records[0].process == 0);
    CHECK(merged.modules[0].records[1].process == 1);
}

TEST_CASE("records with other fields stay apart") {
    ModuleRecords other = moduleOf("a", {1, 0, 0, 0, 0, 0});
    other.fields[0].unit = "other";

    const Profile merged =
        merge({profileOf(0, moduleOf("a", {1, 0, 0, 0, 0, 0})), profileOf(1, std::move(other))});

    CHECK(merged.modules.size() == 2);
}

TEST_CASE("what is missing in several processes is reported once") {
    std::vector<ModuleRecords> modules{moduleOf("a", {1, 0, 0, 0, 0, 0})};
    modules[0].partial = "too little room";

    addModules(modules, modules, 1);

    CHECK(modules[0].partial == "too little room");
    CHECK(modules[0].records[1].process == 1);
}

TEST_CASE("a merged run is split with the records of each rank") {
    const Profile merged = merge({profileOf(0, moduleOf("a", {1, 0, 0, 0, 0, 0})),
                                  profileOf(3, moduleOf("b", {2, 0, 0, 0, 0, 0}))});

    const std::map<std::uint32_t, Profile> parts = splitByRank(merged);

    REQUIRE(parts.at(3).modules.size() == 1);
    CHECK(parts.at(3).modules[0].records ==
          std::vector<ModuleRecord>{{"b", 0, {2, 0, 0, 0, 0, 0}}});
    CHECK(parts.at(0).modules[0].records[0].name == "a");
}

TEST_CASE("reductions have names, and other words are not reductions") {
    for (const char* name : {"sum", "min", "max", "first", "last", "none"}) {
        CHECK(nameOf(reductionNamed(name).value()) == name);
    }
    CHECK_FALSE(reductionNamed("mean"));
    CHECK_FALSE(reductionNamed(""));
}

TEST_SUITE_END();
