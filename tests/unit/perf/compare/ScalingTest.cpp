#include <perf/analysis/compare/Scaling.hpp>

#include <doctest/doctest.h>

#include <stdexcept>

#include "ProfileSamples.hpp"

using namespace gantry::perf;

namespace {

// On p ranks: work that is divided, work that every rank does, messages that grow.
Profile run(double ranks, bool weak) {
    Profile profile = samples::withTimers({"main", "work", "set-up", "messages"});
    const double work = weak ? 1000 * ranks : 1000;
    const double all = work + 100 * ranks + 10 * ranks * ranks;
    profile.timeNs = static_cast<std::int64_t>(1e6 * all / ranks);
    samples::addThread(profile,
                       {samples::node(0, -1, 1, static_cast<std::int64_t>(all)),
                        samples::node(1, 0, 1, static_cast<std::int64_t>(work)),
                        samples::node(2, 0, 1, static_cast<std::int64_t>(100 * ranks)),
                        samples::node(3, 0, 1, static_cast<std::int64_t>(10 * ranks * ranks))});
    return profile;
}

Scaling scaled(ScalingKind kind) {
    RunTable table{RunTableOptions{}};
    std::vector<std::vector<std::size_t>> sets;
    std::vector<double> ranks{4, 1, 8, 2};
    for (const double p : ranks) {
        sets.push_back({table.add("run", run(p, kind == ScalingKind::Weak))});
    }
    return scalingOf(table, sets, ranks, kind);
}

}  // namespace

TEST_SUITE_BEGIN("perf.compare.Scaling");

TEST_CASE("the losses of the regions add up to the loss of the whole") {
    for (const ScalingKind kind : {ScalingKind::Strong, ScalingKind::Weak}) {
        const Scaling scaling = scaled(kind);
        REQUIRE(scaling.points.size() == 4);
        for (std::size_t i = 0; i < 4; ++i) {
            double loss = 0;
            for (const ScalingRegion& region : scaling.regions) {
                loss += region.loss[i];
            }
            CHECK(loss == doctest::Approx(1 - scaling.points[i].costEfficiency));
        }
        CHECK(scaling.points[0].efficiency == doctest::Approx(1));
    }
}

TEST_CASE("strong scaling blames what every rank does again, and what grows") {
    const Scaling scaling = scaled(ScalingKind::Strong);
    const ScalingPoint& last = scaling.points.back();
    CHECK(last.ranks == 8);
    CHECK(last.ideal == 8);
    CHECK(last.efficiency == doctest::Approx(1110.0 / (1000 + 800 + 640)).epsilon(1e-3));
    CHECK(scaling.regions[0].name == "set-up");
    CHECK(scaling.regions[1].name == "messages");
    CHECK(scaling.regions[0].loss.back() == doctest::Approx(700.0 / 2440));
}

TEST_CASE("weak scaling blames only what grows faster than the ranks") {
    const Scaling scaling = scaled(ScalingKind::Weak);
    CHECK(scaling.regions[0].name == "messages");
    CHECK(scaling.regions[0].loss.back() == doctest::Approx((640.0 - 80) / (8000 + 800 + 640)));
    CHECK(scaling.points.back().ideal == 1);
}

TEST_CASE("a set has the number of ranks of its runs, which must agree") {
    RunTable table{RunTableOptions{}};
    Profile parallel = run(4, false);
    parallel.ranks.emplace();
    parallel.ranks->size = 4;
    const std::size_t one = table.add("one", run(1, false));
    const std::size_t four = table.add("four", parallel);
    const std::size_t again = table.add("again", parallel);

    CHECK(ranksOf(table, {{one}, {four, again}}) == std::vector<double>{1, 4});
    CHECK_THROWS_WITH_AS((void)ranksOf(table, {{one, four}}),
                         "four: has another number of ranks than the other runs of its set",
                         std::invalid_argument);
}

TEST_CASE("scaling needs different scales, runs, and values above 0") {
    RunTable table{RunTableOptions{}};
    const std::size_t a = table.add("a", run(1, false));
    const std::size_t b = table.add("b", run(1, false));
    const std::size_t zero = table.add("zero", samples::withTimers({"x"}));
    CHECK_THROWS_AS(scalingOf(table, {{a}}, {1}, ScalingKind::Strong), std::invalid_argument);
    CHECK_THROWS_AS(scalingOf(table, {{a}, {b}}, {1, 1}, ScalingKind::Strong),
                    std::invalid_argument);
    CHECK_THROWS_AS(scalingOf(table, {{a}, {}}, {1, 2}, ScalingKind::Strong),
                    std::invalid_argument);
    CHECK_THROWS_WITH_AS(scalingOf(table, {{a}, {zero}}, {1, 2}, ScalingKind::Strong),
                         doctest::Contains("zero"), std::invalid_argument);
}

TEST_CASE("the table of a scaling is at most 80 columns wide") {
    const std::string text = scalingText(scaled(ScalingKind::Strong), 2);
    std::size_t begin = 0;
    for (std::size_t end = text.find('\n'); end != std::string::npos;
         begin = end + 1, end = text.find('\n', begin)) {
        CHECK(end - begin <= 80);
    }
    CHECK(text.find("set-up") != std::string::npos);
    CHECK(text.find("(others)") != std::string::npos);
}

TEST_SUITE_END();
