#include <base/files/AtomicFile.hpp>
#include <base/files/FileError.hpp>
#include <base/files/TemporaryFolder.hpp>

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

using namespace gantry::base;
namespace fs = std::filesystem;

namespace {

struct Folder {
    [[nodiscard]] std::ptrdiff_t files() const {
        return std::distance(fs::directory_iterator(path), fs::directory_iterator());
    }

    TemporaryFolder folder{"atomic"};
    fs::path path = folder.path();
};

std::string textOf(const fs::path& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace

TEST_SUITE_BEGIN("base.AtomicFile");

TEST_CASE("a file without a name cannot be written, and the error states it") {
    CHECK_THROWS_WITH_AS(AtomicFile(""), "cannot write: the name of the file is empty", FileError);
}

TEST_CASE("a committed file has its text and leaves nothing beside it") {
    const Folder folder;

    writeAtomically(folder.path / "x", "old");
    writeAtomically(folder.path / "x", "new");

    CHECK(textOf(folder.path / "x") == "new");
    CHECK(folder.files() == 1);
}

TEST_CASE("without a commit the older file stays") {
    const Folder folder;
    writeAtomically(folder.path / "x", "old");
    {
        AtomicFile file(folder.path / "x");
        file.write("new");
        CHECK(textOf(folder.path / "x") == "old");
        CHECK(textOf(file.path()) == "new");
    }

    CHECK(textOf(folder.path / "x") == "old");
    CHECK(folder.files() == 1);
}

TEST_CASE("two writers of one target do not meet") {
    const Folder folder;
    AtomicFile first(folder.path / "x");
    AtomicFile second(folder.path / "x");
    first.write("1");
    second.write("2");

    second.commit();
    first.commit();

    CHECK(textOf(folder.path / "x") == "1");
}

TEST_CASE("a relative target stays where it was when the working folder changes") {
    const Folder folder;
    const fs::path before = fs::current_path();
    fs::create_directory(folder.path / "other");
    fs::current_path(folder.path);
    {
        AtomicFile kept("x");
        const AtomicFile dropped("y");
        fs::current_path(folder.path / "other");
        kept.write("new");
        CHECK_NOTHROW(kept.commit());
    }
    fs::current_path(before);

    CHECK(textOf(folder.path / "x") == "new");
    CHECK(fs::is_empty(folder.path / "other"));
    CHECK(folder.files() == 2);
}

TEST_CASE("a folder, or a path that leads nowhere, is refused by name") {
    const Folder folder;

    CHECK_THROWS_AS(AtomicFile{folder.path}, FileError);
    try {
        writeAtomically(folder.path / "none" / "x", "text");
        FAIL("written into a folder that does not exist");
    } catch (const InputError& error) {
        CHECK(error.kind() == InputError::Kind::File);
        CHECK(std::string(error.what()).find("none/x") != std::string::npos);
    }
}

TEST_SUITE_END();
