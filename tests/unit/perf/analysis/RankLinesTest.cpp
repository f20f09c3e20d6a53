#include <perf/analysis/RankLines.hpp>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <string>

using namespace gantry::perf;

TEST_SUITE_BEGIN("perf.analysis.RankLines");

namespace {

RankLine lineAt(std::int64_t timeNs, std::uint64_t calls) {
    RankLine line;
    line.pid = 4711;
    line.timeNs = timeNs;
    line.calls = calls;
    line.unit = "ns";
    return line;
}

}  // namespace

TEST_CASE(
    "the first rate of calls is that since the measurement began, a later one is since before") {
    RankLine first = lineAt(2'000'000'000, 100);
    addRate(first, nullptr);
    CHECK(first.callsPerSecond == doctest::Approx(50));
    RankLine later = lineAt(4'000'000'000, 500);
    addRate(later, &first);
    CHECK(later.callsPerSecond == doctest::Approx(200));
}

TEST_CASE("another program under the same number has no rate from the one before it") {
    const RankLine before = lineAt(4'000'000'000, 500);
    RankLine fewerCalls = lineAt(5'000'000'000, 10);
    addRate(fewerCalls, &before);
    CHECK(fewerCalls.callsPerSecond == doctest::Approx(2));
    RankLine younger = lineAt(1'000'000'000, 900);
    addRate(younger, &before);
    CHECK(younger.callsPerSecond == doctest::Approx(900));
}

TEST_CASE("a process that has measured for no time has no rate") {
    RankLine line = lineAt(0, 0);
    addRate(line, nullptr);
    CHECK(line.callsPerSecond == 0);
}

TEST_CASE("the table has the first lines and the number of the others") {
    RankLine line = lineAt(1'000'000'000, 1);
    line.rank = 3;
    line.busiest = "a name that is far too long for the column solve";
    const std::string text = rankLinesText({line, line, line}, 1);
    CHECK(text.find("and 2 more") != std::string::npos);
    CHECK(text.find("..") != std::string::npos);
    CHECK(text.find("column solve") != std::string::npos);
    CHECK(rankLinesText({line, line}, 0).find("more") == std::string::npos);
}

TEST_CASE("a process without a rank has none in the document and a dash in the table") {
    RankLine line = lineAt(1'000'000'000, 1);
    line.problem = "it has ended";
    const auto document = nlohmann::json::parse(rankLinesJson({line}));
    CHECK(document["ranks"][0]["rank"].is_null());
    CHECK(document["ranks"][0]["problem"] == "it has ended");
    line.rank = 0;
    CHECK(nlohmann::json::parse(rankLinesJson({line}))["ranks"][0]["rank"] == 0);
    line.rank = -1;
    const std::string text = rankLinesText({line}, 0);
    CHECK(text.find("it has ended") != std::string::npos);
    CHECK(text.find(" - ") != std::string::npos);
}

TEST_SUITE_END();
