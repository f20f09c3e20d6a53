#include <base/InputError.hpp>
#include <base/files/FileError.hpp>
#include <perf/document/ProfileFile.hpp>
#include <perf/importers/Importer.hpp>

#include <doctest/doctest.h>

#include <fstream>
#include <stdexcept>
#include <string>

#include "FifoWatch.hpp"
#include "ProfileSamples.hpp"
#include "TestFolder.hpp"

using namespace gantry::perf;
using gantry::base::InputError;

namespace {

InputError::Kind kindOf(const std::filesystem::path& file) {
    try {
        (void)importProfile(file);
    } catch (const InputError& error) {
        CHECK(std::string(error.what()).find(file.filename().string()) != std::string::npos);
        return error.kind();
    }
    FAIL("the file was read");
    return InputError::Kind::File;
}

}  // namespace

TEST_SUITE_BEGIN("perf.importers.Importers");

TEST_CASE("no two importers recognise the same beginning") {
    for (const std::string begin : {"{", " \n{\"format\": 1}", "", "a b c", "GANTRYTR"}) {
        int recognised = 0;
        for (const Importer& importer : allImporters()) {
            recognised += importer.recognises(begin) ? 1 : 0;
        }
        CAPTURE(begin);
        CHECK(recognised <= 1);
    }
}

TEST_CASE("a JSON profile is recognised by its content, whatever its name") {
    const TestFolder folder;
    writeProfile(folder.path / "profile.dat", samples::fullProfile());
    CHECK(importProfile(folder.path / "profile.dat") == samples::fullProfile());
}

TEST_CASE("a file that no importer recognises is of the wrong kind") {
    const TestFolder folder;
    for (const std::string content : {"", "no profile",
                                      "\x7f"
                                      "ELF",
                                      " \t\n"}) {
        std::ofstream(folder.path / "other", std::ios::binary) << content;
        CHECK(kindOf(folder.path / "other") == InputError::Kind::WrongKind);
    }
}

TEST_CASE(
    "a file that begins like a profile but is not a profile is damaged or of the wrong kind") {
    const TestFolder folder;
    for (const std::string content : {"{", "{}", "{\"format\": \"other\"}", "{\"format\""}) {
        std::ofstream(folder.path / "broken", std::ios::binary) << content;
        CHECK(kindOf(folder.path / "broken") != InputError::Kind::File);
    }
}

TEST_CASE("what is missing or no regular file cannot be read") {
    const TestFolder folder;
    CHECK_THROWS_AS(importProfile(folder.path / "missing"), gantry::base::FileError);
    CHECK_THROWS_AS(importProfile(folder.path), gantry::base::FileError);
}

TEST_CASE("an unknown format is refused with a suggestion") {
    CHECK_THROWS_WITH_AS(importerNamed("foldde"),
                         "there is no format 'foldde'; did you mean 'folded'?",
                         std::invalid_argument);
}

TEST_CASE("files of ranks become a parallel run, others become separate threads") {
    const TestFolder folder;
    for (const int rank : {0, 1}) {
        std::ofstream(folder.path / ("profile." + std::to_string(rank) + ".0.0"))
            << "1 templated_functions\n# t\n\"main\" " << rank + 1
            << " 0 5 5 0 GROUP=\"G\"\n0 aggregates\n";
    }
    const Profile ranks =
        importProfile({folder.path / "profile.0.0.0", folder.path / "profile.1.0.0"});
    REQUIRE(ranks.ranks);
    CHECK(ranks.ranks->size == 2);
    CHECK(ranks.ranks->timers.at(0).calls.max == 2);
    CHECK(ranks.threads.size() == 2);
    CHECK(ranks.partial == "");
    std::ofstream(folder.path / "a.folded") << "main 3\n";
    std::ofstream(folder.path / "b.folded") << "main 4\n";
    const Profile both = importProfile({folder.path / "a.folded", folder.path / "b.folded"});
    CHECK_FALSE(both.ranks);
    REQUIRE(both.threads.size() == 2);
    CHECK(both.threads[1].name == "b.folded");
    CHECK(both.timers.size() == 1);
    try {
        (void)importProfile({folder.path / "a.folded", folder.path / "profile.1.0.0"});
        FAIL("files with different metrics were put together");
    } catch (const InputError& error) {
        CHECK((error.kind() == InputError::Kind::WrongKind));
    }
}

TEST_CASE("a FIFO without a writer is refused and not waited for") {
    const TestFolder folder;
    const auto fifo = folder.path / "fifo";
    CHECK(endsAtFifo(fifo, [&] { CHECK_THROWS_AS(importProfile(fifo), gantry::base::FileError); }));
}
