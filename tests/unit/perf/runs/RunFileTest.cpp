#include <base/InputError.hpp>
#include <perf/archive/OtherFile.hpp>
#include <perf/document/ProfileFile.hpp>
#include <perf/runs/RunFile.hpp>

#include <doctest/doctest.h>

#include <fstream>
#include <string>

#include "ProfileSamples.hpp"
#include "TestFolder.hpp"

using namespace gantry;

namespace {

std::string errorOf(const std::filesystem::path& file) {
    try {
        (void)perf::readProfileFile(file);
        return "none";
    } catch (const base::InputError& error) {
        return error.what();
    }
}

}  // namespace

TEST_SUITE_BEGIN("perf.runs.RunFile");

TEST_CASE("a JSON profile is read") {
    const TestFolder folder;
    const std::filesystem::path file = folder.path / "run.json";
    perf::writeProfile(file, perf::samples::fullProfile());

    CHECK(perf::readProfileFile(file).timers.size() == 3);
}

TEST_CASE("a file of another kind is named") {
    const TestFolder folder;
    const std::filesystem::path file = folder.path / "file";
    std::ofstream(file) << "#!ccaffeine\n";

    CHECK(errorOf(file) == file.string() + ": it is an assembly script, not a profile");
    CHECK_THROWS_AS((void)perf::readProfileFile(file), perf::OtherFileError);
    CHECK(perf::otherFile(file) == perf::OtherFile::AssemblyScript);
}

TEST_CASE("an empty file is called empty, and one that is not there missing") {
    const TestFolder folder;
    const std::filesystem::path empty = folder.path / "empty";
    std::ofstream(empty).close();

    CHECK(errorOf(empty).find("it is empty") != std::string::npos);
    CHECK(errorOf(folder.path / "none").find("No such file") != std::string::npos);
}

TEST_SUITE_END();
