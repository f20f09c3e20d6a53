#include <perf/engine/EngineError.hpp>

#include <cstdint>
#include <filesystem>
#include <unistd.h>

#include "metrics.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

TEST_SUITE_BEGIN("metrics.MetricPlugins");

TEST_CASE("metrics are chosen by name, in the order of the list") {
    const ChosenMetrics chosen =
        chooseMetrics("page-faults,wall,perf::TASK-CLOCK,context-switches", {kBuilt});

    REQUIRE(chosen.refused.empty());
    REQUIRE(chosen.sources.size() == 4);
    CHECK(chosen.sources[0]->metric().name == "page-faults");
    CHECK(chosen.sources[1]->metric().name == "wall");
    CHECK(chosen.sources[2]->metric().name == "perf::TASK-CLOCK");
    CHECK(chosen.sources[3]->metric().name == "context-switches");
    CHECK(chosen.sources[0]->inGroup().group == chosen.sources[3]->inGroup().group);
    CHECK(chosen.sources[1]->inGroup().group == nullptr);
    CHECK(chosen.sources[2]->inGroup().group != chosen.sources[0]->inGroup().group);
}

TEST_CASE("the engine's own clocks need no shared object") {
    CHECK(chooseMetrics("cpu,wall", {}).sources.size() == 2);
    CHECK(chooseMetrics("cpu,wall", {"/no/such/folder"}).sources[0]->metric().name == "cpu");
}

TEST_CASE("a name that nothing answers for is refused with the names there are") {
    CHECK_THROWS_WITH_AS(chooseMetrics("wall,energy", {metricFixture("fails")}),
                         "metrics: there is no metric 'energy'; available are: wall, cpu; from "
                         "broken: broken-* perf::*",
                         EngineError);
    CHECK_THROWS_WITH_AS(chooseMetrics("wall,energy", {}),
                         "metrics: there is no metric 'energy'; available are: wall, cpu; no "
                         "shared objects with metrics were found",
                         EngineError);
}

TEST_CASE("lists that are no lists of names are refused") {
    CHECK_THROWS_WITH_AS(
        chooseMetrics("wall,,cpu", {}),
        "metrics: a name is missing in 'wall,,cpu'; write names separated by single commas, such "
        "as 'wall,cpu'",
        EngineError);
    for (const char* list : {"", ",", "wall,", ",wall", "wall,wall", "wall, cpu"}) {
        CAPTURE(list);
        CHECK_THROWS_AS(chooseMetrics(list, {kBuilt}), EngineError);
    }
    std::string many = "m1";
    for (std::size_t i = 2; i <= kMaxMetrics + 1; ++i) {
        many += ",m" + std::to_string(i);
    }
    const std::string reason =
        "metrics: '" + many + "' names 17; at most 16 can be measured at once";
    CHECK_THROWS_WITH_AS(chooseMetrics(many, {kBuilt}), reason.c_str(), EngineError);
}

TEST_CASE("a shared object that fails is named with its reason") {
    try {
        chooseMetrics("broken-one", {metricFixture("fails")});
        FAIL("it was taken");
    } catch (const EngineError& error) {
        CHECK(contains(error.what(), "broken.so failed: no wish to measure broken-one"));
    }
}

TEST_CASE("files that do not keep the contract are left out and reported") {
    std::vector<MetricRefusal> rejected;

    const auto libraries =
        metricLibraries({metricFixture("no_symbols"), metricFixture("wrong_abi"),
                         std::string(GANTRY_FIXTURE_DIRECTORY) + "/not_a_library"},
                        &rejected);

    CHECK(libraries.empty());
    REQUIRE(rejected.size() == 3);
    CHECK(contains(rejected[0].name, "empty.so"));
    CHECK(contains(rejected[0].reason, "does not export"));
    CHECK(contains(rejected[1].reason, "another version"));
    CHECK(contains(rejected[2].reason, "not_a_library.so"));
}

TEST_CASE("a file that was not copied to its end is left out, and nothing maps it") {
    const std::string folder =
        std::filesystem::temp_directory_path() / ("gantry-metrics-" + std::to_string(getpid()));
    std::filesystem::create_directory(folder);
    const auto whole = metricLibraries({kBuilt});
    REQUIRE_FALSE(whole.empty());
    const auto size = std::filesystem::file_size(whole[0].file);
    std::vector<MetricRefusal> rejected;

    for (const std::uintmax_t left : {size / 4, size / 2, size - 1}) {
        std::filesystem::copy_file(whole[0].file, folder + "/cut.so",
                                   std::filesystem::copy_options::overwrite_existing);
        std::filesystem::resize_file(folder + "/cut.so", left);
        CHECK(metricLibraries({folder}, &rejected).empty());
    }
    std::filesystem::remove_all(folder);

    REQUIRE(rejected.size() == 3);
    CHECK(contains(rejected[0].reason, "incompletely copied"));
}

TEST_CASE("of two shared objects with one name that in the earlier folder counts") {
    const auto libraries = metricLibraries({metricFixture("fails"), kBuilt, kBuilt});

    REQUIRE(libraries.size() >= 3);
    CHECK(libraries[0].name == "broken");
    for (std::size_t i = 1; i < libraries.size(); ++i) {
        CHECK(libraries[i].name != libraries[i - 1].name);
    }
}

TEST_CASE("the longest pattern that matches a name decides which source is asked") {
    const auto libraries = metricLibraries({kBuilt});
    for (const MetricLibrary& library : libraries) {
        if (library.name == "perf") {
            CHECK(library.fit("perf::CYCLES") == 7);
            CHECK(library.fit("page-faults") == 0);
        }
        if (library.name == "system") {
            CHECK(library.fit("page-faults") == 11);
        }
    }
}

TEST_SUITE_END();
