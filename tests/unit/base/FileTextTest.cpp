#include <base/files/FileText.hpp>
#include <base/files/TemporaryFolder.hpp>

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <string>

using namespace gantry::base;

TEST_SUITE_BEGIN("base.FileText");

TEST_CASE("all bytes of a file are returned, NUL and line breaks too") {
    const TemporaryFolder folder{"text"};
    const std::string bytes("a\r\n\0b\n\n", 7);
    std::ofstream(folder.path() / "file", std::ios::binary) << bytes;

    CHECK(fileText(folder.path() / "file") == bytes);
}

TEST_CASE("an empty file is an empty text") {
    const TemporaryFolder folder{"text"};
    std::ofstream(folder.path() / "empty").flush();

    CHECK(fileText(folder.path() / "empty") == "");
}

TEST_CASE("a folder and a file that does not exist have no text") {
    const TemporaryFolder folder{"text"};

    CHECK_FALSE(fileText(folder.path()));
    CHECK_FALSE(fileText(folder.path() / "nothing"));
}

TEST_SUITE_END();
