#include <perf/analysis/gate/Expectations.hpp>

#include <doctest/doctest.h>

#include <stdexcept>
#include <utility>

#include "ProfileSamples.hpp"

using namespace gantry::perf;

namespace {

using Outcome = ExpectationResult::Outcome;

Profile run() {
    Profile profile = samples::withTimers({"main", "solve", "spmv", "two words"});
    profile.timeNs = 2'000'000;
    samples::addThread(profile, {samples::node(0, -1, 1, 1000), samples::node(1, 0, 10, 600),
                                 samples::node(2, 1, 100, 550), samples::node(3, 0, 2, 100)});
    EventStats opened;
    opened.name = "open data.bin";
    opened.add(1);
    EventStats twice = opened;
    twice.name = "open log";
    twice.add(1);
    profile.events = {opened, twice};
    return profile;
}

Outcome outcome(const std::string& text) {
    return checkExpectation(readExpectation(text), {run()}).outcome;
}

}  // namespace

TEST_SUITE_BEGIN("perf.gate.Expectations");

TEST_CASE("expectations compare timers with each other, with numbers and with times") {
    for (const auto& [eachText, expected] : std::vector<std::pair<std::string, Outcome>>{
             {"solve <= 1.2 x spmv", Outcome::Met},
             {"solve <= 1.05x spmv", Outcome::NotMet},
             {"solve <= 1.2 * spmv", Outcome::Met},
             {"calls of spmv == 100", Outcome::Met},
             {"calls of spmv != 100", Outcome::NotMet},
             {"self of solve < 100 ns", Outcome::Met},
             {"self of solve > 0.1us", Outcome::NotMet},
             {"total of 'two words' >= 100 ns", Outcome::Met},
             {"wall of sp* <= solve", Outcome::Met},
             {"run < 3 ms", Outcome::Met},
             {"run < 1 ms", Outcome::NotMet},
             {"count of 'open data*' <= 1", Outcome::Met},
             {"count of 'open *' <= 1", Outcome::NotMet},
         }) {
        const auto& text = eachText;
        INFO(text);
        CHECK(outcome(text) == expected);
    }
}

TEST_CASE("what a run does not have is not known, and never met") {
    for (const std::string text :
         {"nothing <= 1 s", "calls of nothing == 0", "cpu of solve <= 1 s", "count of nothing <= 1",
          "balance of solve >= 0.8", "solve <= 5", "calls of solve <= 5 ms"}) {
        INFO(text);
        const ExpectationResult result = checkExpectation(readExpectation(text), {run()});
        CHECK(result.outcome == Outcome::CannotTell);
        CHECK(!result.why.empty());
    }
    Profile partial = run();
    partial.partial = "killed";
    CHECK(checkExpectation(readExpectation("solve <= 1 s"), {run(), partial}).outcome ==
          Outcome::CannotTell);
}

TEST_CASE("of several runs the median counts") {
    std::vector<Profile> runs{run(), run(), run()};
    runs[2].threads[0].nodes[1].calls = 99;
    CHECK(checkExpectation(readExpectation("calls of solve == 10"), runs).outcome == Outcome::Met);
    runs[1].threads[0].nodes[1].calls = 99;
    CHECK(checkExpectation(readExpectation("calls of solve == 10"), runs).outcome ==
          Outcome::NotMet);
    CHECK_THROWS_AS(checkExpectation(readExpectation("a < b"), {}), std::invalid_argument);
}

TEST_CASE("the balance is the mean over the ranks as a part of the largest") {
    Profile profile = run();
    RankRecord record;
    record.info = profile.timers[1];
    record.inclusive.push_back({});
    record.inclusive[0].mean = 60;
    record.inclusive[0].max = 100;
    profile.ranks = RankReduction{4, {record}};
    CHECK(checkExpectation(readExpectation("balance of solve >= 60 %"), {profile}).outcome ==
          Outcome::Met);
    CHECK(checkExpectation(readExpectation("balance of solve >= 0.8"), {profile}).outcome ==
          Outcome::NotMet);
}

