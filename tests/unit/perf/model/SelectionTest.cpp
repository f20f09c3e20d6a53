#include <perf/model/Selection.hpp>

#include <doctest/doctest.h>

#include <fstream>
#include <iterator>
#include <string>

using namespace gantry::perf;

namespace {

TimerInfo timer(const std::string& name, const std::string& type, const std::string& group) {
    return {0, name, type, group, TimerKind::Timer, -1};
}

std::string messageOf(const std::string& text) {
    try {
        parseSelection(text, "f");
        return "accepted";
    } catch (const SelectionError& error) {
        return error.what();
    }
}

}  // namespace

TEST_SUITE_BEGIN("perf.model.Selection");

TEST_CASE("without rules every timer is included") {
    CHECK(Selection{}.includes(timer("a", "", "g")));
    CHECK(parseSelection("gantry-selection 1\n", "f") == Selection{});
    CHECK(parseSelection("gantry-selection 1", "f") == Selection{});
}

TEST_CASE("the last rule that fits counts") {
    const Selection selection = parseSelection(
        "gantry-selection 1\nexclude group *\ninclude group io\nexclude timer io::seek*\n", "f");

    CHECK_FALSE(selection.includes(timer("solve", "", "numeric")));
    CHECK(selection.includes(timer("io::read", "File", "io")));
    CHECK_FALSE(selection.includes(timer("io::seek", "File", "io")));
}

TEST_CASE("a timer is compared by its full name") {
    const Selection selection =
        parseSelection("gantry-selection 1\nexclude timer solve demo.Solver", "f");

    CHECK_FALSE(selection.includes(timer("solve", "demo.Solver", "g")));
    CHECK(selection.includes(timer("solve", "demo.Other", "g")));
    CHECK(selection.includes(timer("solve", "", "g")));
}

TEST_CASE("comments, empty lines, blanks and line ends of either kind are allowed") {
    const Selection selection = parseSelection(
        "gantry-selection 1\r\n# note\r\n\r\n \t include \t group \t a b \t\r\n   \n", "f");

    REQUIRE(selection.rules.size() == 1);
    CHECK(selection.rules[0] == SelectionRule{true, SelectionRule::Of::Group, "a b"});
}

TEST_CASE("a selection comes back equal from its text") {
    const Selection selection{
        {{false, SelectionRule::Of::Group, "*"}, {true, SelectionRule::Of::Timer, "x y\xff"}}};

    CHECK(parseSelection(textOf(selection), "f") == selection);
}

TEST_CASE("a text that is not understood is refused with place and reason") {
    CHECK(messageOf("") ==
          "f:1:1: error: the selection is empty; its first line is 'gantry-selection 1'");
    CHECK(messageOf("exclude group *\n") ==
          "f:1:1: error: expected the line 'gantry-selection 1', which is the first line of a "
          "selection of this version");
    CHECK(messageOf("gantry-selection 2\n").find("f:1:1: error: expected the line") == 0);
    CHECK(messageOf("gantry-selection 1\n  drop group *\n") ==
          "f:2:3: error: expected include or exclude, found 'drop'");
    CHECK(messageOf("gantry-selection 1\n\nexclude io*\n") ==
          "f:3:9: error: expected timer or group, found 'io*'");
    CHECK(messageOf("gantry-selection 1\nexclude\n") ==
          "f:2:8: error: expected timer or group, found the end of the line");
    CHECK(messageOf("gantry-selection 1\nexclude timer \t\n") ==
          "f:2:16: error: a pattern is missing, such as * or integrators::*");
    CHECK(messageOf(std::string("\0\xff\n", 3)).find("f:1:1: error") == 0);
}

TEST_CASE("the worked example of the format's page can be read") {
    std::ifstream page(GANTRY_SOURCE_DIRECTORY "/docs/formats/selection.md");
    const std::string text{std::istreambuf_iterator<char>(page), {}};
    const std::size_t begin = text.find("```\n") + 4;
    const std::size_t end = text.find("```", begin);
    REQUIRE(end != std::string::npos);

    const Selection selection = parseSelection(text.substr(begin, end - begin), "page");

    CHECK(selection.includes(timer("driver::go", "demo.Driver", "driver")));
    CHECK_FALSE(selection.includes(timer("simpson::evaluate", "demo.S", "simpson")));
    CHECK_FALSE(selection.includes(timer("pi::x", "demo.Pi", "pi")));
}

TEST_SUITE_END();
