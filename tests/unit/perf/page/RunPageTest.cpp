#include <perf/analysis/ReportViews.hpp>
#include <perf/model/Flat.hpp>
#include <perf/page/RunDocument.hpp>
#include <perf/page/RunPage.hpp>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "ProfileSamples.hpp"

using namespace gantry::perf;

namespace {

Json runIn(const Profile& profile, const History& history = {}) {
    return Json::parse(pageDocument({"run.gantry", profile, history})).at("runs").at(0);
}

// Two threads: main (100) calls solve (60), which calls itself (20); the other one solves (7).
Profile small() {
    Profile profile = samples::withTimers({"main", "solve"});
    samples::addThread(profile, {samples::node(0, -1, 1, 100), samples::node(1, 0, 2, 60),
                                 samples::node(1, 1, 3, 20)});
    samples::addThread(profile, {samples::node(1, -1, 4, 7)});
    return profile;
}

std::string between(const std::string& text, const std::string& begin, const std::string& end) {
    const std::size_t from = text.find(begin);
    REQUIRE(from != std::string::npos);
    const std::size_t to = text.find(end, from + begin.size());
    REQUIRE(to != std::string::npos);
    return text.substr(from + begin.size(), to - from - begin.size());
}

std::size_t countOf(const std::string& text, const std::string& part) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
        ++count;
    }
    return count;
}

}  // namespace

TEST_SUITE_BEGIN("perf.page.RunPage");

TEST_CASE("timers, call paths and threads are in columns, with the values of the profile") {
    const Json run = runIn(small());

    CHECK(run.at("metrics").at(0).at("total") == 107);
    CHECK(run.at("timers").at("name") == Json({"main", "solve"}));
    CHECK(run.at("timers").at("calls") == Json({1, 9}));
    CHECK(run.at("timers").at("inclusive") == Json({{100, 67}}));
    CHECK(run.at("timers").at("exclusive") == Json({{40, 67}}));
    CHECK(run.at("paths").at("parent") == Json({-1, 0, 1, -1}));
    CHECK(run.at("paths").at("timer") == Json({0, 1, 1, 1}));
    CHECK(run.at("paths").at("exclusive") == Json({{40, 40, 20, 7}}));
    CHECK(run.at("threads").at(1).at("measured") == Json({7}));
    CHECK(run.at("onThreads").at("timer") == Json({0, 1, 1}));
    CHECK(run.at("onThreads").at("thread") == Json({0, 0, 1}));
    CHECK(run.at("onThreads").at("exclusive") == Json({{40, 60, 7}}));
    CHECK(run.at("onThreads").at("leftOut") == 0);
}

TEST_CASE("the values of random profiles are those of the report") {
    for (const std::uint32_t seed : {1U, 2U, 3U}) {
        CAPTURE(seed);
        const Profile profile = samples::randomProfile(seed);
        const Json run = runIn(profile);
        std::vector<TimerRecord> records = flat(profile);
        REQUIRE(run.at("timers").at("id").size() == records.size());
        for (std::size_t i = 0; i < records.size(); ++i) {
            CHECK(run.at("timers").at("calls").at(i) == records[i].calls);
            CHECK(run.at("timers").at("inclusive").at(0).at(i) == records[i].inclusive[0]);
            CHECK(run.at("timers").at("exclusive").at(0).at(i) == records[i].exclusive[0]);
        }
        const ReportTable tree = treeTable(profile, {0});
        REQUIRE(run.at("paths").at("parent").size() == tree.rows.size());
    }
}

TEST_CASE("a profile with something in every place becomes a document, and an empty one too") {
    const Json run = runIn(samples::fullProfile());

    CHECK(run.at("created") == "2026-01-31T12:00:00Z");
    CHECK(run.at("timers").at("kind") == Json({"timer", "phase", "parameter"}));
    CHECK(run.at("timers").at("running") == Json({1, 0, 0}));
    CHECK(run.at("threads").at(0).at("name") == "worker");
    CHECK_FALSE(run.at("warnings").empty());
    const Json empty = runIn(samples::withTimers({}));
    CHECK(empty.at("paths").at("parent").empty());
    CHECK(empty.at("paths").at("inclusive") == Json::array({Json::array()}));
}

