#include <perf/analysis/TimelineTables.hpp>
#include <perf/timeline/TimelineBuilder.hpp>
#include <server/api/RunApi.hpp>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "ProfileSamples.hpp"
#include "TimelineSamples.hpp"

using namespace gantry;
using namespace gantry::server;
using Json = nlohmann::json;

namespace {

using Query = std::vector<std::pair<std::string, std::string>>;

ServedRun traced(std::uint32_t seed) {
    std::mt19937 random(seed);
    const perf::samples::RandomTimeline sample(random, 3, 500);
    ServedRun run{"run.gantry", perf::samples::withTimers({"main"}), {}, {}, {}, {}};
    run.timeline = perf::Timeline(sample.image());
    return run;
}

RunApi apiOf(std::uint32_t seed = 1) {
    std::vector<ServedRun> runs;
    runs.push_back(traced(seed));
    runs.push_back({"plain", perf::samples::withTimers({"main"}), {}, {}, {}, {}});
    return {"run.gantry, <plain>", std::move(runs)};
}

Json jsonOf(const HttpReply& reply) {
    REQUIRE(reply.body);
    return Json::parse(*reply.body);
}

}  // namespace

TEST_SUITE_BEGIN("server.api.RunApi");

TEST_CASE("the page may ask its server alone, and its title is text") {
    const HttpReply reply = apiOf().reply({"/"});
    CHECK(reply.type == "text/html; charset=utf-8");
    CHECK(reply.policy.find("connect-src 'self'") != std::string::npos);
    CHECK(reply.policy.find("worker-src blob:") != std::string::npos);
    CHECK(reply.policy.find("script-src 'sha256-") != std::string::npos);
    CHECK(reply.body->find("connect-src 'none'") == std::string::npos);
    CHECK(reply.body->find("<title>run.gantry, &lt;plain&gt;") != std::string::npos);
}

TEST_CASE("what is served is listed, and the document has all runs") {
    const RunApi api = apiOf();
    const Json meta = jsonOf(api.reply({"/api/meta"}));
    CHECK(meta.at("runs").size() == 2);
    CHECK(meta.at("runs").at(0).at("records").get<std::uint64_t>() > 500);
    CHECK(meta.at("runs").at(1).at("records").is_null());
    const Json page = jsonOf(api.reply({"/api/page"}));
    CHECK(page.at("runs").at(1).at("name") == "plain");
    CHECK(page.at("runs").at(0).at("timeline").at("served") == true);
    CHECK_FALSE(page.at("runs").at(1).contains("timeline"));
}

TEST_CASE("source files that an archive keeps are served with their text") {
    ServedRun run{"run.gantry", perf::samples::withTimers({"main"}), {}, {}, {}, {}};
    run.history.sources.push_back({"/a.c", 4});
    run.history.sources[0].text = std::make_shared<const std::string>("one\n");
    std::vector<ServedRun> runs;
    runs.push_back(std::move(run));
    const RunApi api("run.gantry", std::move(runs));

    const Json sources = jsonOf(api.reply({"/api/sources"}));

    CHECK(sources.at("format") == "gantry-run-sources");
    CHECK(sources.at("files").at(0).at("path") == "/a.c");
    CHECK(sources.at("files").at(0).at("text") == Json({"one"}));
    CHECK(api.reply({"/api/sources/a.c"}).status == 404);
    CHECK(jsonOf(api.reply({"/api/sources", {{"run", "0"}}})).at("leftOut") == 0);
}

TEST_CASE("records of any module are served with their fields, and the tables of files") {
    ServedRun run{"run.gantry", perf::samples::withTimers({"main"}), {}, {}, {}, {}};
    run.profile.modules.push_back({"sleeps",
                                   1,
                                   "",
                                   {{"calls", "calls", perf::Reduction::Sum},
                                    {"opens", "calls", perf::Reduction::Sum},
                                    {"bytes_read", "B", perf::Reduction::Sum},
                                    {"read_time", "ns", perf::Reduction::Sum}},
                                   {{"nap", 0, {3, 1, 20, 7}}}});
    run.profile.context.emplace_back("module.report.sleeps",
                                     "gantry-module-report 1\ncolumn calls = calls");
    std::vector<ServedRun> runs;
    runs.push_back(std::move(run));
    const RunApi api("run.gantry", std::move(runs));

    const Json modules = jsonOf(api.reply({"/api/modules"}));
    CHECK(modules.at("format") == "gantry-run-modules");
    CHECK(modules.at("list").at(0).at("names") == Json({"nap"}));
    CHECK(modules.at("list").at(0).at("values").at(0) == Json({3}));
    const Json report = jsonOf(api.reply({"/api/module", {{"module", "sleeps"}}}));
    CHECK(report.at("views").at(0).at("rows") == Json::array({Json::array({"nap", 3.0})}));
    const Json fields = jsonOf(api.reply({"/api/module", {{"module", "sleeps"}, {"fields", "1"}}}));
    CHECK(fields.at("views").at(0).at("rows").size() == 4);
    CHECK(api.reply({"/api/module"}).status == 400);
    CHECK(api.reply({"/api/module", {{"module", "posix"}}}).status == 400);
    const Json files = jsonOf(api.reply({"/api/io"}));
    CHECK(files.at("views").at(1).at("view") == "ioFiles");
    CHECK(files.at("views").at(1).at("rows").at(0).at(0) == "nap");
}

