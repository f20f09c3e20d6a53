#include <perf/analysis/ReportDocument.hpp>
#include <perf/analysis/ReportViews.hpp>
#include <perf/analysis/TableText.hpp>
#include <perf/model/Flat.hpp>
#include <perf/model/Overhead.hpp>
#include <perf/model/ReduceOverRanks.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <string>

#include "ProfileSamples.hpp"

using namespace gantry;
using namespace gantry::perf;
using namespace gantry::perf;

namespace {

std::size_t columnOf(const ReportTable& table, const std::string& key) {
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        if (table.columns[i].key == key) {
            return i;
        }
    }
    FAIL("no column ", key);
    return 0;
}

std::int64_t sum(const ReportTable& table, const std::string& key) {
    const std::size_t column = columnOf(table, key);
    std::int64_t total = 0;
    for (const std::vector<ReportValue>& row : table.rows) {
        total += std::get<std::int64_t>(row[column]);
    }
    return total;
}

}  // namespace

TEST_SUITE_BEGIN("perf.analysis.ReportViews");

TEST_CASE("every view divides the same total") {
    for (std::uint32_t seed = 1; seed <= 30; ++seed) {
        INFO("seed ", seed);
        const perf::Profile profile = perf::samples::randomProfile(seed);
        const ShownMetrics metrics = allMetrics(profile);
        for (const std::string metric : {"wall", "faults"}) {
            const std::int64_t total = sum(threadTable(profile, metrics), metric + ".measured");
            CHECK(sum(treeTable(profile, metrics), metric + ".exclusive") == total);
            CHECK(sum(groupTable(profile, metrics), metric + ".exclusive") == total);
        }
    }
}

TEST_CASE("phases and their instances divide the total, and the flat table has no instances") {
    perf::Profile profile = perf::samples::withTimers({"step", "step [ instance = 1 ]", "g::dot"});
    profile.timers[0].kind = TimerKind::Phase;
    profile.timers[1].kind = TimerKind::Parameter;
    profile.timers[1].base = 0;
    profile.timers[2].group = "g";
    perf::samples::addThread(profile,
                             {perf::samples::node(0, -1, 1, 100), perf::samples::node(1, 0, 1, 100),
                              perf::samples::node(2, 1, 3, 30), perf::samples::node(2, -1, 1, 5)});
    const ShownMetrics metrics = allMetrics(profile);

    const ReportTable phases = phaseTable(profile, metrics, false);
    const ReportTable instances = phaseTable(profile, metrics, true);

    CHECK(sum(phases, "wall.exclusive") == 105);
    CHECK(sum(instances, "wall.exclusive") == 105);
    REQUIRE(instances.rows.size() == 3);
    CHECK(std::get<std::string>(instances.rows[0][0]) == "(none)");
    CHECK(std::get<std::string>(instances.rows[2][0]) == "step");
    CHECK(std::get<std::string>(instances.rows[2][1]) == "[ instance = 1 ]");
    CHECK(std::get<std::string>(instances.rows[2][columnOf(instances, "method")]) == "dot");
    CHECK(flatTable(profile, metrics).rows.size() == 2);
}

TEST_CASE("the shares of timers add up to the whole, parameters aside") {
    const perf::Profile profile = perf::samples::randomProfile(2);
    const ReportTable table = flatTable(profile, allMetrics(profile));
    double all = 0;
    for (const std::vector<ReportValue>& row : table.rows) {
        if (std::get<std::string>(row[columnOf(table, "kind")]) != "parameter") {
            all += std::get<double>(row[columnOf(table, "share")]);
        }
    }
    CHECK(all == doctest::Approx(100));
}

TEST_CASE("a view of one metric has no other, and is led by it") {
    const perf::Profile profile = perf::samples::randomProfile(3);
    const ReportTable table = flatTable(profile, {1});
    const std::size_t column = columnOf(table, "faults.exclusive");
    for (std::size_t i = 1; i < table.rows.size(); ++i) {
        CHECK(std::get<std::int64_t>(table.rows[i - 1][column]) >=
              std::get<std::int64_t>(table.rows[i][column]));
    }
    for (const ReportColumn& shown : table.columns) {
        CHECK(shown.key.rfind("wall", 0) != 0);
    }
}

