#include <perf/model/RankMerger.hpp>
#include <perf/model/ThreadChoice.hpp>

#include <doctest/doctest.h>

#include <stdexcept>
#include <string>

#include "RankSamples.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

namespace {

// Four ranks on two hosts.
Profile run() {
    RankMerger merger;
    for (std::uint32_t rank = 0; rank < 4; ++rank) {
        merger.add(rank, profileOfRank(rank));
    }
    return merger.take();
}

std::string problemOf(const std::string& text) {
    try {
        Profile profile = run();
        keepThreads(profile, parseThreadChoice(text));
        return "";
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
}

}  // namespace

TEST_SUITE_BEGIN("perf.model.ThreadChoice");

TEST_CASE("of one rank its threads stay, as they were, and nothing of the whole run") {
    const Profile whole = run();
    Profile profile = whole;

    keepThreads(profile, parseThreadChoice("rank=2"));

    std::size_t expected = 0;
    for (const ThreadProfile& thread : whole.threads) {
        if (whole.processes.at(static_cast<std::size_t>(thread.process)).rank == 2) {
            REQUIRE(expected < profile.threads.size());
            CHECK(profile.threads[expected] == thread);
            ++expected;
        }
    }
    CHECK(expected > 0);
    CHECK(profile.threads.size() == expected);
    CHECK_FALSE(profile.ranks);
    CHECK(profile.events.empty());
}

TEST_CASE("all that is given has to fit") {
    Profile profile = run();
    const std::string host = profile.processes[3].host;
    const std::uint32_t thread = profile.threads.back().id;

    keepThreads(profile,
                parseThreadChoice("host=" + host + ",rank=3,thread=" + std::to_string(thread)));

    REQUIRE(profile.threads.size() == 1);
    CHECK(profile.threads[0].id == thread);
}

TEST_CASE("a choice that fits no thread is refused, with what there is") {
    CHECK(problemOf("rank=4").find("no thread fits; there are ") == 0);
    CHECK(problemOf("rank=4").find(" of 4 ranks on node1, node2") != std::string::npos);
    CHECK(problemOf("host=elsewhere").find("no thread fits") == 0);
}

TEST_CASE("what is not understood is named") {
    for (const char* const text : {"", "rank", "rank=", "rank=2,", "node=1", "2", ",", "Rank=1"}) {
        CAPTURE(text);
        CHECK(problemOf(text).find("is not understood; give rank=N, host=NAME or thread=N") !=
              std::string::npos);
    }
    for (const char* const text :
         {"rank=x", "rank=-1", "rank=1.5", "thread=99999999999", "rank=2 "}) {
        CAPTURE(text);
        CHECK(problemOf(text).find("needs a number from 0") != std::string::npos);
    }
}

TEST_SUITE_END();
