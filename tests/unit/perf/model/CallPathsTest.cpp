#include <perf/model/CallPaths.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

#include "ProfileSamples.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

TEST_SUITE_BEGIN("perf.model.CallPaths");

TEST_CASE("threads share the paths they have in common") {
    Profile profile = withTimers({"main", "a", "b"});
    addThread(profile, {node(0, -1, 1, 9), node(1, 0, 1, 1)});
    addThread(profile, {node(0, -1, 1, 9), node(2, 0, 1, 1), node(1, 0, 1, 1)});

    const CallPaths paths = callPathsOf(profile);

    CHECK(paths.paths.size() == 3);
    CHECK(paths.pathOf == std::vector<std::vector<std::int64_t>>{{0, 1}, {0, 2, 1}});
}

TEST_CASE("paths are in depth-first order, whatever the order in which they were found") {
    Profile profile = withTimers({"main", "a", "b"});
    addThread(profile, {node(0, -1, 1, 9), node(1, -1, 1, 1), node(2, 0, 1, 1), node(1, 2, 1, 1)});

    const CallPaths paths = callPathsOf(profile);

    std::vector<std::int64_t> parents;
    std::vector<std::int32_t> depths;
    for (const CallPath& path : paths.paths) {
        parents.push_back(path.parent);
        depths.push_back(path.depth);
    }
    CHECK(parents == std::vector<std::int64_t>{-1, 0, 1, -1});
    CHECK(depths == std::vector<std::int32_t>{0, 1, 2, 0});
    CHECK(paths.pathOf[0] == std::vector<std::int64_t>{0, 3, 1, 2});
}

TEST_CASE("repeated timers and groups are marked below their first") {
    Profile profile = withTimers({"main", "a", "b"});
    profile.timers[2].group = "other";
    // main => b => main; a beside it, in the group of main
    addThread(profile, {node(0, -1, 1, 9), node(2, 0, 1, 5), node(0, 1, 1, 2), node(1, 0, 1, 1),
                        node(1, -1, 1, 1)});

    const CallPaths paths = callPathsOf(profile);

    std::vector<bool> recursive;
    std::vector<bool> inGroup;
    for (const CallPath& path : paths.paths) {
        recursive.push_back(path.recursive);
        inGroup.push_back(path.inGroup);
    }
    CHECK(recursive == std::vector<bool>{false, false, true, false, false});
    CHECK(inGroup == std::vector<bool>{false, false, true, true, false});
}

TEST_CASE("what a thread says twice becomes two paths") {
    Profile profile = withTimers({"main"});
    addThread(profile, {node(0, -1, 1, 1), node(0, -1, 1, 2)});
    addThread(profile, {node(0, -1, 1, 3)});

    CHECK(callPathsOf(profile).pathOf == std::vector<std::vector<std::int64_t>>{{0, 1}, {0}});
}

TEST_CASE("no threads have no paths") {
    CHECK(callPathsOf(withTimers({"main"})).paths.empty());
}

TEST_SUITE_END();
