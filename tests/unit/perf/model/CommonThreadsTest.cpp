#include <perf/model/CommonThreads.hpp>
#include <perf/model/Flat.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>

#include "ProfileSamples.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

TEST_SUITE_BEGIN("perf.model.CommonThreads");

TEST_CASE("threads of one role become one with all call paths and their sums") {
    Profile profile = withTimers({"main", "a", "b"});
    addThread(profile, {node(0, -1, 1, 100), node(1, 0, 2, 40)}).role = ThreadRole::Main;
    addThread(profile, {node(2, -1, 3, 7)}).role = ThreadRole::Worker;
    addThread(profile, {node(0, -1, 1, 50), node(2, 0, 1, 5), node(1, 0, 4, 20), node(2, 2, 1, 1)})
        .role = ThreadRole::Main;
    profile.threads[2].id = 9;
    profile.misuse = {{MisuseKind::StopWithoutStart, "a", "", 2, 0},
                      {MisuseKind::StopWithoutStart, "a", "", 3, 9}};

    uniteThreads(profile);

    REQUIRE(profile.threads.size() == 2);
    const ThreadProfile& main = profile.threads[0];
    CHECK(main.name == "main");
    CHECK(main.process == -1);
    REQUIRE(main.nodes.size() == 4);
    CHECK(main.nodes[0].calls == 2);
    CHECK(main.nodes[0].childCalls == 7);
    CHECK(main.nodes[0].inclusive[0] == 150);
    CHECK(main.nodes[1].parent == 0);
    CHECK(main.nodes[1].calls == 6);
    CHECK(main.nodes[1].inclusive[0] == 60);
    CHECK(main.nodes[2] == node(2, 0, 1, 5));
    CHECK(main.nodes[3] == node(2, 1, 1, 1));
    CHECK(profile.threads[1].nodes == std::vector<CallPathNode>{node(2, -1, 3, 7)});
    REQUIRE(profile.misuse.size() == 1);
    CHECK(profile.misuse[0].count == 5);
    CHECK(profile.misuse[0].thread == 0);
}

TEST_CASE("flat values stay what they were") {
    for (std::uint32_t seed = 0; seed < 20; ++seed) {
        CAPTURE(seed);
        Profile profile = randomProfile(seed);
        // Errors of estimates do not add up as they are.
        for (ThreadProfile& thread : profile.threads) {
            for (CallPathNode& node : thread.nodes) {
                node.untimed = 0;
                node.error = {};
            }
        }
        const auto before = flat(profile);

        uniteThreads(profile);

        CHECK(flat(profile) == before);
    }
}

TEST_CASE("sums that are too large stay at the limit, and this is reported") {
    Profile profile = withTimers({"main"});
    const std::int64_t most = std::int64_t{1} << 56U;
    addThread(profile, {node(0, -1, 1, most - 1)});
    addThread(profile, {node(0, -1, 1, most - 1)});

    uniteThreads(profile);

    CHECK(profile.threads[0].nodes[0].inclusive[0] == most);
    CHECK(profile.partial == "values over all ranks were above 2^56 and are limited to it");
}
