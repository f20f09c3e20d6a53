#include <perf/project/Project.hpp>
#include <perf/runs/RunSets.hpp>

#include <doctest/doctest.h>

#include <fstream>
#include <stdexcept>
#include <string>

#include "TestFolder.hpp"

using namespace gantry;

namespace {

std::filesystem::path projectOf(const TestFolder& folder, const perf::Project& project) {
    std::filesystem::path file = folder.path / "heat.json";
    std::ofstream(file) << perf::toJson(project);
    return file;
}

std::string refusalOf(const std::filesystem::path& place) {
    try {
        (void)perf::runSetIn(place);
        return "none";
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
}

}  // namespace

TEST_SUITE_BEGIN("perf.runs.RunSets");

TEST_CASE("a project stands for its runs, in its order and under its title") {
    const TestFolder folder;
    std::ofstream(folder.path / "b.gantry") << "b";
    std::ofstream(folder.path / "a.gantry") << "a";
    perf::Project project{"Heat equation"};
    project.runs = {{"b.gantry", "b.gantry"}, {"a.gantry", "a.gantry"}};

    const perf::RunSet set = perf::runSetIn(projectOf(folder, project));

    CHECK(set.label == "Heat equation");
    REQUIRE(set.files.size() == 2);
    CHECK(set.files[0] == folder.path / "b.gantry");
    CHECK(set.files[1] == folder.path / "a.gantry");
}

TEST_CASE("a project without runs, or with a removed run, is refused with the reason") {
    const TestFolder folder;
    CHECK(refusalOf(projectOf(folder, {"empty"})).find("has no runs") != std::string::npos);
    perf::Project project{"gone"};
    project.runs = {{"gone.gantry", "gone.gantry"}};
    const std::string refusal = refusalOf(projectOf(folder, project));
    CHECK(refusal.find("gone.gantry does not exist") != std::string::npos);
    CHECK(refusal.find("heat.json") != std::string::npos);
}

TEST_CASE("of several places to view, a folder is one set and each run of a project is one") {
    const TestFolder runs;
    const TestFolder folder;
    std::ofstream(runs.path / "a.gantry") << "a";
    std::ofstream(runs.path / "b.gantry") << "b";
    std::ofstream(folder.path / "c.gantry") << "c";
    std::ofstream(folder.path / "d.gantry") << "d";
    perf::Project project{"Heat equation"};
    project.runs = {{"c.gantry", "c.gantry"}, {"d.gantry", "d.gantry"}};

    const auto sets =
        perf::setsToView({runs.path.string(), projectOf(folder, project).string(), "e.gantry"});

    REQUIRE(sets.size() == 4);
    CHECK(sets[0].files.size() == 2);
    CHECK(sets[1].files.front() == folder.path / "c.gantry");
    CHECK(sets[2].files.front() == folder.path / "d.gantry");
    CHECK(sets[3].files.front() == "e.gantry");
}

TEST_CASE("a folder that is viewed alone shows each of its runs as a set") {
    const TestFolder runs;
    std::ofstream(runs.path / "a.gantry") << "a";
    std::ofstream(runs.path / "b.gantry") << "b";

    const auto sets = perf::setsToView({runs.path.string()});

    REQUIRE(sets.size() == 2);
    CHECK(sets[0].files == std::vector{runs.path / "a.gantry"});
    CHECK(sets[1].files == std::vector{runs.path / "b.gantry"});
}

TEST_CASE("a folder without runs cannot be viewed") {
    const TestFolder folder;

    CHECK_THROWS_AS((void)perf::setsToView({folder.path.string()}), std::invalid_argument);
}

TEST_SUITE_END();