TEST_CASE("the cells of a window are those of the query") {
    for (const std::uint32_t seed : {1U, 2U, 3U}) {
        CAPTURE(seed);
        const RunApi api = apiOf(seed);
        const Query query{{"from", "100"}, {"to", "9000"}, {"columns", "37"}, {"rows", "2,0"}};
        const Json tile = jsonOf(api.reply({"/api/timeline", query}));
        const Json cells = jsonOf(api.reply({"/api/shares", query})).at("rows");
        REQUIRE(tile.at("rows").size() == 2);
        REQUIRE(cells.size() == 2 * 37);
        for (std::size_t at = 0; at < cells.size(); ++at) {
            const Json& row = tile.at("rows").at(at / 37);
            const std::size_t column = at % 37;
            CHECK(row.at("row") == cells.at(at).at(0));
            CHECK(row.at("busy").at(column) == cells.at(at).at(3));
            CHECK(row.at("idle").at(column) == cells.at(at).at(4));
            CHECK(row.at("overhead").at(column) == cells.at(at).at(5));
            CHECK(row.at("records").at(column) == cells.at(at).at(6));
            const std::int64_t name = row.at("name").at(column);
            CHECK(
                (name < 0 ? Json("") : tile.at("names").at(static_cast<std::size_t>(name)).at(0)) ==
                cells.at(at).at(7));
        }
    }
}

TEST_CASE("the binary tile has the values of the other one") {
    const auto numbers = [](const std::string& bytes, std::size_t place, std::size_t size) {
        std::uint64_t value = 0;
        for (std::size_t i = size; i > 0; --i) {
            value = value << 8U | static_cast<unsigned char>(bytes.at(place + i - 1));
        }
        return value;
    };
    for (const std::uint32_t seed : {1U, 2U, 3U}) {
        CAPTURE(seed);
        const RunApi api = apiOf(seed);
        const Query query{{"from", "100"}, {"to", "9000"}, {"columns", "37"}, {"rows", "2,0"}};
        const Json tile = jsonOf(api.reply({"/api/timeline", query}));
        const HttpReply reply = api.reply({"/api/timeline.bin", query});
        CHECK(reply.type == "application/octet-stream");
        const std::string& bytes = *reply.body;
        CHECK(bytes.substr(0, 4) == "GTL1");
        CHECK(numbers(bytes, 4, 4) == 1);
        CHECK(numbers(bytes, 8, 4) == 2);
        CHECK(numbers(bytes, 12, 4) == 37);
        CHECK(numbers(bytes, 16, 8) == 100);
        CHECK(numbers(bytes, 24, 8) == 9000);
        CHECK(numbers(bytes, 32, 4) == 4);
        const std::size_t names = numbers(bytes, 36, 4);
        CHECK(numbers(bytes, 40, 4) == 2);
        CHECK(numbers(bytes, 44, 4) == 0);
        std::size_t place = 48;
        for (const char* column : {"busy", "idle", "overhead", "records", "name"}) {
            CAPTURE(column);
            for (std::size_t cell = 0; cell < 74; ++cell, place += 4) {
                const auto value = static_cast<std::int32_t>(numbers(bytes, place, 4));
                REQUIRE(tile.at("rows").at(cell / 37).at(column).at(cell % 37) == value);
            }
            place = (place + 7) / 8 * 8;
        }
        CHECK(place + names == bytes.size());
        CHECK(Json::parse(bytes.substr(place)).size() <= tile.at("names").size() + 1);
    }
}

