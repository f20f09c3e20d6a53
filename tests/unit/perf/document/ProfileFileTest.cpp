#include <perf/document/JsonProfile.hpp>
#include <perf/document/ProfileFile.hpp>

#include <doctest/doctest.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <sys/resource.h>
#include <unistd.h>

#include "FifoWatch.hpp"
#include "ProfileSamples.hpp"
#include "TestFolder.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;
namespace fs = std::filesystem;

namespace {

std::string messageOfWrite(const fs::path& path, const Profile& profile) {
    try {
        writeProfile(path, profile);
        return "written";
    } catch (const gantry::base::FileError& error) {
        return error.what();
    }
}

}  // namespace

TEST_SUITE_BEGIN("perf.document.ProfileFile");

TEST_CASE("a written profile is read back equal and nothing else is left behind") {
    const TestFolder folder;
    Profile profile = withTimers({"main"});
    addThread(profile, {node(0, -1, 1, 5)});

    writeProfile(folder.path / "run.gantry.json", profile);

    CHECK(readProfile(folder.path / "run.gantry.json") == profile);
    CHECK(folder.files() == 1);
}

TEST_CASE("an older file is replaced") {
    const TestFolder folder;
    writeProfile(folder.path / "p", withTimers({"old"}));

    writeProfile(folder.path / "p", withTimers({"new"}));

    CHECK(readProfile(folder.path / "p").timers[0].name == "new");
    CHECK(folder.files() == 1);
}

TEST_CASE("a folder that does not exist is named") {
    const TestFolder folder;
    const fs::path path = folder.path / "nowhere" / "p";

    CHECK(messageOfWrite(path, withTimers({})) ==
          "cannot write " + path.string() + ": No such file or directory");
}

TEST_CASE("folders and devices are not replaced") {
    const TestFolder folder;

    CHECK(messageOfWrite(folder.path, withTimers({})) ==
          "cannot write " + folder.path.string() +
              ": it exists and is not a regular file; choose another path");
    CHECK(messageOfWrite("/dev/null", withTimers({})) ==
          "cannot write /dev/null: it exists and is not a regular file; choose another path");
    CHECK(folder.files() == 0);
}

TEST_CASE("a full disk leaves the older file and nothing else") {
    const TestFolder folder;
    const fs::path path = folder.path / "p";
    const Profile old = withTimers({"old"});
    writeProfile(path, old);
    const Profile large = withTimers(std::vector<std::string>(1000, "a long name of a timer"));
    rlimit before{};
    ::getrlimit(RLIMIT_FSIZE, &before);
    const rlimit small{4096, before.rlim_max};
    const auto oldHandler = std::signal(SIGXFSZ, SIG_IGN);
    ::setrlimit(RLIMIT_FSIZE, &small);

    const std::string message = messageOfWrite(path, large);

    ::setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, oldHandler);
    CHECK(message == "cannot write " + path.string() + ": File too large");
    CHECK(readProfile(path) == old);
    CHECK(folder.files() == 1);
}

TEST_CASE("a file that is not there is named") {
    CHECK_THROWS_WITH_AS(readProfile("/nowhere/p"),
                         "cannot read /nowhere/p: No such file or directory",
                         gantry::base::FileError);
    CHECK_THROWS_AS(readProfile("/"), gantry::base::FileError);
}

TEST_CASE("a FIFO without a writer is refused and not waited for") {
    const TestFolder folder;
    const fs::path fifo = folder.path / "fifo";
    CHECK(endsAtFifo(fifo, [&] { CHECK_THROWS_AS(readProfile(fifo), gantry::base::FileError); }));
}

TEST_CASE("a damaged file is named together with the place") {
    const TestFolder folder;
    const fs::path path = folder.path / "p";
    std::ofstream(path) << "{\"format\":";

    CHECK_THROWS_WITH_AS(
        readProfile(path),
        (path.string() +
         ": profile: the document ends too early, at line 1, byte 10; the file was cut short")
            .c_str(),
        ProfileFormatError);
}

TEST_SUITE_END();
