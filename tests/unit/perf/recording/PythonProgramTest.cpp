#include <perf/recording/PythonProgram.hpp>

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "TestFolder.hpp"

using namespace gantry::perf;

namespace {

// A script with that first line.
bool isPythonScript(const std::string& line) {
    const TestFolder folder;
    const std::filesystem::path script = folder.path / "script";
    std::ofstream(script) << line << "\nimport sys\n";
    return isPythonProgram(script.string());
}

}  // namespace

TEST_SUITE_BEGIN("perf.recording.PythonProgram");

TEST_CASE("an interpreter is known by its name") {
    CHECK(isPythonProgram("python3"));
    CHECK(isPythonProgram("/opt/any/bin/python3.11"));
    CHECK(isPythonProgram("python"));
    CHECK_FALSE(isPythonProgram("/usr/bin/python3-config-that-is-not-there"));
    CHECK_FALSE(isPythonProgram("/bin/true"));
    CHECK_FALSE(isPythonProgram(""));
}

TEST_CASE("a script is known by its first line") {
    CHECK(isPythonScript("#!/usr/bin/python3"));
    CHECK(isPythonScript("#! /usr/bin/env -S python3.12 -u"));
    CHECK_FALSE(isPythonScript("#!/bin/sh python3x"));
    CHECK_FALSE(isPythonScript("import sys"));
    CHECK_FALSE(isPythonScript("#!"));
}

TEST_SUITE_END();