TEST_CASE("rows together have the sums of what they have alone") {
    for (const std::uint32_t seed : {1U, 2U, 3U}) {
        CAPTURE(seed);
        const RunApi api = apiOf(seed);
        Query query{{"from", "100"}, {"to", "9000"}, {"columns", "37"}, {"rows", "1-2"}};
        const Json rows = jsonOf(api.reply({"/api/timeline", query})).at("rows");
        query.emplace_back("together", "1");
        const Json tile = jsonOf(api.reply({"/api/timeline", query}));
        REQUIRE(tile.at("rows").size() == 1);
        const Json& sum = tile.at("rows").at(0);
        CHECK(sum.at("row") == 1);
        for (const char* key : {"busy", "idle", "overhead", "records"}) {
            CAPTURE(key);
            for (std::size_t column = 0; column < 37; ++column) {
                CHECK(sum.at(key).at(column).get<std::int64_t>() ==
                      rows.at(0).at(key).at(column).get<std::int64_t>() +
                          rows.at(1).at(key).at(column).get<std::int64_t>());
            }
        }
        CHECK(api.reply({"/api/timeline.bin", query}).body->size() <
              api.reply({"/api/timeline.bin", {query.begin(), query.end() - 1}}).body->size());
        query.back().second = "2";
        CHECK(api.reply({"/api/timeline", query}).status == 400);
    }
}

TEST_CASE("pages wait for a document that somebody makes, and can request it anyway") {
    ServedContext context;
    context.prepares = true;
    std::vector<ServedRun> runs;
    runs.push_back({"plain", perf::samples::withTimers({"main"}), {}, {}, {}, {}});
    const RunApi api("plain", std::move(runs), std::move(context));
    CHECK(jsonOf(api.reply({"/api/meta"})).at("prepared") == false);
    CHECK(jsonOf(api.reply({"/api/page"})).at("runs").size() == 1);

    api.prepare();

    CHECK(jsonOf(api.reply({"/api/meta"})).at("prepared") == true);
    CHECK(jsonOf(apiOf().reply({"/api/meta"})).at("prepared") == true);
}

TEST_CASE("the tables of a report have addresses, and say which metric there is not") {
    const RunApi api = apiOf();
    for (const char* view : {"flat", "tree", "groups", "phases", "instances", "threads", "ranks",
                             "functions", "statistics", "matrix", "changes", "memory"}) {
        CAPTURE(view);
        const std::string path = "/api/" + std::string(view);
        const Json report = jsonOf(api.reply({path}));
        CHECK(report.at("format") == "gantry-report");
        CHECK(report.at("views").size() >= 1);
        CHECK(api.reply({path, {{"metric", "none"}}}).status == 400);
    }
    CHECK(api.reply({"/api/flat", {{"sort", "none"}}}).status == 400);
    CHECK(jsonOf(api.reply({"/api/assembly"})).at("instances").is_array());
}

TEST_CASE("a decision has all that was believed, and null for what is infinite") {
    ServedRun run{"run.gantry", perf::samples::withTimers({"main"}), {}, {}, {}, {}};
    perf::ArchivedDecision decision;
    decision.port = "pde.solver";
    decision.candidate = "<b>lu</b>";
    decision.estimates = {{"<b>lu</b>", 3, 0.5, 0.25}};
    run.history.decisions = {decision};
    std::vector<ServedRun> runs;
    runs.push_back(std::move(run));
    const RunApi api("run", std::move(runs));
    const Json read = jsonOf(api.reply({"/api/decisions"})).at("decisions").at(0);
    CHECK(read.at("candidate") == "<b>lu</b>");
    CHECK(read.at("cost").is_null());
    CHECK(read.at("estimates").at(0).at("cost") == 0.5);
    CHECK(read.at("estimates").at(0).at("high").is_null());
}

TEST_CASE(
    "two runs are compared as they are in their files, and places that are none are refused") {
    const RunApi api = apiOf();
    const Json comparison = jsonOf(api.reply({"/api/compare", {{"before", "1"}, {"after", "0"}}}));
    CHECK(comparison.at("format") == "gantry-comparison");
    CHECK(comparison.at("before").at("label") == "plain");
    for (const auto& parameter : Query{{"before", ""},
                                       {"before", "2"},
                                       {"before", "x"},
                                       {"after", "0,0,0"},
                                       {"after", "-1"},
                                       {"metric", "none"},
                                       {"total", "yes"},
                                       {"perRank", "2"}}) {
        CAPTURE(parameter.first);
        CAPTURE(parameter.second);
        CHECK(api.reply({"/api/compare", {parameter}}).status == 400);
    }
}

