#include <perf/analysis/MessageTable.hpp>
#include <perf/analysis/ReportViews.hpp>

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace gantry::perf;

namespace {

using Kind = MessageEvent::Kind;
using Row = std::vector<ReportValue>;

EventStats event(const std::string& name, const std::vector<double>& values,
                 const std::string& path = "") {
    EventStats made;
    made.name = name;
    made.path = path;
    for (const double value : values) {
        made.add(value);
    }
    return made;
}

Profile profileOf(std::vector<EventStats> events) {
    Profile profile;
    profile.events = std::move(events);
    return profile;
}

}  // namespace

TEST_SUITE_BEGIN("perf.analysis.MessageTable");

TEST_CASE("an event says by its name what it is about") {
    CHECK(messageEvent(event("MPI message 0 -> 3, 2048+ B, MPI_COMM_WORLD", {})) ==
          MessageEvent{Kind::Message, 0, 3, 2048, "MPI_COMM_WORLD"});
    CHECK(messageEvent(event("MPI collective 12 -> others, 0 B, MPI_COMM_WORLD.1@2", {})) ==
          MessageEvent{Kind::Collective, 12, std::nullopt, 0, "MPI_COMM_WORLD.1@2"});
    CHECK(messageEvent(event("MPI one-sided 1 -> 0, 1 B, a, b", {})) ==
          MessageEvent{Kind::OneSided, 1, 0, 1, "a, b"});
    CHECK(messageEvent(event("MPI collective calls, MPI_COMM_SELF", {})) ==
          MessageEvent{Kind::CollectiveCalls, std::nullopt, std::nullopt, 0, "MPI_COMM_SELF"});
}

TEST_CASE("names that only look like it are about something else") {
    for (const char* name :
         {"", "MPI ", "MPI message ", "MPI message 0", "MPI message -> 3, 1 B, c",
          "MPI message 0 -> , 1 B, c", "MPI message 0 -> -3, 1 B, c", "MPI message 0 -> 3, 1, c",
          "MPI message 0 -> 3, B, c", "MPI message 0 -> 3, + B, c", "MPI message 0 -> 3, 1 B",
          "MPI message 0 -> 3 4, 1 B, c", "MPI message 99999999999999999999 -> 1, 1 B, c",
          "message 0 -> 3, 1 B, c", "MPI collective calls", "MPI_Send bytes sent"}) {
        CHECK_MESSAGE(!messageEvent(event(name, {})), name);
    }
    CHECK(!messageEvent(event("MPI message 0 -> 3, 1 B, c", {}, "main => solve")));
}

TEST_CASE(
    "messages are listed by sender and receiver, over sizes and communicators, the others last") {
    const ReportTable table = messageTable(
        profileOf({event("MPI message 10 -> 2, 1 B, c", {1}),
                   event("MPI message 2 -> others, 8+ B, c", {8, 8}),
                   event("MPI message 2 -> 10, 4+ B, c", {4}),
                   event("MPI message 2 -> 10, 8+ B, c", {12}),
                   event("MPI message 2 -> 10, 8+ B, d", {8}),
                   event("MPI message 2 -> 9, 2+ B, c", {3}),
                   event("MPI collective 2 -> 9, 2+ B, c", {3}), event("residual", {0.5})}),
        Kind::Message);
    REQUIRE(table.rows.size() == 4);
    CHECK(table.view == "messages");
    CHECK(table.rows[0][1] == ReportValue(std::string("9")));
    CHECK(table.rows[1] ==
          Row{std::string("2"), std::string("10"), std::int64_t{3}, 24.0, 4.0, 8.0, 12.0});
    CHECK(table.rows[2][1] == ReportValue(std::string("others")));
    CHECK(table.rows[3][0] == ReportValue(std::string("10")));
}

