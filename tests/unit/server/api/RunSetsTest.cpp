#include <server/api/RunApi.hpp>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <utility>
#include <vector>

#include "ProfileSamples.hpp"

using namespace gantry;
using namespace gantry::server;
using Json = nlohmann::json;

namespace {

Json jsonOf(const HttpReply& reply) {
    REQUIRE(reply.body);
    return Json::parse(*reply.body);
}

}  // namespace

TEST_SUITE_BEGIN("server.api.RunSets");

TEST_CASE("runs that were given together are the sets that are compared") {
    std::vector<ServedRun> runs;
    for (const char* name : {"a1", "a2", "b1", "b2"}) {
        runs.push_back({name, perf::samples::withTimers({"main"}), {}, {}, {}, {}});
    }
    // One that cannot be compared disturbs only a comparison of which it is a part.
    runs[1].profile.metrics = {{"cpu", "ns", ""}};
    ServedContext context;
    context.sets = {{0}, {1}, {2, 3}};
    const RunApi api("runs", std::move(runs), std::move(context));

    CHECK(jsonOf(api.reply({"/api/meta"})).at("sets") == Json{{0}, {1}, {2, 3}});
    const Json comparison = jsonOf(api.reply({"/api/compare"}));
    CHECK(comparison.at("before").at("runs") == Json{"a1"});
    CHECK(comparison.at("after").at("runs") == Json{"b1", "b2"});
    CHECK(api.reply({"/api/compare", {{"before", "0,1"}, {"after", "2"}}}).status == 400);
}

TEST_CASE("scaling has the runs with one number of ranks as one set") {
    std::vector<ServedRun> runs;
    for (const std::uint32_t ranks : {2U, 1U, 2U}) {
        perf::Profile profile = perf::samples::withTimers({"main"});
        profile.timeNs = 1000 / static_cast<std::int64_t>(ranks);
        profile.threads.emplace_back();
        profile.threads.back().nodes = {
            perf::samples::node(0, -1, 1, 1000 / static_cast<std::int64_t>(ranks))};
        profile.ranks.emplace();
        profile.ranks->size = ranks;
        runs.push_back({"run", std::move(profile), {}, {}, {}, {}});
    }
    const RunApi api("runs", std::move(runs));

    const Json scaling = jsonOf(api.reply({"/api/scaling"}));
    CHECK(scaling.at("format") == "gantry-scaling");
    CHECK(scaling.at("kind") == "strong");
    REQUIRE(scaling.at("points").size() == 2);
    CHECK(scaling.at("points")[1].at("runs") == 2);
    CHECK(scaling.at("points")[1].at("speedup") == doctest::Approx(2));
    CHECK(api.reply({"/api/scaling", {{"kind", "none"}}}).status == 400);
}

TEST_CASE("there is no scaling of runs without a number of ranks") {
    std::vector<ServedRun> runs;
    for (const char* name : {"one", "two"}) {
        runs.push_back({name, perf::samples::withTimers({"main"}), {}, {}, {}, {}});
    }
    CHECK(RunApi("runs", std::move(runs)).reply({"/api/scaling"}).status == 400);
}

TEST_SUITE_END();
