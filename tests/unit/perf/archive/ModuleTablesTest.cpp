#include <perf/archive/Archive.hpp>

#include <doctest/doctest.h>

#include "ProfileSamples.hpp"
#include "TestFolder.hpp"

using namespace gantry::perf;

namespace {

Profile profileWithRecords() {
    Profile profile = samples::fullProfile();
    const std::int32_t process = profile.processes.empty() ? -1 : 0;
    profile.modules.push_back(
        {"posix",
         3,
         "raise GANTRY_IO_FILES",
         {{"opens", "calls", Reduction::Sum}, {"first_open", "ns", Reduction::First}},
         {{"/a", process, {1, 2}},
          {std::string("/\xff\0b", 4), -1, {0, -5}},
          {"", -1, {INT64_MAX, 0}}}});
    profile.modules.push_back({"empty", 1, "", {}, {}});
    return profile;
}

}  // namespace

TEST_SUITE_BEGIN("perf.archive.ModuleTables");

TEST_CASE("records of modules come back as they were written") {
    const TestFolder folder;
    const Profile profile = profileWithRecords();

    writeArchive(folder.path / "run.gantry", profile);

    CHECK(readArchive(folder.path / "run.gantry").modules == profile.modules);
}

TEST_CASE("an archive without such records has no tables for them") {
    const TestFolder folder;
    writeArchive(folder.path / "run.gantry", samples::fullProfile());

    CHECK(readArchive(folder.path / "run.gantry").modules.empty());
}

TEST_SUITE_END();
