#include <perf/analysis/compare/Comparison.hpp>

#include <doctest/doctest.h>

#include <sstream>

#include "GeneratedRuns.hpp"

using namespace gantry::perf;

namespace {

samples::TwoSets slower() {
    samples::GeneratedProgram program(1, 40);
    samples::TwoSets sets;
    for (int run = 0; run < 12; ++run) {
        const Profile before = program.run();
        program.costs()[1] *= 1.3;
        sets.add(before, program.run());
        program.costs()[1] /= 1.3;
    }
    return sets;
}

void checkWidth(const std::string& text) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        INFO(line);
        CHECK(line.size() <= 80);
    }
}

}  // namespace

TEST_SUITE_BEGIN("perf.compare.ComparisonText");

TEST_CASE("the text names what is slower and where it comes from, in 80 columns") {
    const samples::TwoSets sets = slower();
    const Comparison comparison = compareRuns(sets.table, sets.before, sets.after, {});
    const std::string text = comparisonText({sets.table, comparison, "old/", "new/"});
    checkWidth(text);
    CHECK(text.find("Changed (1)\n  row 0 > row 1\n") != std::string::npos);
    CHECK(text.find(": slower") != std::string::npos);
    CHECK(text.find("comes from\n") != std::string::npos);
}

TEST_CASE("names of any length and bytes fit and are printable") {
    samples::TwoSets sets;
    const std::string wide = "\x1b[31m" + std::string(300, 'x');
    for (int run = 0; run < 6; ++run) {
        Profile a = samples::withTimers({wide, "b"});
        samples::addThread(a, {samples::node(0, -1, 1, 100 + run), samples::node(1, 0, 1, 50)});
        Profile b = a;
        b.threads[0].nodes[0].inclusive[0] *= 2;
        sets.add(a, b);
    }
    const Comparison comparison = compareRuns(sets.table, sets.before, sets.after, {});
    for (const std::string& text : {comparisonText({sets.table, comparison, "a", "b"}),
                                    comparisonMarkdown({sets.table, comparison, "a", "b"}),
                                    comparisonJson({sets.table, comparison, "a", "b"})}) {
        CHECK(text.find('\x1b') == std::string::npos);
    }
    checkWidth(comparisonText({sets.table, comparison, "a", "b"}));
}

TEST_CASE("JSON and Markdown have the verdict") {
    const samples::TwoSets sets = slower();
    const Comparison comparison = compareRuns(sets.table, sets.before, sets.after, {});
    CHECK(comparisonJson({sets.table, comparison, "a", "b"}).find("\"verdict\": \"more\"") !=
          std::string::npos);
    CHECK(
        comparisonMarkdown({sets.table, comparison, "a", "b"}).find("| slower | row 0 > row 1 |") ==
        std::string::npos);
    CHECK(comparisonMarkdown({sets.table, comparison, "a", "b"})
              .find("| slower | row 0 \\> row 1 |") != std::string::npos);
}

TEST_SUITE_END();