TEST_CASE("efficiencies of a run and its regions are expected by their names") {
    // Rank 0 computes for 40 of 100 ns and waits; rank 1 computes for 100.
    Profile profile = samples::withTimers({"main", "step", "MPI_Recv"});
    samples::addThread(profile, {samples::node(0, -1, 1, 100), samples::node(1, 0, 1, 100),
                                 samples::node(2, 1, 1, 60)});
    samples::addThread(profile, {samples::node(0, -1, 1, 100), samples::node(1, 0, 1, 100)});
    for (int rank = 0; rank < 2; ++rank) {
        ProcessInfo process;
        process.rank = rank;
        process.host = "node";
        profile.processes.push_back(process);
        profile.threads[static_cast<std::size_t>(rank)].process = rank;
    }
    profile.machine.cores = 8;
    const auto of = [](const Profile& run, const std::string& text) {
        return checkExpectation(readExpectation(text), {run}).outcome;
    };
    for (const auto& [eachText, expected] : std::vector<std::pair<std::string, Outcome>>{
             {"parallel efficiency >= 0.69", Outcome::Met},
             {"parallel efficiency >= 0.8", Outcome::NotMet},
             {"parallel efficiency >= 80 %", Outcome::NotMet},
             {"load balance of run <= 70 %", Outcome::Met},
             {"communication efficiency of step == 1", Outcome::Met},
             {"parallel efficiency of solve >= 0.1", Outcome::CannotTell},
         }) {
        const auto& text = eachText;
        INFO(text);
        CHECK(of(profile, text) == expected);
    }
    CHECK(of(run(), "parallel efficiency >= 0.8") == Outcome::CannotTell);
    Profile shared = profile;
    shared.machine.cores = 1;
    CHECK(of(shared, "parallel efficiency >= 0.1") == Outcome::CannotTell);
    CHECK(of(shared, "load balance >= 0.1") == Outcome::CannotTell);
    CHECK_THROWS_WITH_AS(readExpectation("load balance of >= 0.8"),
                         doctest::Contains("a name is missing after 'load balance of'"),
                         std::invalid_argument);
}

TEST_CASE("opens of files are those of one process, the largest of all files that fit") {
    Profile profile = run();
    CHECK(checkExpectation(readExpectation("opens of * <= 1"), {profile}).outcome ==
          Outcome::CannotTell);
    ModuleRecords files;
    files.name = "posix";
    files.fields = {{"opens", "calls", Reduction::Sum}};
    files.records = {
        {"/in/mesh", 0, {1}}, {"/in/mesh", 1, {1}}, {"/out/log", 0, {3}}, {"(failed)", 0, {9}}};
    profile.modules.push_back(files);
    for (const auto& [eachText, expected] : std::vector<std::pair<std::string, Outcome>>{
             {"opens of */mesh <= 1", Outcome::Met},
             {"opens of * <= 1", Outcome::NotMet},
             {"opens of * == 3", Outcome::Met},
             {"opens of */none == 0", Outcome::CannotTell},
         }) {
        const auto& text = eachText;
        INFO(text);
        CHECK(checkExpectation(readExpectation(text), {profile}).outcome == expected);
    }
    profile.modules[0].partial = "too many files";
    CHECK(checkExpectation(readExpectation("opens of * <= 3"), {profile}).outcome ==
          Outcome::CannotTell);
}

TEST_CASE("an invalid sentence is refused with the invalid word") {
    for (const auto& [eachText, message] : std::vector<std::pair<std::string, std::string>>{
             {"solve", "needs one comparison"},
             {"a < b < c", "needs one comparison"},
             {"< b", "a side of the comparison is empty"},
             {"a < 5 parsecs", "'parsecs' is not a unit"},
             {"a < 5 x", "the name of a timer is missing"},
             {"a b < c", "'b' is one word too many"},
             {"calls of < 3", "a name is missing after 'calls of'"},
             {"'a < b", "is not closed"},
         }) {
        const auto& text = eachText;
        INFO(text);
        CHECK_THROWS_WITH_AS(readExpectation(text), doctest::Contains(message.c_str()),
                             std::invalid_argument);
    }
}

TEST_CASE("a file of expectations is checked as a whole") {
    const std::string head = R"({"format": "gantry-expectations", "version": 1)";
    CHECK(readExpectations(head + R"(, "expectations": ["a < b", "c == 3"]})").size() == 2);
    for (const std::string& text :
         {std::string("{"), std::string("[]"), std::string(R"({"format": "other"})"), head + "}",
          head + R"(, "expectations": []})", head + R"(, "expectations": [3]})",
          head + R"(, "expectations": ["a"]})",
          std::string(R"({"format": "gantry-expectations", "version": 2})")}) {
        INFO(text);
        CHECK_THROWS_AS(readExpectations(text), std::invalid_argument);
    }
}

TEST_SUITE_END();
