#include <perf/model/Selection.hpp>

#include <doctest/doctest.h>

#include <fstream>
#include <iterator>
#include <string>

using namespace gantry::perf;

namespace {

// A function of a program, as modules name it.
TimerInfo function(const std::string& name, const std::string& file = "prog") {
    return {0, name, file, "functions", TimerKind::Timer, -1};
}

bool includes(const std::string& text, const TimerInfo& timer) {
    return parseSelection(text, "f").includes(timer);
}

std::string messageOf(const std::string& text) {
    try {
        parseSelection(text, "f");
        return "accepted";
    } catch (const SelectionError& error) {
        return error.what();
    }
}

std::string excluding(const std::string& routine) {
    return "BEGIN_EXCLUDE_LIST\n" + routine + "\nEND_EXCLUDE_LIST\n";
}

}  // namespace

TEST_SUITE("perf.model.TauSelection") {
    TEST_CASE("a routine is excluded by its name, whatever is written around it") {
        for (const std::string routine :
             {"quicksort", "void quicksort(int *, int, int)", "int *quicksort(int *) C",
              "void (*)(int) quicksort(void (*)(int))", "\"quicksort\"", "  quicksort(int)\t",
              "std::map<int, long> quicksort(int) C [{a.c} {3,1}-{9,1}]", "quick#", "\"#sort\"",
              "void quick#(int *)", "*quick*"}) {
            INFO(routine);
            CHECK_FALSE(includes(excluding(routine), function("quicksort")));
            CHECK_FALSE(includes(excluding(routine), function("quicksort", "")));
            CHECK(includes(excluding(routine), function("merge")));
        }
        CHECK(includes(excluding("quicksort"), function("quicksort2")));
        CHECK_FALSE(
            includes(excluding("T Stack<T, int>::push(T)"), function("Stack<T, int>::push")));
        CHECK_FALSE(
            includes(excluding("bool F::operator()(int) const"), function("F::operator()")));
    }

    TEST_CASE("with a list to include only that is measured, and calls of libraries") {
        const std::string text =
            "# measured\n\nBEGIN_INCLUDE_LIST\nsolve#\nEND_INCLUDE_LIST\r\nBEGIN_EXCLUDE_LIST\n"
            "solve_small\nMPI_Test\nEND_EXCLUDE_LIST\n";
        CHECK(includes(text, function("solve")));
        CHECK(includes(text, function("solve_large", "libx.so")));
        CHECK_FALSE(includes(text, function("solve_small")));
        CHECK_FALSE(includes(text, function("print")));
        CHECK(includes(text, {0, "MPI_Send", "point-to-point", "MPI", TimerKind::Timer, -1}));
        CHECK_FALSE(includes(text, {0, "MPI_Test", "request", "MPI", TimerKind::Timer, -1}));
    }

    TEST_CASE("files are those of reports, and a routine must be in both lists to include") {
        const std::string excluded = "BEGIN_FILE_EXCLUDE_LIST\nlib?.so*\nEND_FILE_EXCLUDE_LIST\n";
        CHECK_FALSE(includes(excluded, function("f", "libm.so.6")));
        CHECK(includes(excluded, function("f", "libmm.so.6")));
        const std::string both =
            "BEGIN_FILE_INCLUDE_LIST\nprog\nEND_FILE_INCLUDE_LIST\n"
            "BEGIN_INCLUDE_LIST\nf\nEND_INCLUDE_LIST\n";
        CHECK(includes(both, function("f")));
        CHECK_FALSE(includes(both, function("f", "libx.so")));
        CHECK_FALSE(includes(both, function("g")));
    }

    TEST_CASE("empty lists change nothing") {
        CHECK(parseSelection("BEGIN_EXCLUDE_LIST\nEND_EXCLUDE_LIST\nBEGIN_INCLUDE_LIST\n"
                             "# none\nEND_INCLUDE_LIST",
                             "f") == Selection{});
    }

    TEST_CASE("a file that is not understood is refused with place and reason") {
        CHECK(messageOf("BEGIN_EXCLUDE_LIST\na\n") ==
              "f:2:1: error: the list is not closed: add the line END_EXCLUDE_LIST");
        CHECK(messageOf("BEGIN_EXCLUDE_LIST\nBEGIN_INCLUDE_LIST\n")
                  .find("f:2:1: error: the list before") == 0);
        CHECK(messageOf("BEGIN_EXCLUDE_LIST\nEND_INCLUDE_LIST\n") ==
              "f:2:1: error: 'END_INCLUDE_LIST' closes no list that is open");
        CHECK(messageOf("BEGIN_EXCLUDE_LIST\nEND_EXCLUDE_LIST\nend\n")
                  .find("f:3:1: error: 'end' is in no list") == 0);
        CHECK(messageOf("# x\nBEGIN_INSTRUMENT_SECTION\nloops routine=\"#\"\n")
                  .find("f:2:1: error: 'BEGIN_INSTRUMENT_SECTION' is not known here") == 0);
        CHECK(messageOf("BEGIN_EXCLUDE_LIST\n\"\"\nEND_EXCLUDE_LIST\n") ==
              "f:2:1: error: '\"\"' names no function");
        CHECK(messageOf("# only a comment\n").find("error: expected the line") !=
              std::string::npos);
    }

    TEST_CASE("the example of the format's page is read, and can be written as a selection") {
        std::ifstream page(GANTRY_SOURCE_DIRECTORY "/docs/formats/selection.md");
        const std::string text{std::istreambuf_iterator<char>(page), {}};
        const std::size_t begin = text.find("BEGIN_EXCLUDE_LIST\nvoid");
        REQUIRE(begin != std::string::npos);
        const Selection selection =
            parseSelection(text.substr(begin, text.find("```", begin) - begin), "page");
        CHECK_FALSE(selection.includes(function("sort_up")));
        CHECK_FALSE(selection.includes(function("std::vector<int>::size")));
        CHECK_FALSE(selection.includes(function("sin", "libm.so.6")));
        CHECK(selection.includes(function("main")));
        CHECK(parseSelection(textOf(selection), "f") == selection);
    }
}
