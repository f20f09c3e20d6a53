#include <server/PrivateFile.hpp>

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <system_error>

#include "TestFolder.hpp"

using namespace gantry::server;
namespace fs = std::filesystem;

TEST_SUITE_BEGIN("server.PrivateFile");

TEST_CASE("what was written is read again, without the line feed at its end") {
    const TestFolder folder;
    const fs::path file = folder.path / "key";

    writePrivateFile(file, "secret\n");

    CHECK(readPrivateFile(file) == "secret");
    CHECK(fs::status(file).permissions() == (fs::perms::owner_read | fs::perms::owner_write));
}

TEST_CASE("an existing file and a link are not written") {
    const TestFolder folder;
    std::ofstream(folder.path / "old") << "text";
    fs::create_symlink(folder.path / "elsewhere", folder.path / "link");

    CHECK_THROWS_AS(writePrivateFile(folder.path / "old", "x"), std::system_error);
    CHECK_THROWS_AS(writePrivateFile(folder.path / "link", "x"), std::system_error);
    CHECK_FALSE(fs::exists(folder.path / "elsewhere"));
    CHECK(fs::file_size(folder.path / "old") == 4);
}

TEST_CASE("a file that others may read is not read, nor one that is none") {
    const TestFolder folder;
    const fs::path file = folder.path / "key";
    writePrivateFile(file, "secret");
    fs::permissions(file, fs::perms::group_read, fs::perm_options::add);

    CHECK_THROWS_WITH_AS(
        (void)readPrivateFile(file),
        (file.string() + ": others may read it; chmod 600 " + file.string()).c_str(),
        std::invalid_argument);
    CHECK_THROWS_AS((void)readPrivateFile(folder.path), std::invalid_argument);
    CHECK_THROWS_AS((void)readPrivateFile(folder.path / "none"), std::invalid_argument);
}

TEST_SUITE_END();
