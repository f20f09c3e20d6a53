#include <perf/analysis/IdentityViews.hpp>
#include <perf/model/RankMerger.hpp>

#include <doctest/doctest.h>

#include <string>

#include "RankSamples.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

namespace {

// Four ranks on two hosts; rank 2 has a thread of a library, too.
Profile run() {
    RankMerger merger;
    for (std::uint32_t rank = 0; rank < 4; ++rank) {
        Profile profile = profileOfRank(rank);
        if (rank == 2) {
            ThreadProfile& thread = addThread(profile, {});
            thread.process = 0;
            thread.role = ThreadRole::Library;
        }
        merger.add(rank, std::move(profile));
    }
    return merger.take();
}

ReportValue valueOf(const ReportTable& table, std::size_t row, const std::string& key) {
    for (std::size_t column = 0; column < table.columns.size(); ++column) {
        if (table.columns[column].key == key) {
            return table.rows.at(row)[column];
        }
    }
    FAIL("no column " << key);
    return {};
}

}  // namespace

TEST_SUITE_BEGIN("perf.analysis.IdentityViews");

TEST_CASE("by rank, every process has a row with its host and what it measured") {
    const Profile profile = run();

    const ReportTable table = identityTable(profile, {0}, ReportBy::Rank);

    REQUIRE(table.rows.size() == 4);
    CHECK(valueOf(table, 3, "rank") == ReportValue(std::int64_t{3}));
    CHECK(valueOf(table, 3, "host") == ReportValue(std::string("node2")));
    CHECK(valueOf(table, 3, "pid") == ReportValue(std::int64_t{4003}));
    CHECK(valueOf(table, 3, "threads") == ReportValue(std::int64_t{2}));
    CHECK(valueOf(table, 3, "measured") == ReportValue(std::int64_t{1003 + 53}));
}

TEST_CASE("by host, ranks are listed and their values added") {
    const Profile profile = run();

    const ReportTable table = identityTable(profile, {0}, ReportBy::Host);

    REQUIRE(table.rows.size() == 2);
    CHECK(valueOf(table, 0, "ranks") == ReportValue(std::string("0, 1")));
    CHECK(valueOf(table, 1, "measured") == ReportValue(std::int64_t{1002 + 1003 + 53}));
}

TEST_CASE("threads of libraries are shown on request only") {
    const Profile profile = run();

    CHECK(identityTable(profile, {0}, ReportBy::Thread).rows.size() == 6);
    const ReportTable all = identityTable(profile, {0}, ReportBy::Thread, true);
    REQUIRE(all.rows.size() == 7);
    CHECK(valueOf(all, 4, "role") == ReportValue(std::string("library")));
    CHECK(valueOf(all, 4, "rank") == ReportValue(std::string("2")));
}

TEST_CASE("by function, a timer has its values over the threads that ran it, and where most is") {
    const Profile profile = run();

    const ReportTable table = identityTable(profile, {0}, ReportBy::Function);

    std::size_t row = 0;
    while (valueOf(table, row, "method") != ReportValue(std::string("shared"))) {
        ++row;
    }
    // 0, 10, 20 and 30 on main threads, 51 and 53 on those of ranks 1 and 3.
    CHECK(valueOf(table, row, "threads") == ReportValue(std::int64_t{6}));
    CHECK(std::get<double>(valueOf(table, row, "sum")) == doctest::Approx(164));
    CHECK(valueOf(table, row, "min") == ReportValue(0.0));
    CHECK(valueOf(table, row, "max") == ReportValue(53.0));
    CHECK(std::get<double>(valueOf(table, row, "imbalance")) ==
          doctest::Approx(100 * (53 - 164.0 / 6) / (164.0 / 6)));
    CHECK(valueOf(table, row, "maxAt") == ReportValue(std::string("rank 3, thread 6")));
}

TEST_CASE("a profile that notes no processes is one process on its machine") {
    Profile profile = withTimers({"main"});
    profile.machine.host = "node1";
    addThread(profile, {node(0, -1, 1, 10)});

    const ReportTable table = identityTable(profile, {0}, ReportBy::Rank);

    REQUIRE(table.rows.size() == 1);
    CHECK(valueOf(table, 0, "host") == ReportValue(std::string("node1")));
    CHECK(reportByName("rank") == ReportBy::Rank);
    CHECK_FALSE(reportByName("node"));
}

TEST_CASE("of very many ranks, each has its row, and timers are shown over ranks") {
    RankMerger merger(RankDetail::Columns);
    for (std::uint32_t rank = 0; rank < 4; ++rank) {
        merger.add(rank, profileOfRank(rank));
    }
    const Profile profile = merger.take();
    const std::vector<RankTotals> totals{
        {0, 1, 4, 0, {1000}}, {1, 2, 6, 0, {1052}}, {2, 1, 6, 0, {1002}}, {3, 2, 8, 0, {1056}}};

    const ReportTable ranks = identityTable(profile, {0}, ReportBy::Rank, false, totals);
    REQUIRE(ranks.rows.size() == 4);
    CHECK(valueOf(ranks, 3, "rank") == ReportValue(std::int64_t{3}));
    CHECK(valueOf(ranks, 3, "threads") == ReportValue(std::int64_t{2}));
    CHECK(valueOf(ranks, 3, "measured") == ReportValue(std::int64_t{1056}));
    const ReportTable hosts = identityTable(profile, {0}, ReportBy::Host, false, totals);
    REQUIRE(hosts.rows.size() == 2);
    CHECK(valueOf(hosts, 1, "host") == ReportValue(std::string("node2")));
    CHECK(valueOf(hosts, 1, "measured") == ReportValue(std::int64_t{2058}));
    const ReportTable functions = identityTable(profile, {0}, ReportBy::Function, false, totals);
    REQUIRE(functions.rows.size() == 4);
    CHECK(functions.columns[2].title == "ranks");
    CHECK(valueOf(functions, 0, "threads") == ReportValue(std::int64_t{4}));
    CHECK(std::get<std::string>(valueOf(functions, 0, "maxAt")).starts_with("rank "));
}

TEST_CASE("a text says how many processes a run has, on which hosts, and which ranks are missing") {
    Profile profile;
    profile.processes.resize(3);
    profile.processes[0].rank = 0;
    profile.processes[1].rank = 1;
    profile.processes[2].rank = 3;
    for (ProcessInfo& process : profile.processes) {
        process.host = "node1";
    }
    CHECK(processesText(profile) == "3 processes on node1, 0 threads, 0 timers\n");
    profile.ranks.emplace().size = 6;
    profile.processes[2].host = "node2";
    CHECK(processesText(profile) ==
          "3 ranks on 2 hosts, 0 threads, 0 timers\nmissing: ranks 2, 4, 5 of 6\n");
}
