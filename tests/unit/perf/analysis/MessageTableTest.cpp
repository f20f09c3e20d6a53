#include <perf/analysis/MessageTable.hpp>
#include <perf/analysis/ReportViews.hpp>

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace gantry::perf;

namespace {

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

TEST_CASE("an event is about a pair of ranks by its name") {
    CHECK(messagePair(event("MPI bytes 0 -> 3", {})) == MessagePair{0, 3});
    CHECK(messagePair(event("MPI bytes 12 -> others", {})) == MessagePair{12, std::nullopt});
}

TEST_CASE("names that only look like it are about something else") {
    for (const char* name :
         {"", "MPI bytes ", "MPI bytes 0", "MPI bytes -> 3", "MPI bytes 0 -> ", "MPI bytes 0 -> -3",
          "MPI bytes -1 -> 3", "MPI bytes 0 -> 3 4", "MPI bytes 99999999999999999999 -> 1",
          "bytes 0 -> 3", "MPI_Send bytes sent"}) {
        CHECK_MESSAGE(!messagePair(event(name, {})), name);
    }
    CHECK(!messagePair(event("MPI bytes 0 -> 3", {}, "main => solve")));
}

TEST_CASE("messages stand by sender and receiver, the others last") {
    const ReportTable table = messageTable(
        profileOf({event("MPI bytes 10 -> 2", {1}), event("MPI bytes 2 -> others", {8, 8}),
                   event("MPI bytes 2 -> 10", {4, 12, 8}), event("MPI bytes 2 -> 9", {3}),
                   event("residual", {0.5})}));
    REQUIRE(table.rows.size() == 4);
    CHECK(table.rows[0][1] == ReportValue(std::string("9")));
    CHECK(table.rows[1] == std::vector<ReportValue>{std::string("2"), std::string("10"),
                                                    std::int64_t{3}, 24.0, 4.0, 8.0, 12.0});
    CHECK(table.rows[2][1] == ReportValue(std::string("others")));
    CHECK(table.rows[3][0] == ReportValue(std::string("10")));
}

TEST_CASE("a profile without messages has an empty table") {
    CHECK(messageTable(profileOf({})).rows.empty());
}

TEST_CASE("the table of events leaves the messages out") {
    const ReportTable table =
        eventTable(profileOf({event("MPI bytes 0 -> 1", {1}), event("residual", {0.5})}));
    REQUIRE(table.rows.size() == 1);
    CHECK(table.rows[0][0] == ReportValue(std::string("residual")));
}

TEST_SUITE_END();
