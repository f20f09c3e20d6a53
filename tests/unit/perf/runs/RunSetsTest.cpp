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
    const std::filesystem::path file = folder.path / "heat.json";
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

TEST_SUITE_END();
