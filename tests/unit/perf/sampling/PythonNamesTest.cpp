#include <perf/model/SampledMetric.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "PythonFrames.hpp"
#include "PythonNames.hpp"

using namespace gantry::perf;

namespace {

// Timers for Python functions of a process, by their numbers.
Profile sampled(std::uint32_t process, const std::vector<std::uint32_t>& numbers,
                std::uint32_t program = 1) {
    Profile profile;
    for (const std::uint32_t number : numbers) {
        const FunctionName frame = pythonFrame(number, process, program);
        profile.timers.push_back({number, frame.function, frame.file, "python3"});
    }
    return profile;
}

ModuleRecords records(const std::vector<std::pair<std::int64_t, std::string>>& functions) {
    ModuleRecords module{
        kPythonModule, 1, "", {{"number", "", Reduction::None}, {"line", "", Reduction::None}}, {}};
    for (const auto& [number, name] : functions) {
        module.records.push_back({name, 0, {number, 1}});
    }
    return module;
}

std::string namesOf(const Profile& profile) {
    std::string text;
    for (const TimerInfo& timer : profile.timers) {
        text += (text.empty() ? "" : ", ") + timer.name + " of " + timer.type;
    }
    return text;
}

}  // namespace

TEST_SUITE_BEGIN("perf.sampling.PythonNames");

TEST_CASE("functions have names, files and lines, in the numbers of their process") {
    Profile profile = sampled(7, {3, 0, 4});
    profile.timers.push_back(sampled(8, {3}).timers.front());
    namePython(profile, 7,
               pythonFunctionsIn(records({{0, "(other Python functions)"},
                                          {3, "Solver.step (/data/solve.py:12)"},
                                          {4, "<module> (<frozen importlib._bootstrap>:1)"}})),
               Profile());
    CHECK(namesOf(profile) ==
          "Solver.step of /data/solve.py:12, (other Python functions) of , "
          "<module> of <frozen importlib._bootstrap>:1, #3 8 1 of python.so");
    nameUnknownPython(profile);
    CHECK(profile.timers.back().name == "(Python function)");
}

TEST_CASE("files of libraries are called as they are imported, and those of the folder as in it") {
    const auto place = [](const std::string& file) {
        return shortPlace({"f", file, "3"}, "/home/a");
    };
    CHECK(place("/usr/lib/python3.11/json/decoder.py") == "json/decoder.py:3");
    CHECK(place("/usr/lib/python3/dist-packages/numpy/core/numeric.py") ==
          "numpy/core/numeric.py:3");
    CHECK(place("/opt/lib/python3.12/site-packages/x/y.py") == "x/y.py:3");
    CHECK(place("/home/a/solve.py") == "solve.py:3");
    CHECK(place("/home/ab/solve.py") == "/home/ab/solve.py:3");
    CHECK(place("<string>") == "<string>:3");
    CHECK(shortPlace({"(other Python functions)", "", ""}, "/home/a").empty());
}

TEST_CASE("names and files of any bytes are read") {
    const PythonFunctions functions = pythonFunctionsIn(
        records({{1, "f (a (1):b).py:5)"}, {2, "no place)"}, {3, ""}, {4, " (:)"}}));
    CHECK(functions.at(1).name == "f");
    CHECK(functions.at(1).file == "a (1):b).py");
    CHECK(functions.at(1).line == "5");
    CHECK(functions.at(2).name == "no place)");
    CHECK(functions.at(3).name.empty());
    CHECK(functions.at(4).file.empty());
    CHECK(pythonFunctionsIn({kPythonModule, 1, "", {}, {}}).empty());
}

TEST_CASE("of a process that ran two programs no function is named") {
    Profile profile = sampled(7, {3}, 1);
    profile.timers.push_back(sampled(7, {3}, 2).timers.front());
    namePython(profile, 7, pythonFunctionsIn(records({{3, "f (a.py:1)"}})), Profile());
    CHECK(namesOf(profile) == "#3 7 1 of python.so, #3 7 2 of python.so");
}

TEST_CASE("a function that has a timer is that timer") {
    Profile profile = sampled(7, {3});
    Profile timed;
    timed.timers = {{0, "f [{/a/b.py} {12,0}]", "", "python"}};
    namePython(profile, 7, pythonFunctionsIn(records({{3, "f (/a/b.py:12)"}})), timed);
    CHECK(profile.timers.front().name == "f [{/a/b.py} {12,0}]");
    CHECK(profile.timers.front().group == "python");
}

TEST_CASE("the records are taken from the profile, and what they lack is noted in it") {
    Profile profile;
    profile.modules = {records({{3, "f (a.py:1)"}})};
    profile.modules.front().partial = "names did not fit";
    profile.modules.push_back({"posix", 1, "", {}, {}});
    CHECK(takePythonFunctions(profile).size() == 1);
    CHECK(profile.modules.size() == 1);
    CHECK(profile.partial == "functions of Python: names did not fit");
}

TEST_SUITE_END();
