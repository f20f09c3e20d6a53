#include <perf/analysis/StateTable.hpp>

#include <doctest/doctest.h>

#include <stdexcept>
#include <string>

using namespace gantry::perf;

namespace {

using Row = std::vector<ReportValue>;

CallPathNode node(std::uint32_t timer, std::int32_t parent, std::int64_t inclusive) {
    CallPathNode made;
    made.timer = timer;
    made.parent = parent;
    made.calls = 1;
    made.inclusive[0] = inclusive;
    return made;
}

// main (100) calls MPI_Recv (30), which calls progress (10), and MPI_Send (20).
ThreadProfile thread(std::uint32_t id, std::int32_t process) {
    ThreadProfile made;
    made.id = id;
    made.process = process;
    made.nodes = {node(0, -1, 100), node(1, 0, 30), node(2, 1, 10), node(3, 0, 20)};
    return made;
}

Profile profileOf(const std::vector<std::int32_t>& ranks) {
    Profile profile;
    profile.metrics = {{"wall", "ns", "clock"}};
    for (const char* name : {"main", "MPI_Recv", "progress", "MPI_Send"}) {
        TimerInfo timer;
        timer.id = static_cast<std::uint32_t>(profile.timers.size());
        timer.name = name;
        profile.timers.push_back(timer);
    }
    for (const std::int32_t rank : ranks) {
        const auto place = static_cast<std::uint32_t>(profile.processes.size());
        ProcessInfo process;
        process.rank = rank;
        profile.processes.push_back(process);
        profile.threads.push_back(thread(place, static_cast<std::int32_t>(place)));
    }
    return profile;
}

}  // namespace

TEST_SUITE_BEGIN("perf.analysis.StateTable");

TEST_CASE("the first rule that fits decides; without one the state is not known") {
    const StateRules rules("# waits\nidle a*\n\nbusy ab # a comment\noverhead ?b\n");
    CHECK(rules.of("ab") == State::Idle);
    CHECK(rules.of("bb") == State::Overhead);
    CHECK(!rules.of("b"));
    CHECK(!rules.of("bbb"));
}

TEST_CASE("a line that is not a rule is refused by its number") {
    for (const char* text : {"idle a\nlazy b", "idle a\nbusy", "idle a\nbusy b c"}) {
        CHECK_THROWS_WITH_AS(StateRules{text}, doctest::Contains("line 2: "),
                             std::invalid_argument);
    }
}

TEST_CASE("the usual rules know the functions of MPI") {
    const StateRules rules(usualStates());
    CHECK(rules.of("MPI_Waitall") == State::Idle);
    CHECK(rules.of("MPI_Allreduce") == State::Idle);
    CHECK(rules.of("MPI_Iallreduce") == State::Overhead);
    CHECK(rules.of("MPI_Isend") == State::Overhead);
    CHECK(rules.of("MPI_Test") == State::Overhead);
    CHECK(!rules.of("main"));
}

TEST_CASE("own times are summed by rank, and a timer without a rule has the state of its caller") {
    const ReportTable table = stateTable(profileOf({1, 0, 1}), StateRules(usualStates()));
    REQUIRE(table.rows.size() == 2);
    CHECK(table.rows[0] ==
          Row{std::string("0"), std::int64_t{1}, 50.0, 30.0, 20.0, 50.0, 30.0, 20.0});
    CHECK(table.rows[1] ==
          Row{std::string("1"), std::int64_t{2}, 100.0, 60.0, 40.0, 50.0, 30.0, 20.0});
}

TEST_CASE("a line shows the shares of each rank, and nothing where all only compute") {
    CHECK(stateText(profileOf({0, 1}), StateRules(usualStates())) ==
          "rank 0 50/30/20 %, rank 1 50/30/20 %");
    CHECK(stateText(profileOf({-1}), StateRules(usualStates())) == "50/30/20 %");
    CHECK(stateText(profileOf({0, 1}), StateRules("")).empty());
    CHECK(stateText(profileOf({0, 1, 2, 3, 4, 5, 6, 7, 8, 9}), StateRules(usualStates()))
              .ends_with("rank 7 50/30/20 %, 2 more ranks"));
}

TEST_SUITE_END();
