#include <perf/analysis/ViewTables.hpp>

#include <doctest/doctest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "ProfileSamples.hpp"

using namespace gantry::perf;

TEST_SUITE_BEGIN("perf.analysis.ViewTables");

TEST_CASE("every view has tables, which its function makes") {
    const Profile profile = samples::fullProfile();
    const ShownMetrics metrics = allMetrics(profile);
    const StateRules rules(usualStates());
    const History history;
    const ViewSource source{profile, history, metrics, rules};

    for (const std::string& view : viewNames()) {
        CAPTURE(view);
        // Nothing was recorded of files, and no table is made of nothing.
        CHECK(viewTables(view, source).empty() == (view == "io"));
    }
    CHECK(viewTables("tree", source).at(0).rows == treeTable(profile, metrics).rows);
    CHECK(viewTables("flat", source).at(0).columns.size() >=
          flatTable(profile, metrics).columns.size());
}

TEST_CASE("a view that does not exist is named") {
    const Profile profile = samples::fullProfile();
    const ShownMetrics metrics = allMetrics(profile);
    const History history;
    const StateRules rules(usualStates());

    CHECK_THROWS_WITH_AS((void)viewTables("forest", {profile, history, metrics, rules}),
                         "there is no view 'forest'", std::invalid_argument);
}

TEST_CASE("programs get the same views of every run, people those that the run has") {
    Profile profile = samples::fullProfile();
    const StateRules rules(usualStates());

    CHECK(usualViews(profile, rules, false) == std::vector<std::string>{"flat"});
    const std::vector<std::string> all = usualViews(profile, rules, true);
    profile.events.clear();
    const std::vector<std::string> withoutEvents = usualViews(profile, rules, true);
    CHECK(all.front() == "flat");
    CHECK(all.back() == "threads");
    CHECK(withoutEvents.size() + 1 == all.size());
}

TEST_CASE("people see the file accesses of a run that has nothing else") {
    const StateRules rules(usualStates());
    Profile profile;
    profile.metrics = {{"time", "ns", "another tool"}};
    profile.modules = {{"posix",
                        1,
                        "",
                        {{"opens", "calls", Reduction::Sum},
                         {"bytes_read", "B", Reduction::Sum},
                         {"read_time", "ns", Reduction::Sum}},
                        {{"/data/in", -1, {1, 10, 100}}}}};

    CHECK(usualViews(profile, rules, true) == std::vector<std::string>{"io"});
    CHECK(usualViews(profile, rules, false) == std::vector<std::string>{"flat"});
    profile.modules.clear();
    CHECK(usualViews(profile, rules, true).front() == "flat");
}

TEST_CASE("views of what happened one by one are those of an archive") {
    CHECK(isOfHistory("changes"));
    CHECK(isOfHistory("decisions"));
    CHECK_FALSE(isOfHistory("flat"));
}

TEST_CASE("a metric is found by its name, and one that was not measured is refused") {
    const Profile profile = samples::fullProfile();

    CHECK(metricNamed(profile, profile.metrics.back().name) ==
          ShownMetrics{profile.metrics.size() - 1});
    CHECK_THROWS_WITH_AS((void)metricNamed(profile, "heat"),
                         doctest::Contains("'heat' is not a measured metric; measured: wall"),
                         std::invalid_argument);
}

TEST_SUITE_END();
