#include <base/text/Joined.hpp>

#include <doctest/doctest.h>

#include <array>
#include <filesystem>
#include <set>
#include <vector>

using gantry::base::joined;

namespace {

struct Named {
    std::string name;
};

}  // namespace

TEST_SUITE_BEGIN("base.Joined");

TEST_CASE("the separator is between the parts only") {
    CHECK(joined(std::vector<std::string>{"a", "b", "c"}, ", ") == "a, b, c");
    CHECK(joined(std::vector<std::string>{"a"}, ", ") == "a");
    CHECK(joined(std::vector<std::string>(), ", ").empty());
}

TEST_CASE("empty parts keep their places") {
    CHECK(joined(std::vector<std::string>{"", "b", ""}, ",") == ",b,");
}

TEST_CASE("any range of texts is joined in its order") {
    CHECK(joined(std::set<std::string>{"b", "a"}, " ") == "a b");
    CHECK(joined(std::array{"x", "y"}, "\n") == "x\ny");
}

TEST_CASE("a member or a function chooses the text of a part") {
    CHECK(joined(std::vector<Named>{{"rows"}, {"columns"}}, " x ", &Named::name) ==
          "rows x columns");
    CHECK(joined(std::vector<int>{1, 2}, "-", [](int number) { return std::to_string(number); }) ==
          "1-2");
}

TEST_SUITE_END();