TEST_CASE("a run without phases has no rows of phases") {
    Profile profile = small();
    CHECK(runIn(profile).at("views").at("phases").at("rows").empty());
    CHECK_FALSE(runIn(profile).at("views").at("phases").at("columns").empty());

    profile.timers[0].kind = TimerKind::Phase;
    CHECK(runIn(profile).at("views").at("phases").at("rows").size() ==
          phaseTable(profile, allMetrics(profile), false).rows.size());
}

TEST_CASE("changes and decisions are rows of the document") {
    const Profile profile = small();
    History history;
    ArchivedChange change;
    change.timeNs = 5;
    change.action = "swap";
    change.user = "driver";
    change.usesPort = "solver";
    change.provider = "klu";
    history.changes.push_back(change);

    const Json changes = runIn(profile, history).at("views").at("changes");

    REQUIRE(changes.at("rows").size() == 1);
    CHECK(changes.at("columns").at(2).at("key") == "user");
    CHECK(changes.at("rows").at(0).at(2) == "driver.solver");
}

TEST_CASE("the estimates of candidates are in the row of their decision") {
    const Profile profile = small();
    History history;
    ArchivedDecision decision;
    decision.candidate = "klu";
    history.decisions.push_back(decision);
    decision.estimates.push_back({"klu", 3, 2.0, 1.0, 4.0, 0, 0});
    ArchivedEstimate untried;
    untried.candidate = "umfpack";
    decision.estimates.push_back(untried);
    history.decisions.push_back(decision);

    const Json estimates = runIn(profile, history).at("estimates");

    CHECK(estimates.at("decision") == Json::array({1, 1}));
    CHECK(estimates.at("candidate") == Json::array({"klu", "umfpack"}));
    CHECK(estimates.at("cost") == Json::array({2.0, 0.0}));
    // No bound is not a number.
    CHECK(estimates.at("high") == Json::array({4.0, nullptr}));
    CHECK(estimates.at("leftOut") == 0);
}

TEST_CASE("a thread says where it was, as far as it is known") {
    Profile profile = small();
    ProcessInfo process;
    process.host = "node1";
    process.rank = 3;
    process.pid = 4711;
    profile.processes.push_back(process);
    profile.threads[1].process = 0;

    const Json threads = runIn(profile).at("threads");

    CHECK(threads.at(0).at("rank") == -1);
    CHECK(threads.at(0).at("host") == "");
    CHECK(threads.at(1).at("rank") == 3);
    CHECK(threads.at(1).at("host") == "node1");
    CHECK(threads.at(1).at("pid") == 4711);
}

TEST_CASE("what was found in a run is part of its page") {
    const Profile profile = small();
    const History history;

    CHECK(runIn(profile).at("analysis").is_null());
    const PageSource source{"run", profile, history, nullptr, R"({"runs": [{"ranks": 4}]})"};
    const Json run = Json::parse(pageDocument(source)).at("runs").at(0);
    CHECK(run.at("analysis").at("runs").at(0).at("ranks") == 4);
}

TEST_CASE("the document is the text of its value, for one run and for several") {
    const Profile profile = small();
    const History history;
    const PageSource one{"a \"b\"", profile, history};
    for (const std::vector<PageSource>& runs : {std::vector<PageSource>{}, {one}, {one, one}}) {
        CHECK(documentOfRuns(runs, PageTimeline::Served) ==
              jsonDocument(valueOfRuns(runs, PageTimeline::Served), -1));
    }
}