TEST_CASE("a communicator has its messages and its collective calls, which are no messages") {
    const ReportTable table = communicatorTable(profileOf(
        {event("MPI message 0 -> 1, 4+ B, a", {4, 6}), event("MPI message 1 -> 0, 1 B, a", {1}),
         event("MPI collective 0 -> 1, 4+ B, b", {4}), event("MPI one-sided 0 -> 1, 4+ B, w", {5}),
         event("MPI collective calls, b", {4, 0}), event("MPI collective time, b", {900, 100})}));
    REQUIRE(table.rows.size() == 3);
    CHECK(table.rows[0] == Row{std::string("a"), std::int64_t{3}, 11.0, std::int64_t{0}, 0.0,
                               std::int64_t{0}, 0.0, 0.0});
    CHECK(table.rows[1] == Row{std::string("b"), std::int64_t{0}, 0.0, std::int64_t{0}, 0.0,
                               std::int64_t{2}, 4.0, 1000.0});
    CHECK(table.rows[2] == Row{std::string("w"), std::int64_t{0}, 0.0, std::int64_t{1}, 5.0,
                               std::int64_t{0}, 0.0, 0.0});
}

TEST_CASE("sizes are counted by powers of two") {
    const ReportTable table = messageSizeTable(profileOf(
        {event("MPI message 0 -> 1, 4+ B, a", {4, 6}), event("MPI message 0 -> 2, 4+ B, b", {7}),
         event("MPI message 0 -> 1, 0 B, a", {0}), event("MPI collective 0 -> 1, 4+ B, a", {4}),
         event("MPI one-sided 0 -> 1, 1 B, w", {1})}));
    REQUIRE(table.rows.size() == 3);
    CHECK(table.rows[0] == Row{std::int64_t{0}, std::int64_t{0}, std::int64_t{1}, 0.0,
                               std::int64_t{0}, std::int64_t{0}});
    CHECK(table.rows[1] == Row{std::int64_t{1}, std::int64_t{1}, std::int64_t{0}, 0.0,
                               std::int64_t{1}, std::int64_t{0}});
    CHECK(table.rows[2] == Row{std::int64_t{4}, std::int64_t{7}, std::int64_t{3}, 17.0,
                               std::int64_t{0}, std::int64_t{1}});
}

TEST_CASE("what goes between a pair of ranks is divided by kind and size") {
    const ReportTable table = messageClassTable(profileOf(
        {event("MPI message 0 -> 1, 4+ B, a", {4, 6}), event("MPI message 0 -> 1, 4+ B, b", {7}),
         event("MPI message 0 -> 1, 0 B, a", {0}), event("MPI message 0 -> others, 4+ B, a", {5}),
         event("MPI one-sided 0 -> 1, 1 B, w", {1}), event("MPI collective calls, b", {4, 0})}));
    REQUIRE(table.rows.size() == 4);
    CHECK(table.rows[0] == Row{std::string("messages"), std::string("0"), std::string("1"),
                               std::int64_t{0}, std::int64_t{0}, std::int64_t{1}, 0.0});
    CHECK(table.rows[1] == Row{std::string("messages"), std::string("0"), std::string("1"),
                               std::int64_t{4}, std::int64_t{7}, std::int64_t{3}, 17.0});
    CHECK(table.rows[2] == Row{std::string("messages"), std::string("0"), std::string("others"),
                               std::int64_t{4}, std::int64_t{7}, std::int64_t{1}, 5.0});
    CHECK(table.rows[3][0] == ReportValue(std::string("oneSided")));
}

TEST_CASE("a profile without messages has one empty table") {
    const std::vector<ReportTable> tables = messageTables(profileOf({}));
    REQUIRE(tables.size() == 1);
    CHECK(tables[0].rows.empty());
}

TEST_CASE("the table of events leaves the messages out") {
    const ReportTable table = eventTable(
        profileOf({event("MPI message 0 -> 1, 1 B, MPI_COMM_WORLD", {1}),
                   event("MPI collective calls, MPI_COMM_WORLD", {0}), event("residual", {0.5})}));
    REQUIRE(table.rows.size() == 1);
    CHECK(table.rows[0][0] == ReportValue(std::string("residual")));
}

TEST_SUITE_END();
