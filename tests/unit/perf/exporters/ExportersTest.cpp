#include <perf/exporters/Exporter.hpp>
#include <perf/importers/Importer.hpp>
#include <perf/model/Overhead.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "ProfileSamples.hpp"
#include "TestFolder.hpp"

using namespace gantry::perf;

namespace {

std::string exported(const std::string& format, const Profile& profile) {
    std::ostringstream text;
    exporterNamed(format).write({profile}, text);
    return text.str();
}

// Two threads: main (100) calls solve (60), which calls itself (20); the other one solves (7).
Profile small() {
    Profile profile = samples::withTimers({"main", "solve"});
    samples::addThread(profile, {samples::node(0, -1, 1, 100), samples::node(1, 0, 2, 60),
                                 samples::node(1, 1, 3, 20)});
    samples::addThread(profile, {samples::node(1, -1, 4, 7)});
    return profile;
}

std::vector<Exporter> ofProfiles() {
    std::vector<Exporter> all = allExporters();
    std::erase_if(all, [](const Exporter& exporter) {
        return exporter.trace == TraceUse::Required || exporter.write == nullptr;
    });
    return all;
}

}  // namespace

TEST_SUITE_BEGIN("perf.exporters.Exporters");

TEST_CASE("every exporter says what it writes, and its name is that of its folder") {
    const std::vector<Exporter> all = allExporters();
    REQUIRE(all.size() >= 3);
    CHECK(std::is_sorted(all.begin(), all.end(), [](const Exporter& left, const Exporter& right) {
        return std::string(left.name) < right.name;
    }));
    for (const Exporter& exporter : all) {
        CAPTURE(exporter.name);
        CHECK(std::string(exporter.summary) != "");
        CHECK(exporter.suffix[0] == '.');
        CHECK((exporterNamed(exporter.name).write == exporter.write));
        CHECK((exporter.write == nullptr) != (exporter.writeFolder == nullptr));
    }
}

TEST_CASE("an unknown format is refused with a suggestion or the names there are") {
    CHECK_THROWS_WITH_AS(exporterNamed("cvs"), "there is no format 'cvs'; did you mean 'csv'?",
                         std::invalid_argument);
    CHECK_THROWS_WITH_AS(
        exporterNamed("a spreadsheet of everything"),
        doctest::Contains(
            "there is no format 'a spreadsheet of everything'; there are: callgrind,"),
        std::invalid_argument);
}

TEST_CASE("every exporter writes any profile without failing") {
    Profile strange = samples::withTimers({"", "a;b,\"c\"\n", "\xff\xfe", "\xc3\xa4"});
    strange.partial = "the program was killed";
    samples::addThread(strange, {samples::node(0, -1, 1, 9), samples::node(1, 0, 1, 8),
                                 samples::node(2, 1, 1, 7), samples::node(3, 2, 1, 6)});
    for (const Exporter& exporter : ofProfiles()) {
        CAPTURE(exporter.name);
        for (const Profile& profile : {samples::withTimers({}), samples::fullProfile(), strange}) {
            std::ostringstream text;
            exporter.write({profile}, text);
            CHECK(text.good());
        }
    }
}

TEST_CASE("every exporter leaves an error of the stream to its caller") {
    for (const Exporter& exporter : ofProfiles()) {
        CAPTURE(exporter.name);
        std::ofstream full("/dev/full");
        exporter.write({samples::fullProfile()}, full);
        full.close();
        CHECK_FALSE(full.good());
    }
}

TEST_CASE("csv has a row for each call path of each thread, with inclusive and exclusive values") {
    CHECK(exported("csv", small()) ==
          "thread,thread name,call path,timer,type,group,calls,child calls,running,"
          "wall.inclusive [ns] (raw),wall.exclusive [ns] (raw)\n"
          "0,,main,main,,default,1,2,0,100,40\n"
          "0,,main => solve,solve,,default,2,3,0,60,40\n"
          "0,,main => solve => solve,solve,,default,3,0,0,20,20\n"
          "1,,solve,solve,,default,4,0,0,7,7\n");
}

TEST_CASE("csv and json say whether their values are compensated") {
    Profile profile = small();
    profile.probeOverhead.emplace();
    profile.probeOverhead->pair[0] = 2;
    profile.probeOverhead->inside[0] = 1;
    const std::string text = exported("csv", compensated(profile));
    CHECK(text.find("wall.inclusive [ns] (compensated)") != std::string::npos);
    // 100 less 1 for its own call and 2 for each of the 5 calls inside.
    CHECK(text.find("main,main,,default,1,2,0,89,") != std::string::npos);
    CHECK(exported("json", compensated(profile)).find("\"compensated\"") != std::string::npos);
    CHECK(exported("json", profile).find("\"compensated\"") == std::string::npos);
}

TEST_CASE(
    "csv has as many rows as there are call paths, with the names and numbers of the profile") {
    Profile named = samples::withTimers({"\xc3\xa4", "\xff\xfe"});
    named.partial = "the program was killed";
    samples::addThread(named, {samples::node(0, -1, 5, 90), samples::node(1, 0, 6, 30)});
    samples::addThread(named, {samples::node(1, -1, 7, 8)});
    const std::string text = exported("csv", named);
    CHECK(std::count(text.begin(), text.end(), '\n') == 4);
    CHECK(text.find(",\xc3\xa4,\xc3\xa4,,default,5,6,0,90,60\n") != std::string::npos);
    CHECK(text.find("\n1,") != std::string::npos);
    CHECK(text.find(",7,0,0,8,8\n") != std::string::npos);
}

TEST_CASE("folded stacks add up over threads to what was measured") {
    CHECK(exported("folded", small()) == "main 40\nmain;solve 40\nmain;solve;solve 20\nsolve 7\n");
    const Profile full = samples::fullProfile();
    std::int64_t measured = 0;
    for (const ThreadProfile& thread : full.threads) {
        for (const CallPathNode& node : thread.nodes) {
            measured += node.parent < 0 ? node.inclusive[0] : 0;
        }
    }
    std::istringstream lines(exported("folded", full));
    std::int64_t sum = 0;
    for (std::string line; std::getline(lines, line);) {
        sum += std::stoll(line.substr(line.rfind(' ')));
    }
    CHECK(sum == measured);
}

TEST_CASE("a name cannot break a folded stack") {
    Profile profile = samples::withTimers({"a;b\nc"});
    samples::addThread(profile, {samples::node(0, -1, 1, 5)});
    const std::string text = exported("folded", profile);
    CHECK(std::count(text.begin(), text.end(), '\n') == 1);
    CHECK(text.find(';') == std::string::npos);
    CHECK(text.ends_with(" 5\n"));
}

TEST_CASE("json is read back as the same profile") {
    const TestFolder folder;
    const auto file = folder.path / "run.gantry.json";
    const Profile profile = samples::fullProfile();
    std::ofstream(file) << exported("json", profile);
    CHECK(importProfile(file) == profile);
}
