#include <perf/recording/ModulePath.hpp>

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "TestFolder.hpp"

using namespace gantry::perf;
namespace fs = std::filesystem;

namespace {

// Gantry's own folder with two modules, and two folders of others.
struct Folders {
    Folders() {
        for (const char* const name : {"own/posix.so", "own/stdio.so", "one/sleeps.so",
                                       "one/posix.so", "two/sleeps.so", "two/locks.so"}) {
            fs::create_directories((folder.path / name).parent_path());
            std::ofstream(folder.path / name).close();
        }
    }

    [[nodiscard]] ModulePath path() const {
        return {folder.path / "own", {folder.path / "one", folder.path / "two"}};
    }
    // With their folders.
    [[nodiscard]] std::vector<std::string> chosen(const std::optional<std::string>& choice) const {
        std::vector<std::string> names;
        for (const fs::path& file : chosenModules(path(), choice, {"/bin/true"})) {
            names.push_back(file.lexically_relative(folder.path).string());
        }
        return names;
    }

    TestFolder folder;
};

using Names = std::vector<std::string>;

}  // namespace

TEST_SUITE_BEGIN("perf.recording.ModulePath");

TEST_CASE("modules of other folders are chosen by name, beside Gantry's own") {
    CHECK(Folders().chosen("stdio,locks") == Names{"own/stdio.so", "two/locks.so"});
    CHECK(Folders().chosen("locks") == Names{"two/locks.so"});
    CHECK(Folders().chosen("usual,locks") == Names{"own/posix.so", "own/stdio.so", "two/locks.so"});
}

TEST_CASE("the first folder that has a module of a name counts, also before Gantry's own") {
    CHECK(Folders().chosen("sleeps") == Names{"one/sleeps.so"});
    CHECK(Folders().chosen("posix") == Names{"one/posix.so"});
}

TEST_CASE("all are those of all folders, and without a choice there are none of others") {
    CHECK(Folders().chosen("all") ==
          Names{"own/stdio.so", "two/locks.so", "one/posix.so", "one/sleeps.so"});
    CHECK(Folders().chosen(std::nullopt) == Names{"own/posix.so", "own/stdio.so"});
    CHECK(Folders().chosen("none").empty());
}

TEST_CASE("a module that is named twice is loaded once") {
    CHECK(Folders().chosen("locks,locks") == Names{"two/locks.so"});
}

TEST_CASE("an unknown name is refused with those of all folders") {
    CHECK_THROWS_WITH_AS(static_cast<void>(Folders().chosen("lokcs")),
                         "there is no module 'lokcs'; there are: locks, posix, sleeps, stdio; or "
                         "give usual, mpi-if-used, all or none",
                         std::invalid_argument);
}

TEST_CASE("paths are absolute, whatever the folder is called") {
    const Folders folders;
    const fs::path before = fs::current_path();
    fs::current_path(folders.folder.path);
    const auto files =
        chosenModules({folders.folder.path / "own", {"two"}}, "locks", {"/bin/true"});
    fs::current_path(before);

    CHECK(files.front().is_absolute());
}

TEST_CASE("a folder without modules changes nothing") {
    const Folders folders;
    const ModulePath path{folders.folder.path / "own", {"/nonexistent"}};

    CHECK(chosenModules(path, "stdio", {"/bin/true"}).size() == 1);
    CHECK(modulesOn(path).size() == 2);
}

TEST_SUITE_END();
