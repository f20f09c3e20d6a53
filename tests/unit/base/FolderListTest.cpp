#include <base/files/FolderList.hpp>
#include <base/files/TemporaryFolder.hpp>

#include <doctest/doctest.h>

#include <stdexcept>
#include <string>

using namespace gantry;

TEST_SUITE_BEGIN("base.FolderList");

TEST_CASE("folders are separated by colons, and empty parts are left out") {
    const auto folders = base::folderList(":own::/opt/more:");
    REQUIRE(folders.size() == 2);
    CHECK(folders[0] == "own");
    CHECK(folders[1] == "/opt/more");
    CHECK(base::folderList("").empty());
}

TEST_CASE("a given folder that does not exist is refused with what was expected in it") {
    const base::TemporaryFolder folder("folders");
    CHECK(base::existingFolders(folder.path().string(), "modules").size() == 1);
    try {
        (void)base::existingFolders(folder.path().string() + ":nowhere", "modules");
        FAIL("was not refused");
    } catch (const std::invalid_argument& error) {
        CHECK(std::string(error.what()) ==
              "there is no folder 'nowhere'; name folders with modules, separated by ':'");
    }
}

TEST_CASE("a variable that is not set names no folder") {
    CHECK(base::foldersOfVariable("GANTRY_TEST_NO_SUCH_VARIABLE").empty());
}

TEST_SUITE_END();
