#include <self_tuning/Picture.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <regex>

using namespace self_tuning;

namespace {

Call served(double seconds, const std::string& candidate, bool rewired = false) {
    return {seconds, candidate, 1, rewired, true};
}

Run fixedRun(const std::string& name, const std::vector<double>& seconds) {
    Run run;
    run.name = name;
    for (const double taken : seconds) {
        // A call without a time has failed.
        run.calls.push_back({taken, name, 1, false, taken > 0});
    }
    return run;
}

// Two phases of two calls; "a.Quick" is the fastest but fails in the second.
Comparison twoPhases() {
    Comparison comparison;
    comparison.phases = {"smooth", "smooth", "rough", "rough"};
    comparison.tuned.name = "tuned";
    comparison.tuned.calls = {served(0.001, "a.Quick", true), served(0.001, "a.Quick"),
                              served(0.004, "a.Sure", true), served(0.004, "a.Sure")};
    comparison.fixed = {fixedRun("a.Sure", {0.004, 0.004, 0.004, 0.004}),
                        fixedRun("a.Quick", {0.001, 0.001, 0, 0})};
    return comparison;
}

std::string pictureOf(const Comparison& comparison) {
    const std::string file = "PictureTest.svg";
    writePicture(comparison, "Title", file);
    std::ifstream stream(file, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(stream), {}};
    std::remove(file.c_str());
    return text;
}

std::size_t count(const std::string& text, const std::string& part) {
    std::size_t times = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
        ++times;
    }
    return times;
}

// The colour of the legend's dot before the name.
std::string colourOf(const std::string& picture, const std::string& name) {
    const std::regex entry("r=\"5\" fill=\"(#[0-9a-f]+)\"/>\n<text [^>]*>" + name + "<");
    std::smatch match;
    return std::regex_search(picture, match, entry) ? match[1].str() : "";
}

}  // namespace

TEST_SUITE_BEGIN("examples.Picture");

TEST_CASE("each call for which the port was rewired has a vertical line") {
    const std::string picture = pictureOf(twoPhases());

    CHECK(count(picture, "class=\"rewired\"") == 2 + 1);  // and one in the legend
    CHECK(std::regex_search(
        picture, std::regex("<line x1=\"485\" y1=\"60\" x2=\"485\" y2=\"420\"[^>]*rewired")));
}

TEST_CASE("each border of a phase has a tick and the number of the call") {
    const std::string picture = pictureOf(twoPhases());

    CHECK(count(picture, "class=\"border\"") == 3);
    for (const char* call : {">0<", ">2<", ">4<"}) {
        CHECK(count(picture, call) == 1);
    }
}

TEST_CASE("a candidate that failed in a phase has no total") {
    const std::string picture = pictureOf(twoPhases());

    CHECK(std::regex_search(picture, std::regex(">Quick</text>\n<text[^>]*>fails in 1 of 2<")));
    CHECK(std::regex_search(picture, std::regex(">Sure</text>\n<text[^>]*>16 ms<")));
    CHECK(std::isnan(twoPhases().total(twoPhases().fixed[1])));
}

TEST_CASE("the legend explains the oracle and gives its time") {
    CHECK(pictureOf(twoPhases()).find("oracle: 10 ms, each phase by who was fastest in it alone") !=
          std::string::npos);
}

TEST_CASE("a candidate has the same colour in every picture") {
    Comparison more = twoPhases();
    more.fixed.insert(more.fixed.begin(), fixedRun("a.Another", {0.002, 0.002, 0.002, 0.002}));
    Comparison alone = twoPhases();
    alone.fixed.clear();
    const std::string first = pictureOf(twoPhases());

    for (const char* name : {"Quick", "Sure"}) {
        CHECK(colourOf(first, name) != "");
        CHECK(colourOf(first, name) == colourOf(pictureOf(more), name));
        CHECK(colourOf(first, name) == colourOf(pictureOf(alone), name));
    }
    CHECK(colourOf(first, "Quick") != colourOf(first, "Sure"));
}

TEST_CASE("more candidates than colours are drawn all the same") {
    Comparison comparison = twoPhases();
    for (char letter = 'A'; letter <= 'Z'; ++letter) {
        comparison.fixed.push_back(fixedRun(std::string("b.") + letter, {1, 1, 1, 1}));
    }

    CHECK(colourOf(pictureOf(comparison), "Z") != "");
}

TEST_SUITE_END();
