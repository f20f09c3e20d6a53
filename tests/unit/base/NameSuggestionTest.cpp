#include <base/text/NameSuggestion.hpp>

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace gantry::base;

TEST_SUITE_BEGIN("base.NameSuggestion");

TEST_CASE("near names are those that differ in few letters, nearest first") {
    const std::vector<std::string> names{"PAGE-FAULTS", "MAJOR-FAULTS", "CYCLES", "TASK-CLOCK"};

    CHECK(nearNames("page-fault", names) == "PAGE-FAULTS");
    CHECK(nearNames("task-clok", names) == "TASK-CLOCK");
    CHECK(nearNames("energy", names).empty());
    CHECK(nearNames("", names).empty());
    CHECK(nearNames("ab1", {"ab4", "ab3", "ab2", "a"}) == "ab2, ab3, ab4");
    CHECK(nearNames("ab1", {"ab5", "ab4", "ab3", "ab2"}) == "ab2, ab3, ab4");
}

TEST_CASE("two neighbours swapped are one step") {
    CHECK(didYouMean("og", {"go"}) == "; did you mean 'go'?");
    CHECK(didYouMean("ab", {"cd"}).empty());
}

TEST_CASE("a third of the letters may differ") {
    CHECK(didYouMean("integrade", {"integrate"}) == "; did you mean 'integrate'?");
    CHECK(didYouMean("xntxgrxte", {"integrate"}) == "; did you mean 'integrate'?");
    CHECK(didYouMean("xntxgrxtx", {"integrate"}).empty());
}

TEST_CASE("if no name is near, a suggestion lists all names") {
    CHECK(suggest("x", {}) == "; there is none");
    CHECK(suggest("oranges", {"pears", "plums"}) == "; there are: pears, plums");
    CHECK(suggest("plum", {"pears", "plums"}) == "; did you mean 'plums'?");
    CHECK(suggest("oranges", std::vector<std::string>(13, "a")) ==
          "; there are: a, a, a, a, a, a, a, a, a, a, a, a, ...");
}

TEST_CASE("a very long name is compared with nothing") {
    const std::string name(201, 'a');

    CHECK(didYouMean(name, {name}).empty());
    CHECK(didYouMean("a", {name}).empty());
}

TEST_SUITE_END();
