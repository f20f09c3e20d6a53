#include <base/files/FileError.hpp>
#include <base/files/TemporaryFolder.hpp>

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

using namespace gantry::base;
namespace fs = std::filesystem;

TEST_SUITE_BEGIN("base.TemporaryFolder");

TEST_CASE("a folder is empty, this user's alone, and named as was asked") {
    const TemporaryFolder folder("gantry-test");

    CHECK(fs::is_empty(folder.path()));
    CHECK(fs::status(folder.path()).permissions() == fs::perms::owner_all);
    CHECK(folder.path().filename().string().starts_with("gantry-test-"));
    CHECK(fs::equivalent(folder.path().parent_path(), fs::temp_directory_path()));
}

TEST_CASE("two folders with one name are different") {
    const TemporaryFolder one("gantry-test");
    const TemporaryFolder other("gantry-test");

    CHECK(one.path() != other.path());
}

TEST_CASE("a folder is removed with everything in it") {
    const TemporaryFolder parent;
    {
        const TemporaryFolder folder("inner", parent.path());
        fs::create_directories(folder.path() / "a" / "b");
        std::ofstream(folder.path() / "a" / "b" / "file") << "text";
        CHECK_FALSE(fs::is_empty(parent.path()));
    }
    CHECK(fs::is_empty(parent.path()));
}

TEST_CASE("a folder that was removed before is not an error") {
    const TemporaryFolder parent;
    {
        const TemporaryFolder folder("inner", parent.path());
        REQUIRE(fs::remove(folder.path()));
    }
    CHECK(fs::is_empty(parent.path()));
}

TEST_CASE("the error names the folder that cannot be made") {
    const TemporaryFolder parent;
    const fs::path missing = parent.path() / "missing";

    CHECK_THROWS_WITH_AS(TemporaryFolder("inner", missing),
                         ("cannot make the temporary folder " + (missing / "inner").string() +
                          ": No such file or directory")
                             .c_str(),
                         FileError);
}

TEST_SUITE_END();
