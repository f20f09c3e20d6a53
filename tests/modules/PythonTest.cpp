#include <perf/archive/Archive.hpp>
#include <perf/model/Flat.hpp>
#include <perf/model/SampledMetric.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>

#include "Run.hpp"

using namespace gantry::modules;

namespace {

constexpr const char* kFile = "known_python.py:";

Program python(const std::string& word) {
    return {GANTRY_PYTHON, KNOWN_PYTHON " " + word};
}

std::string contentOf(const std::string& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// What the program prints, and its status, when nobody measures it.
std::string plain(const Run& run, const std::string& word) {
    const Program program = python(word);
    const std::string command = "cd '" + run.path("") + "' && '" + program.file + "' " +
                                program.words + " > plain; echo status $? >> plain";
    (void)std::system(command.c_str());
    return contentOf(run.path("plain"));
}

std::string measured(const Run& run) {
    return contentOf(run.path("out")) + "status " + std::to_string(run.status()) + '\n';
}

// False, with a message, where the kernel does not allow it.
bool isSampled(const gantry::perf::Profile& profile) {
    const bool is = gantry::perf::sampledMetric(profile).has_value();
    if (!is) {
        MESSAGE("no call stack could be sampled here");
    }
    return is;
}

// "main > <module> > work > Solver.step", the longest path that ends in a function of the file.
std::string pathTo(const gantry::perf::Profile& profile, const std::string& function) {
    std::string longest;
    for (const auto& thread : profile.threads) {
        for (const auto& node : thread.nodes) {
            if (profile.timers[node.timer].name != function ||
                profile.timers[node.timer].type.find(kFile) == std::string::npos) {
                continue;
            }
            std::string path = function;
            for (std::int32_t at = node.parent; at >= 0;) {
                const auto& above = thread.nodes[static_cast<std::size_t>(at)];
                path.insert(0, profile.timers[above.timer].name + " > ");
                at = above.parent;
            }
            longest = path.size() > longest.size() ? path : longest;
        }
    }
    return longest;
}

// The part of all samples that are in the function or in what it called.
double shareOf(const gantry::perf::Profile& profile, const std::string& function) {
    const std::size_t metric = gantry::perf::sampledMetric(profile).value();
    double all = 0;
    for (const auto& thread : profile.threads) {
        for (const auto& node : thread.nodes) {
            all += node.parent < 0 ? static_cast<double>(node.inclusive[metric]) : 0;
        }
    }
    double with = 0;
    for (const auto& record : gantry::perf::flat(profile)) {
        with += record.info.name == function ? static_cast<double>(record.inclusive[metric]) : 0;
    }
    return all > 0 ? with / all : 0;
}

bool hasTimer(const gantry::perf::Profile& profile, const std::string& name) {
    return std::any_of(profile.timers.begin(), profile.timers.end(),
                       [&](const auto& timer) { return timer.name == name; });
}

// Whether one function is below the other one in a call path.
bool calls(const gantry::perf::Profile& profile, const std::string& outer,
           const std::string& inner) {
    for (const auto& thread : profile.threads) {
        for (const auto& node : thread.nodes) {
            const bool is = profile.timers[node.timer].name == inner;
            for (std::int32_t at = is ? node.parent : -1; at >= 0;) {
                const auto& above = thread.nodes[static_cast<std::size_t>(at)];
                if (profile.timers[above.timer].name == outer) {
                    return true;
                }
                at = above.parent;
            }
        }
    }
    return false;
}

}  // namespace

TEST_SUITE("modules.Python") {
    TEST_CASE("functions are named in samples, in the call paths of their callers") {
        const Run run(python("work"), "", "--sample 1000");
        REQUIRE(run.status() == 0);
        const gantry::perf::Profile profile = run.profile();
        if (isSampled(profile)) {
            CHECK(pathTo(profile, "inner")
                      .ends_with("<module> > work > Solver.step > "
                                 "Solver.step.<locals>.<genexpr> > inner"));
            CHECK(pathTo(profile, "inner").starts_with("main > "));
            CHECK(shareOf(profile, "inner") > 0.5);
            CHECK_FALSE(calls(profile, "<module>", "_PyEval_EvalFrameDefault"));
            CHECK(profile.partial.empty());
            CHECK(run.print("report --functions r.gantry").find("inner") != std::string::npos);
        }
    }
    TEST_CASE("the program prints and returns what it does without a measurement") {
        for (const char* const word : {"deep", "leave", "threads", "fork", "profiled", "texts"}) {
            CAPTURE(word);
            for (const char* const modules : {"python", "python,python_timers"}) {
                CAPTURE(modules);
                const Run run(python(word), "", std::string("--modules ") + modules);
                CHECK(measured(run) == plain(run, word));
            }
        }
    }
    TEST_CASE("functions of forked children are named, and of what was killed") {
        const Run forked(python("fork"), "", "--sample 1000");
        if (isSampled(forked.profile())) {
            CHECK(shareOf(forked.profile(), "work") > 0.5);
            CHECK_FALSE(hasTimer(forked.profile(), "(Python function)"));
        }
        const Run together(python("fork"), "", "--sample 1000 --children");
        if (isSampled(together.profile())) {
            CHECK(shareOf(together.profile(), "work") > 0.5);
        }
        const Run killed(python("killed"), "", "--sample 1000");
        CHECK(killed.status() == 137);
        if (isSampled(killed.profile())) {
            CHECK(shareOf(killed.profile(), "work") > 0.5);
        }
    }
    TEST_CASE("functions of a process that ran two programs are not taken for each other") {
        const Run run(python("restarted"), "", "--sample 1000");
        REQUIRE(run.status() == 0);
        if (isSampled(run.profile())) {
            CHECK(shareOf(run.profile(), "work") == 0);
            CHECK(shareOf(run.profile(), "(Python function)") > 0.5);
        }
    }
    TEST_CASE(
        "text that is compiled again is one function, and names that do not fit are reported") {
        const Run run(python("texts"), "GANTRY_PYTHON_FUNCTIONS=256", "--sample 1000");
        REQUIRE(run.status() == 0);
        CHECK(run.profile().partial.find("raise GANTRY_PYTHON_FUNCTIONS") != std::string::npos);
        const Run all(python("texts"), "", "--sample 1000");
        CHECK(all.profile().partial.empty());
        if (isSampled(all.profile())) {
            CHECK(hasTimer(all.profile(), "inner"));
        }
    }
    TEST_CASE("every call is timed where that is asked for") {
        const Run run(python("calls"), "", "--modules python_timers");
        REQUIRE(run.status() == 0);
        const gantry::perf::Profile profile = run.profile();
        std::uint64_t inner = 0;
        std::uint64_t steps = 0;
        for (const auto& record : gantry::perf::flat(profile)) {
            inner += record.info.name.starts_with("inner [{") ? record.calls : 0;
            steps += record.info.name.starts_with("Solver.step [{") ? record.calls : 0;
        }
        CHECK(inner == 15);
        CHECK(steps == 5);
        CHECK(profile.misuse.empty());
    }
    TEST_CASE("samples and timers of a function are in one place") {
        const Run run(python("work"), "", "--sample 1000 --modules usual,python_timers");
        REQUIRE(run.status() == 0);
        const gantry::perf::Profile profile = run.profile();
        if (isSampled(profile)) {
            CHECK_FALSE(hasTimer(profile, "inner"));
            CHECK_FALSE(calls(profile, "<module>", "_PyEval_EvalFrameDefault"));
            const std::size_t metric = gantry::perf::sampledMetric(profile).value();
            std::int64_t sampled = 0;
            for (const auto& record : gantry::perf::flat(profile)) {
                const bool is = record.info.name.starts_with("inner [{") && record.calls > 0;
                sampled += is ? record.inclusive[metric] : 0;
            }
            CHECK(sampled > 0);
        }
    }
    TEST_CASE("a program that is not in Python runs as it is") {
        const Run run({"/bin/cat", "in"}, "", "--modules python,python_timers");
        CHECK(run.status() == 0);
        CHECK(contentOf(run.path("out")) == "1234567\n");
    }
}