TEST_CASE("the measurement overhead is a column of the timers, where it is known") {
    perf::Profile profile = perf::samples::randomProfile(4);
    const ShownMetrics faults{1};
    ReportTable table = flatTable(profile, faults);
    const std::size_t columns = table.columns.size();
    addOverhead(table, profile, faults);
    CHECK(table.columns.size() == columns);

    profile.probeOverhead = perf::ProbeOverhead{{20, 0.5}, {9, 0}};
    addOverhead(table, profile, faults);
    REQUIRE(table.columns.size() == columns + 1);
    CHECK(table.columns.back().key == "faults.overhead");
    for (const std::vector<ReportValue>& row : table.rows) {
        const auto calls = std::get<std::int64_t>(row[columnOf(table, "calls")]);
        CHECK(std::get<double>(row.back()) == 0.5 * static_cast<double>(calls));
    }
}

TEST_CASE("a timer that was switched off is marked in every view of timers") {
    perf::Profile profile = perf::samples::fullProfile();
    profile.timers[1].throttled = true;
    profile.ranks = perf::reduceOverRanks({profile, profile});
    ReportDocument report{profile, {}};
    report.tables = {flatTable(profile, {0}), treeTable(profile, {0}), rankTable(profile, {0})};
    for (const ReportTable& table : report.tables) {
        INFO(table.view);
        CHECK(tableText(table).find("solve(throttled)") != std::string::npos);
        CHECK(tableText(table).find("main(throttled)") == std::string::npos);
    }
}

TEST_CASE("quantiles are shown of the events that kept them") {
    perf::Profile profile = perf::samples::fullProfile();
    CHECK(tableText(eventTable(profile)).find("p99") == std::string::npos);

    perf::EventStats kept;
    kept.name = "kept";
    for (int value = 1; value <= 100; ++value) {
        kept.add(value);
        kept.quantiles.add(value);
    }
    profile.events.push_back(kept);
    ReportTable table = eventTable(profile);
    const double p90 = std::get<double>(table.rows[1][columnOf(table, "p90")]);
    CHECK(p90 == doctest::Approx(90).epsilon(0.02));
    CHECK(tableText(table).find(" - ") != std::string::npos);
    sortRows(table, "p90");
    CHECK(std::get<std::string>(table.rows[0][0]) == "kept");
    CHECK(reportJson({profile, {table}}).find("null") != std::string::npos);
}

TEST_CASE(
    "a compensated report is marked as such, with what could not be measured, in every format") {
    perf::Profile profile = perf::samples::fullProfile();
    profile.probeOverhead = perf::ProbeOverhead{{2, 1}, {1, 0}};
    profile.context.emplace_back(perf::kRefusedMetric, "perf::NO: there is none");
    profile.context.emplace_back(perf::kOverheadError, "0.5 0.25");
    const std::string raw = reportText({profile, {}});
    CHECK(raw.find("values are as measured, with a measurement overhead of 8.00 ns +-2.00 ns") !=
          std::string::npos);
    profile = perf::compensated(profile);
    ReportDocument report{profile, {flatTable(profile, {0})}};
    for (const std::string& text : {reportText(report), reportMarkdown(report)}) {
        CHECK(text.find("values are compensated: without the measurement overhead of 8.00 ns "
                        "+-2.00 ns") != std::string::npos);
        CHECK(text.find("measurement overhead ") != std::string::npos);
        CHECK(text.find("not measured: perf::NO") != std::string::npos);
    }
    const std::string json = reportJson(report);
    CHECK(json.find("\"compensated\": true") != std::string::npos);
    CHECK(json.find("\"warnings\": [\n    \"not measured: perf::NO") != std::string::npos);
    CHECK(json.find("\"overhead\": {") != std::string::npos);
    CHECK(json.find("\"error\": [\n      2.0,") != std::string::npos);
    CHECK(json.find("wall.exclusiveError") != std::string::npos);
}

TEST_CASE("every view of every profile is available in every format") {
    perf::Profile full = perf::samples::fullProfile();
    full.ranks = perf::reduceOverRanks({full, full});
    const perf::Profile empty = perf::samples::withTimers({});
    for (const perf::Profile& profile : {full, empty}) {
        const ShownMetrics metrics = allMetrics(profile);
        ReportDocument report{profile, {}};
        report.tables = {flatTable(profile, metrics),  treeTable(profile, metrics),
                         groupTable(profile, metrics), threadTable(profile, metrics),
                         eventTable(profile),          rankTable(profile, metrics)};
        for (const std::string& text :
             {reportText(report), reportMarkdown(report), reportCsv(report), reportJson(report)}) {
            CHECK_FALSE(text.empty());
            CHECK(text.back() == '\n');
        }
    }
}

TEST_SUITE_END();
