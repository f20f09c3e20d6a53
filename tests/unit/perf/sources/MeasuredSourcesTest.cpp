#include <perf/model/SampledMetric.hpp>
#include <perf/sampling/DebugSources.hpp>
#include <perf/sources/MeasuredSources.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include "ProfileSamples.hpp"
#include "TestFolder.hpp"

using namespace gantry::perf;

namespace {

const std::string kSource = KNOWN_SOURCE;

Profile sampledIn(const std::vector<std::pair<std::string, std::int64_t>>& lines) {
    Profile profile = samples::fullProfile();
    ModuleRecords module{kSourceModule, 1, "", {}, {}};
    module.fields = {{"own", "ns", Reduction::Sum}, {"whole", "ns", Reduction::Sum}};
    for (const auto& [line, ns] : lines) {
        module.records.push_back({line, -1, {ns, ns}});
    }
    profile.modules.push_back(module);
    return profile;
}

bool knowsSources() {
    if (debugSources(KNOWN_PROGRAM).empty()) {
        MESSAGE("skipped: Gantry was built without libdw");
        return false;
    }
    return true;
}

std::string write(const std::filesystem::path& path, const std::string& text) {
    std::ofstream(path) << text;
    return path.string();
}

}  // namespace

TEST_SUITE_BEGIN("perf.sources.MeasuredSources");

TEST_CASE("the files of sampled lines are kept, the one of most own time first") {
    const TestFolder folder;
    const std::string small = write(folder.path / "a.c", "a");
    const std::string large = write(folder.path / "b.c", "b");

    const auto sources = measuredSources(
        sampledIn({{small + ":1", 5}, {large + ":1", 4}, {large + ":2", 3}}), {}, {});

    REQUIRE(sources.size() == 2);
    CHECK(sources[0].path == large);
    CHECK(sources[1].path == small);
    CHECK(*sources[1].text == "a");
}

TEST_CASE("files that addresses of modules were in are kept as well, each once") {
    const TestFolder folder;
    const std::string file = write(folder.path / "a.c", "a");

    const auto sources = measuredSources(sampledIn({{file + ":1", 5}}), {{file}, {}}, {});

    CHECK(sources.size() == 1);
}

TEST_CASE("the files of functions that timers are named after are kept") {
    if (knowsSources()) {
        Profile profile = samples::fullProfile();
        profile.context = {{"executable", KNOWN_PROGRAM}};
        profile.timers[0] = {0, "main 0x1139", "known_source", "functions"};

        const auto sources = measuredSources(profile, {}, {});

        REQUIRE(sources.size() == 1);
        CHECK(sources[0].path == kSource);

        profile.timers[0].group = "default";
        CHECK(measuredSources(profile, {}, {}).empty());
    }
}

TEST_CASE("debugging information names the sources of a program") {
    if (knowsSources()) {
        for (const char* const program : {KNOWN_PROGRAM, KNOWN_RELATIVE}) {
            const std::vector<std::string> names = debugSources(program);
            CHECK(std::find(names.begin(), names.end(), kSource) != names.end());
        }
    }
    CHECK(debugSources("/dev/null").empty());
    CHECK(debugSources("/nowhere").empty());
    CHECK(debugSources(kSource).empty());
}

TEST_CASE("the place of a timer is kept if debugging information names it, also in part") {
    if (!knowsSources()) {
        return;
    }
    for (const std::string& name :
         {kSource, std::string("known_source.c"), std::string("./sources/known_source.c")}) {
        CAPTURE(name);
        const Profile profile = samples::withTimers({"solve [{" + name + "} {2,1}]"});

        const auto sources = measuredSources(profile, {{}, {KNOWN_PROGRAM}}, {});

        REQUIRE(sources.size() == 1);
        CHECK(sources[0].path == kSource);
        REQUIRE(sources[0].text != nullptr);
        CHECK(sources[0].text->starts_with("// A program whose"));
    }
}

TEST_CASE("the program of the run needs not be named") {
    if (!knowsSources()) {
        return;
    }
    Profile profile = samples::withTimers({"solve [{known_source.c} {2,1}]"});
    profile.context.emplace_back("executable", KNOWN_PROGRAM);

    CHECK(measuredSources(profile, {}, {}).at(0).path == kSource);
}

TEST_CASE("a file that only the program names is never read") {
    const TestFolder folder;
    const std::string secret = write(folder.path / "secret", "secret");
    for (const std::string& name :
         {secret, std::string("/etc/passwd"), std::string("../../etc/passwd"),
          std::string("source.c"), std::string("ources/known_source.c")}) {
        CAPTURE(name);
        const Profile profile = samples::withTimers({"solve [{" + name + "} {2,1}]"});

        const auto sources = measuredSources(profile, {{}, {KNOWN_PROGRAM}}, {});

        REQUIRE(sources.size() == 1);
        CHECK(sources[0].path == name);
        CHECK(sources[0].text == nullptr);
        CHECK(sources[0].leftOut == "no debugging information of the program names it");
    }
}

TEST_CASE("a run without measured lines has no source files") {
    CHECK(measuredSources(samples::fullProfile(), {}, {}).empty());
}

TEST_CASE("the code of this process has its program") {
    const std::vector<std::string> code = ownCode();
    const std::string program = std::filesystem::read_symlink("/proc/self/exe").string();

    CHECK(std::find(code.begin(), code.end(), program) != code.end());
}

TEST_SUITE_END();