TEST_CASE("a page saves what it changed of the project, where that is permitted") {
    const auto served = [](ServedContext context) {
        std::vector<ServedRun> runs;
        runs.push_back({"plain", perf::samples::withTimers({"main"}), {}, {}, {}, {}});
        return RunApi("plain", std::move(runs), std::move(context));
    };
    const HttpRequest opens{"/api/project", {}, true};
    CHECK(served({}).reply(opens).status == 404);
    CHECK(served({std::nullopt, "{}"}).reply(opens).status == 403);
    const RunApi api = served({std::nullopt, "{}", [](const std::string& edited) {
                                   if (edited == "{}") {
                                       throw std::runtime_error("the disk is full");
                                   }
                                   return "saved " + edited;
                               }});
    CHECK(jsonOf(api.reply({"/api/meta"})).at("saves") == true);
    const auto channel = api.reply(opens).channel;
    REQUIRE(channel);
    const auto said = [&](const std::string& message) {
        channel->receive(message);
        const HttpChannel::Next next = channel->next({});
        return std::pair(next.text ? Json::parse(*next.text) : Json(), next.ends);
    };

    CHECK(said(R"({"type": "greeting"})").first.is_null());
    CHECK(said(R"({"type": "save", "request": 4, "project": {}})").first ==
          Json{{"type", "reply"}, {"request", 4}, {"ok", false}, {"error", "the disk is full"}});
    CHECK(*api.reply({"/api/project"}).body == "{}");
    CHECK(said(R"({"type": "save", "request": 5, "project": {"title": "a"}})").first.at("ok") ==
          true);
    CHECK(*api.reply({"/api/project"}).body == R"(saved {"title":"a"})");
    const auto [error, ends] =
        said(R"({"type": "save", "project": {"runs": [[[[[[[[[[1]]]]]]]]]]}})");
    CHECK(error.at("error") == "a message is not that deep");
    CHECK(ends);
}

TEST_CASE("a long list is read page by page, with nothing twice and nothing missing") {
    const RunApi api = apiOf();
    const Json whole = jsonOf(api.reply({"/api/calls", {{"limit", "10000"}}})).at("rows");
    Json parts = Json::array();
    std::string cursor = "0:0";
    while (!cursor.empty()) {
        const Json page = jsonOf(api.reply({"/api/calls", {{"limit", "100"}, {"cursor", cursor}}}));
        for (const Json& row : page.at("rows")) {
            parts.push_back(row);
        }
        cursor = page.at("next").is_null() ? "" : page.at("next").get<std::string>();
    }
    CHECK(parts == whole);
}

TEST_CASE("every kind of query of a timeline has an address") {
    const RunApi api = apiOf();
    for (const perf::TimelineQuery& query : perf::timelineQueries()) {
        const std::string kind(query.name);
        CAPTURE(kind);
        const HttpReply reply = api.reply({"/api/" + kind, {{"columns", "3"}}});
        // There is no counter in the sample to ask for.
        CHECK(reply.status == (kind == "counters" ? 400 : 200));
    }
}

TEST_CASE("metrics are in the format that Prometheus reads") {
    const HttpReply reply = apiOf().reply({"/metrics", {{"run", "1"}}});
    CHECK(reply.type.starts_with("application/openmetrics-text"));
    CHECK(reply.body->ends_with("# EOF\n"));
}

TEST_CASE("the reply to a wrong query says what is wrong with it") {
    const RunApi api = apiOf();
    for (const auto& parameter : Query{{"run", "7"},
                                       {"run", "x"},
                                       {"from", "1.5"},
                                       {"columns", "0"},
                                       {"columns", "99999"},
                                       {"rows", "3"},
                                       {"rows", "0-"},
                                       {"rows", "a"},
                                       {"rows", "0,0,0,0"},
                                       {"limit", "0"},
                                       {"limit", "999999999999999999999"},
                                       {"cursor", "x"},
                                       {"state", "x"},
                                       {"least", "-1"},
                                       {"receiver", "-5"},
                                       {"to", "-9999999999999"}}) {
        CAPTURE(parameter.first);
        CAPTURE(parameter.second);
        const HttpReply reply = api.reply({"/api/calls", {parameter}});
        CHECK(reply.status == 400);
        CHECK(jsonOf(reply).at("error").get<std::string>().size() > 10);
    }
}

TEST_CASE("what there is not is not found, and nothing else is looked for") {
    const RunApi api = apiOf();
    for (const char* path : {"/api", "/api/", "/api/none", "/etc/passwd", "/index.html", "/../",
                             "/api/timeline/", "/viewer/bundle/page.html"}) {
        CAPTURE(path);
        CHECK(api.reply({path}).status == 404);
    }
    CHECK(api.reply({"/api/timeline", {{"run", "1"}}}).status == 404);
}
