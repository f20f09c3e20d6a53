// The contract of every module for regions that programs announce: the same cases for each of them,
// with the program that announces by the real library.
#include <perf/archive/Archive.hpp>
#include <perf/model/Misuse.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <numeric>
#include <sstream>
#include <string>
#include <vector>

#include "CallPathText.hpp"
#include "Run.hpp"

using namespace gantry::modules;
using gantry::perf::Profile;

namespace {

// Open MPI begins a server for a program that was started without mpirun.
const std::string kAlone = "OMPI_MCA_ess_singleton_isolated=1";

struct Subject {
    std::string module;
    std::string group;
    bool hasNames = true;       // else regions are named by the code that announces them
    bool hasUnbalanced = true;  // the interface has ends without a begin
    bool hasThreads = true;
};

const std::vector<Subject>& known() {
    static const std::vector<Subject> subjects{{"kokkos", "Kokkos"},
                                               {"openmp", "OpenMP", false, false},
                                               {"petsc", "PETSc", true, true, false},
                                               {"perfstubs", "PerfStubs"},
                                               {"itt", "ITT"},
                                               {"caliper", "Caliper"}};
    return subjects;
}

// Those whose library was there when the programs were built.
std::vector<Subject> subjects() {
    std::vector<Subject> there;
    std::istringstream words(ANNOUNCERS);
    for (std::string word; std::getline(words, word, ',');) {
        const auto found =
            std::find_if(known().begin(), known().end(),
                         [&](const Subject& subject) { return subject.module == word; });
        REQUIRE(found != known().end());
        there.push_back(*found);
    }
    return there;
}

Program program(const std::string& announcer, const std::string& words) {
    return {std::string(GANTRY_PROGRAM_DIRECTORY "/known_regions_") + announcer, words};
}

std::string options(const Subject& subject) {
    return "--sample none --modules posix," + subject.module;
}

// Over all threads, sorted.
std::string pathsOf(const Profile& profile, const std::string& group) {
    std::vector<std::string> lines = pathLines(profile, group);
    std::sort(lines.begin(), lines.end());
    return std::accumulate(lines.begin(), lines.end(), std::string());
}

std::uint64_t misusesOf(const Profile& profile, gantry::perf::MisuseKind kind) {
    std::uint64_t count = 0;
    for (const auto& misuse : profile.misuse) {
        count += misuse.kind == kind ? misuse.count : 0;
    }
    return count;
}

std::uint64_t callsIn(const Profile& profile, const std::string& group) {
    std::uint64_t calls = 0;
    for (const auto& thread : profile.threads) {
        for (const auto& node : thread.nodes) {
            calls += profile.timers[node.timer].group == group ? node.calls : 0;
        }
    }
    return calls;
}

std::string textOf(const std::string& file) {
    std::ifstream stream(file);
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

}  // namespace

TEST_SUITE("modules.Regions") {
    TEST_CASE("each announced region is one call in its call path, and every begin has its end") {
        for (const Subject& subject : subjects()) {
            CAPTURE(subject.module);
            const Run run(program(subject.module, "calls"), kAlone, options(subject));
            REQUIRE(run.status() == 3);
            CHECK(pathsOf(run.profile(), subject.group) ==
                  "main > outer 2\nmain > outer > inner 2000\n");
            CHECK(run.profile().misuse.empty());
        }
    }
    TEST_CASE("regions, timers of the program and calls of other modules are in one call path") {
        for (const Subject& subject : subjects()) {
            CAPTURE(subject.module);
            const Run run(program(subject.module, "mixed"), kAlone, options(subject));
            REQUIRE(run.status() == 3);
            CHECK(pathsOf(run.profile(), subject.group) ==
                  "main > outer 1\nmain > outer > own > inner 1\n");
            CHECK(pathsOf(run.profile(), "POSIX").find("main > outer > own > inner > read 1\n") !=
                  std::string::npos);
        }
    }
    TEST_CASE("regions of threads are below their timers") {
        for (const Subject& subject : subjects()) {
            CAPTURE(subject.module);
            if (!subject.hasThreads) {
                continue;
            }
            const Run run(program(subject.module, "threads"), kAlone, options(subject));
            REQUIRE(run.status() == 3);
            CHECK(callsOf(run.profile(), "outer") == 2000);
            CHECK(callsOf(run.profile(), "inner") == 2000);
            CHECK(pathsOf(run.profile(), subject.group).find("thread > outer > inner 500\n") !=
                  std::string::npos);
            CHECK(run.profile().misuse.empty());
        }
    }
    TEST_CASE(
        "a name that threads meet at the same time is one region, and each end finds its begin") {
        for (const Subject& subject : subjects()) {
            CAPTURE(subject.module);
            if (!subject.hasThreads || !subject.hasNames) {
                continue;
            }
            const Run run(program(subject.module, "meetings"), kAlone, options(subject));
            REQUIRE(run.status() == 3);
            CHECK(callsIn(run.profile(), subject.group) == 1200);
            CHECK(callsOf(run.profile(), "meeting 299") == 4);
            CHECK(run.profile().misuse.empty());
        }
    }
    TEST_CASE("ends without a begin are counted, and what follows is measured") {
        for (const Subject& subject : subjects()) {
            CAPTURE(subject.module);
            if (!subject.hasUnbalanced) {
                continue;
            }
            const Run run(program(subject.module, "unbalanced"), kAlone, options(subject));
            REQUIRE(run.status() == 3);
            CHECK(pathsOf(run.profile(), subject.group) ==
                  "main > outer 1\nmain > outer > inner 1\n");
            CHECK(misusesOf(run.profile(), gantry::perf::MisuseKind::StopWithoutStart) == 3);
        }
    }
    TEST_CASE("names of any bytes and of any length are kept") {
        for (const Subject& subject : subjects()) {
            CAPTURE(subject.module);
            if (!subject.hasNames) {
                continue;
            }
            const Run run(program(subject.module, "names"), kAlone, options(subject));
            REQUIRE(run.status() == 3);
            std::string all;
            for (int byte = 1; byte < 256; ++byte) {
                all += static_cast<char>(byte);
            }
            CHECK(callsOf(run.profile(), all) == 1);
            CHECK(callsOf(run.profile(), std::string(20000, 'n')) == 1);
            CHECK(callsIn(run.profile(), subject.group) == 4);
            CHECK(run.print("report r.gantry").find("not UTF-8 <script>") != std::string::npos);
        }
    }
    TEST_CASE("more names than there is room for share a timer, and none is lost") {
        for (const Subject& subject : subjects()) {
            CAPTURE(subject.module);
            if (!subject.hasNames) {
                continue;
            }
            const Run run(program(subject.module, "many"), kAlone, options(subject));
            REQUIRE(run.status() == 3);
            CHECK(callsIn(run.profile(), subject.group) == 20000);
            CHECK(callsOf(run.profile(), "(other)") >= 20000 - 16384);
        }
    }
    TEST_CASE("regions deeper than are followed do no harm") {
        for (const Subject& subject : subjects()) {
            CAPTURE(subject.module);
            const Run run(program(subject.module, "deep"), kAlone, options(subject));
            REQUIRE(run.status() == 3);
            // A library may have regions of its own open.
            CHECK(callsIn(run.profile(), subject.group) >= 500);
            CHECK(run.profile().misuse.empty());
        }
    }
    TEST_CASE("a child that is forked inside a region does not disturb its parent") {
        for (const Subject& subject : subjects()) {
            CAPTURE(subject.module);
            const Run run(program(subject.module, "forked"), kAlone, options(subject));
            REQUIRE(run.status() == 3);
            CHECK(pathsOf(run.profile(), subject.group) == "main > outer 1\n");
        }
    }
    TEST_CASE("regions of several modules inside each other are one call path") {
        std::string modules;
        std::string path = "main";
        for (int round = 0; round < 2; ++round) {
            for (const Subject& subject : subjects()) {
                modules += round == 0 ? "," + subject.module : "";
                path += " > outer";
            }
        }
        const Run run(program("all", "stacked"), kAlone, "--sample none --modules posix" + modules);
        REQUIRE(run.status() == 3);
        const std::string last = subjects().back().group;
        CHECK(pathsOf(run.profile(), last).find(path + " 1\n") != std::string::npos);
        CHECK(run.profile().misuse.empty());
    }
    TEST_CASE("what a program prints and how it ends is the same with its module and without") {
        for (const Subject& subject : subjects()) {
            CAPTURE(subject.module);
            const Run with(program(subject.module, "calls"), kAlone, options(subject));
            const Run without(program(subject.module, "calls"), kAlone, "--modules none");
            CHECK(with.status() == without.status());
            CHECK(textOf(with.path("out")) == textOf(without.path("out")));
            CHECK(textOf(with.path("messages")) == textOf(without.path("messages")));
            CHECK(callsIn(without.profile(), subject.group) == 0);
        }
    }
    TEST_CASE("nothing is measured of a group that is excluded") {
        for (const Subject& subject : subjects()) {
            CAPTURE(subject.module);
            const std::string rules = "printf 'gantry-selection 1\\nexclude group " +
                                      subject.group + "\\n' > rules && " + kAlone;
            const Run run(program(subject.module, "calls"), rules,
                          options(subject) + " --select rules");
            CHECK(run.status() == 3);
            CHECK(callsIn(run.profile(), subject.group) == 0);
            CHECK(run.profile().misuse.empty());
        }
    }
}