TEST_CASE("the document of a profile with very many timers is the text of its value, too") {
    constexpr std::size_t kTimers = 100'001;
    Profile profile = samples::withTimers(std::vector<std::string>(kTimers, "a \"timer\""));
    for (std::size_t i = 0; i < kTimers; ++i) {
        profile.timers[i].name += std::to_string(i);
    }
    std::vector<CallPathNode> nodes;
    for (std::size_t i = 0; i < kTimers; ++i) {
        nodes.push_back(samples::node(static_cast<std::uint32_t>(i), -1, 1, 9));
    }
    samples::addThread(profile, nodes);
    const History history;
    const std::vector<PageSource> runs{{"large", profile, history}};
    CHECK(documentOfRuns(runs, PageTimeline::Served) ==
          jsonDocument(valueOfRuns(runs, PageTimeline::Served), -1));
}

TEST_CASE("what decisions of tuners came to is part of the page") {
    const Profile profile = small();
    const History history;

    CHECK(runIn(profile).at("tuning").is_null());
    const PageSource source{"run",   profile, history,
                            nullptr, {},      R"({"contexts": [{"regret": 4}], "leftOut": 0})"};
    const Json run = Json::parse(pageDocument(source)).at("runs").at(0);
    CHECK(run.at("tuning").at("contexts").at(0).at("regret") == 4);
}

TEST_CASE("no name can leave its place in the page") {
    Profile profile = samples::withTimers(
        {"<img src=x onerror=alert(1)>", "</script><script>alert(2)</script>", "\xff\xfe&lt;"});
    samples::addThread(profile, {samples::node(0, -1, 1, 9), samples::node(1, 0, 1, 8),
                                 samples::node(2, 1, 1, 7)});
    const History history;
    const std::string empty = runPage({"x", samples::withTimers({}), history});
    const std::string page = runPage({"</title><b>&@data@", profile, history});

    CHECK(countOf(page, "<script") == countOf(empty, "<script"));
    CHECK(countOf(page, "</script") == countOf(empty, "</script"));
    CHECK(page.find("<img src=x") == std::string::npos);
    CHECK(page.find("<title>&lt;/title&gt;&lt;b&gt;&amp;@data@ - Gantry</title>") !=
          std::string::npos);
    const Json document =
        Json::parse(between(page, "<script type=\"application/json\" id=\"data\">", "</script>"));
    CHECK(document.at("format") == "gantry-page");
    CHECK(document.at("version") == kPageVersion);
    const Json names = document.at("runs").at(0).at("timers").at("name");
    CHECK(names.at(0) == "<img src=x onerror=alert(1)>");
    CHECK(names.at(1) == "</script><script>alert(2)</script>");
    CHECK(names.at(2) == "\\xff\\xfe&lt;");
}

TEST_CASE("the page is plain ASCII and forbids everything but its own script and style") {
    const Profile profile = samples::withTimers({"\xc3\xa4"});
    const std::string page = runPage({"run", profile, {}});

    CHECK(std::all_of(page.begin(), page.end(),
                      [](char c) { return static_cast<unsigned char>(c) < 0x80; }));
    CHECK(page.find("default-src 'none'; script-src 'sha256-") != std::string::npos);
    CHECK(page.find("unsafe") == std::string::npos);
}

TEST_CASE("the page of 1000 call paths has less than 1 MB") {
    std::vector<std::string> names;
    std::vector<CallPathNode> nodes;
    for (std::uint32_t i = 0; i < 1000; ++i) {
        names.push_back("Component" + std::to_string(i % 40) + "::method" + std::to_string(i));
        nodes.push_back(samples::node(i, i == 0 ? -1 : static_cast<std::int32_t>(i / 3), 1000 + i,
                                      1'000'000'000'000 / (i + 1)));
    }
    Profile profile = samples::withTimers(names);
    for (int thread = 0; thread < 8; ++thread) {
        samples::addThread(profile, nodes);
    }

    CHECK(runPage({"run", profile, {}}).size() < 1'000'000);
}
