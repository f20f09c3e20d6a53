#include <perf/document/NumberedFile.hpp>
#include <perf/document/ProfileFile.hpp>
#include <perf/document/TimerFile.hpp>

#include <doctest/doctest.h>

#include <fstream>
#include <limits>
#include <sstream>
#include <string>

#include "TestFolder.hpp"

using namespace gantry::perf;

namespace {

std::string contentOf(const std::filesystem::path& path) {
    std::ifstream file(path);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

// The document without blanks and line feeds.
std::string tight(const std::string& document) {
    std::string text;
    for (const char c : document) {
        if (c != ' ' && c != '\n') {
            text += c;
        }
    }
    return text;
}

}  // namespace

TEST_SUITE_BEGIN("perf.document.TimerFile");

TEST_CASE("names are in their order, and those that are not UTF-8 are hexadecimal digits") {
    const std::string document =
        timerNamesToJson({"main", "\xc3\xa9t\xc3\xa9", "\xff\xfe", "a\"b"});

    CHECK(tight(document) == R"({"format":"gantry-timer-names","version":1,)"
                             "\"timers\":[\"main\",\"\xc3\xa9t\xc3\xa9\","
                             R"({"hex":"fffe"},"a\"b"]})");
    CHECK(document.back() == '\n');
}

TEST_CASE("no names are an empty list") {
    CHECK(tight(timerNamesToJson({})) ==
          R"({"format":"gantry-timer-names","version":1,"timers":[]})");
}

TEST_CASE("figures have one value for each metric") {
    TimerFigures figures;
    figures.name = "main";
    figures.calls = std::numeric_limits<std::uint64_t>::max();
    figures.childCalls = 2;
    figures.running = 1;
    figures.inclusive = {10, -20};
    figures.exclusive = {1, 2};

    const std::string document = timersToJson({{"wall", "ns", "a"}, {"cpu", "ns", "b"}}, {figures});

    CHECK(tight(document) ==
          R"({"format":"gantry-timers","version":1,)"
          R"("metrics":[{"name":"wall","unit":"ns"},{"name":"cpu","unit":"ns"}],)"
          R"("timers":[{"name":"main","calls":18446744073709551615,"childCalls":2,"running":1,)"
          R"("inclusive":[10,-20],"exclusive":[1,2]}]})");
}

TEST_CASE("both documents are written as files, over older ones") {
    const TestFolder folder;

    for (int i = 0; i < 2; ++i) {
        writeTimerNames(folder.path / "names", {"main"});
        writeTimers(folder.path / "figures", {{"wall", "ns", ""}}, {});
    }

    CHECK(contentOf(folder.path / "names") == timerNamesToJson({"main"}));
    CHECK(contentOf(folder.path / "figures") == timersToJson({{"wall", "ns", ""}}, {}));
    CHECK(folder.files() == 2);
}

TEST_CASE("a file that cannot be written is an error with its path") {
    const TestFolder folder;
    const std::filesystem::path path = folder.path / "missing" / "names";

    CHECK_THROWS_WITH_AS(writeTimerNames(path, {}), doctest::Contains(path.c_str()),
                         gantry::base::FileError);
    CHECK_THROWS_AS(writeTimers(path, {}, {}), gantry::base::FileError);
}

TEST_CASE("a numbered file is the first one that is free, and exists at once") {
    const TestFolder folder;
    std::ofstream(folder.path / "p.2.json") << "taken";

    CHECK(reserveNumbered(folder.path / "p", ".json") == folder.path / "p.1.json");
    CHECK(reserveNumbered(folder.path / "p", ".json") == folder.path / "p.3.json");

    CHECK(std::filesystem::is_empty(folder.path / "p.3.json"));
    CHECK(contentOf(folder.path / "p.2.json") == "taken");
}

TEST_CASE("a numbered file in a folder that does not exist is an error") {
    const TestFolder folder;

    CHECK_THROWS_AS((void)reserveNumbered(folder.path / "missing" / "p", ".json"),
                    gantry::base::FileError);
}

TEST_SUITE_END();
