#include <perf/ranks/PartBytes.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <random>
#include <string>

#include "RankSamples.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

namespace {

RankPart fullPart() {
    Profile profile = fullProfile();
    profile.probeOverhead = ProbeOverhead{{19.25, 800.5}, {9.5, 0}, {1.5}};
    profile.events[0].quantiles.add(7);
    profile.events[0].quantiles.add(-7);
    profile.threads[0].nodes[1].untimed = 1;
    profile.threads[0].nodes[1].error[0] = 3;
    profile.partial = "cut short";
    RankPart part = rankPart(0, std::move(profile));
    join(part, missingRank(1));
    return part;
}

}  // namespace

TEST_SUITE_BEGIN("perf.ranks.PartBytes");

TEST_CASE("a part comes back as it was") {
    const RankPart full = fullPart();
    CHECK(decodePart(encodePart(full)) == full);
    CHECK(decodePart(encodePart(missingRank(7))) == missingRank(7));
    for (std::uint32_t seed = 0; seed < 50; ++seed) {
        CAPTURE(seed);
        const RankPart part = rankPart(seed, randomProfile(seed));
        CHECK(decodePart(encodePart(part)) == part);
    }
}

TEST_CASE("a part with columns, and a block of them, come back as they were") {
    RankPart part = rankPart(0, profileOfRank(0), RankDetail::Columns);
    join(part, missingRank(1, RankDetail::Columns));
    join(part, rankPart(2, profileOfRank(2), RankDetail::Columns));

    CHECK(decodePart(encodePart(part)) == part);
    const std::string bytes = encodePart(part);
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        CHECK_THROWS_AS((void)decodePart(bytes.substr(0, size)), PartError);
    }
    const RankBlock block = packed(*part.columns);
    CHECK(decodeBlock(encodeBlock(block)) == block);
    CHECK_THROWS_AS((void)decodeBlock(encodeBlock(block) + 'x'), PartError);
}

TEST_CASE("a part that is cut short is refused wherever it ends") {
    const std::string bytes = encodePart(fullPart());
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        CAPTURE(size);
        CHECK_THROWS_AS((void)decodePart(bytes.substr(0, size)), PartError);
    }
    CHECK_THROWS_AS((void)decodePart(bytes + 'x'), PartError);
}

TEST_CASE("a part with any byte changed is refused, or its references are sound") {
    const std::string bytes = encodePart(fullPart());
    std::mt19937 random(7);
    for (int i = 0; i < 3000; ++i) {
        std::string changed = bytes;
        const std::size_t at = random() % changed.size();
        changed[at] = static_cast<char>(random());
        CAPTURE(at);
        try {
            const RankPart part = decodePart(changed);
            for (const ThreadProfile& thread : part.profile.threads) {
                CHECK(thread.process < static_cast<int>(part.profile.processes.size()));
                for (const CallPathNode& node : thread.nodes) {
                    CHECK(node.timer < part.profile.timers.size());
                }
            }
        } catch (const PartError&) {
            continue;
        }
    }
}

TEST_CASE("a part of another version is refused with what to do") {
    std::string bytes = encodePart(fullPart());
    bytes[0] = 99;
    CHECK_THROWS_WITH_AS((void)decodePart(bytes),
                         "a rank sent its profile in another version; start all ranks with the "
                         "same Gantry",
                         PartError);
}
