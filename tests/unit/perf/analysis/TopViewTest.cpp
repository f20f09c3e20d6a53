#include <base/text/Printable.hpp>
#include <perf/analysis/TopView.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

using namespace gantry::perf;

TEST_SUITE_BEGIN("perf.analysis.TopView");

namespace {

std::vector<std::string> linesOf(const std::string& text) {
    std::istringstream stream(text);
    std::vector<std::string> lines;
    for (std::string line; std::getline(stream, line);) {
        lines.push_back(line);
    }
    return lines;
}

std::size_t widest(const std::string& text) {
    std::size_t most = 0;
    for (const std::string& line : linesOf(text)) {
        most = std::max(most, gantry::base::widthOf(line));
    }
    return most;
}

gantry::perf::Profile inNanoseconds() {
    gantry::perf::Profile profile;
    gantry::perf::Metric wall;
    wall.name = "wall";
    wall.unit = "ns";
    profile.metrics = {wall};
    return profile;
}

TopLine lineOf(const std::string& name) {
    TopLine line;
    line.thread = "1 worker of the pool";
    line.name = name;
    line.calls = 123'456'789;
    line.inclusive = 3.5e9;
    line.exclusive = 1.25e9;
    line.exclusivePerSecond = 5e8;
    return line;
}

}  // namespace

TEST_CASE("no line is wider than the window, and a name keeps its end") {
    std::string path = "main";
    for (int i = 0; i < 12; ++i) {
        path += " => solvers::Level" + std::to_string(i) + " solve";
    }
    for (const std::string& accented : {path, path + " => r\xc3\xa9sidu"}) {
        TopOptions options;
        options.threads = true;
        options.callPaths = true;
        for (const std::size_t width : {80, 120, 200}) {
            options.width = width;
            const std::string text =
                topTable(inNanoseconds(), {lineOf(accented), lineOf("short")}, options);
            CHECK_MESSAGE(widest(text) <= width, text);
            CHECK(linesOf(text).size() == 3);
            CHECK(text.find("...") != std::string::npos);
            CHECK(text.find(accented.substr(accented.size() - 6) + "  123456789") !=
                  std::string::npos);
            CHECK(text.find("short  ") != std::string::npos);
            CHECK(gantry::base::printableLines(text) == text);
        }
    }
}

TEST_CASE("without a window nothing is shortened") {
    const std::string name(300, 'n');
    CHECK(topTable(inNanoseconds(), {lineOf(name)}, {}).find(name + ' ') != std::string::npos);
}

TEST_CASE("busy is processor time, and the part of the time in a timer has another name") {
    gantry::perf::Profile profile = inNanoseconds();
    CHECK(topTable(profile, {lineOf("f")}, {}).find("busy") == std::string::npos);
    CHECK(topTable(profile, {lineOf("f")}, {}).find("time") != std::string::npos);

    profile.metrics.push_back({"cpu", "ns", "scripted"});
    gantry::perf::TimerInfo timer;
    timer.name = "f";
    profile.timers = {timer};
    gantry::perf::CallPathNode node;
    node.calls = 1;
    node.inclusive = {1'000'000'000, 250'000'000};
    profile.threads.resize(1);
    profile.threads[0].nodes = {node};
    profile.timeNs = 2'000'000'000;

    const std::string text = topTable(profile, topLines(profile, nullptr, {}), {});

    CHECK(text.find("busy") != std::string::npos);
    CHECK(text.find("50.0 %") != std::string::npos);
    CHECK(text.find("12.5 %") != std::string::npos);
}

TEST_SUITE_END();
