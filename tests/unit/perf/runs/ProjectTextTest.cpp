#include <perf/document/ProfileFile.hpp>
#include <perf/runs/ProjectText.hpp>

#include <doctest/doctest.h>

#include <fstream>
#include <string>

#include "ProfileSamples.hpp"
#include "TestFolder.hpp"

using namespace gantry::perf;

namespace {

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_SUITE_BEGIN("perf.runs.ProjectText");

TEST_CASE("the texts of a project are lines, and an empty one is left out") {
    Project project{"Heat", "", "./heat 1000", {"src/a.cpp", "src/b.cpp"}};
    project.configuration = {{"n", "1000"}, {"threads", "4"}};

    CHECK(projectText(project, "heat.json") ==
          "Project        Heat\n"
          "Program        ./heat 1000\n"
          "Sources        src/a.cpp, src/b.cpp\n"
          "Configuration  n=1000, threads=4\n");
}

TEST_CASE("a text does not reach the terminal with control characters in it") {
    CHECK_FALSE(contains(projectText(Project{"red \033[31m"}, "heat.json"), "\033"));
}

TEST_CASE("a run is listed with its time, and a run that cannot be read says why") {
    const TestFolder folder;
    Profile profile = samples::withTimers({"main"});
    profile.timeNs = 2'000'000'000;
    writeProfile(folder.path / "first.json", profile);
    std::ofstream(folder.path / "second.json") << "{\"format\": ";
    Project project{"Heat"};
    project.runs = {{"first.json", "first.json", "2026-01-31T12:00:00Z", "1f2e3d", "blocked"},
                    {"second.json", "second.json"},
                    {"third.json", "third.json"}};

    const std::string text = projectText(project, folder.path / "heat.json");

    CHECK(contains(text, "first.json   2026-01-31T12:00:00Z"));
    CHECK(contains(text, "2.00 s"));
    CHECK(contains(text, "1f2e3d"));
    CHECK(contains(text, "blocked"));
    CHECK(contains(text, "damaged"));
    CHECK(contains(text, "missing"));
}

TEST_SUITE_END();
