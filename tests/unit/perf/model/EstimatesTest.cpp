#include <perf/model/Estimates.hpp>

#include <doctest/doctest.h>

#include "ProfileSamples.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

namespace {

CallPathNode estimate(std::uint32_t timer, std::int32_t parent, std::int64_t inclusive) {
    CallPathNode sampled = node(timer, parent, 100, inclusive);
    sampled.untimed = 90;
    sampled.error[0] = 5;
    return sampled;
}

}  // namespace

TEST_SUITE_BEGIN("perf.model.Estimates");

TEST_CASE("values that agree stay as they are") {
    std::vector<CallPathNode> nodes{node(0, -1, 1, 100), estimate(1, 0, 60), node(2, 1, 1, 20)};
    const std::vector<CallPathNode> before = nodes;

    fitEstimates(nodes);

    CHECK(nodes == before);
}

TEST_CASE("an estimate is raised to what is inside it") {
    std::vector<CallPathNode> nodes{node(0, -1, 1, 100), estimate(1, 0, 10), node(2, 1, 1, 20)};

    fitEstimates(nodes);

    CHECK(nodes[0].inclusive[0] == 100);
    CHECK(nodes[1].inclusive[0] == 20);
    CHECK(nodes[2].inclusive[0] == 20);
}

TEST_CASE("estimates give way to the exact value around them, and exact ones beside them do not") {
    std::vector<CallPathNode> nodes{node(0, -1, 1, 100), estimate(1, 0, 60), node(2, 0, 1, 40),
                                    estimate(3, 0, 20), node(4, 1, 1, 30)};

    fitEstimates(nodes);

    CHECK(nodes[0].inclusive[0] == 100);
    CHECK(nodes[1].inclusive[0] == 48);
    CHECK(nodes[2].inclusive[0] == 40);
    CHECK(nodes[3].inclusive[0] == 12);
    CHECK(nodes[4].inclusive[0] == 30);
}

TEST_CASE("an estimate that gives way takes those inside it along") {
    std::vector<CallPathNode> nodes{node(0, -1, 1, 50), estimate(1, 0, 100), estimate(2, 1, 90)};

    fitEstimates(nodes);

    CHECK(nodes[1].inclusive[0] == 50);
    CHECK(nodes[2].inclusive[0] == 50);
}

TEST_SUITE_END();
