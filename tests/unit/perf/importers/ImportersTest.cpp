#include <base/InputError.hpp>
#include <base/files/FileError.hpp>
#include <perf/document/ProfileFile.hpp>
#include <perf/importers/Importer.hpp>

#include <doctest/doctest.h>

#include <fstream>
#include <string>

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

TEST_CASE("a file that nobody recognises is of the wrong kind") {
    const TestFolder folder;
    for (const std::string content : {"", "no profile",
                                      "\x7f"
                                      "ELF",
                                      " \t\n"}) {
        std::ofstream(folder.path / "other", std::ios::binary) << content;
        CHECK(kindOf(folder.path / "other") == InputError::Kind::WrongKind);
    }
}

TEST_CASE("a file that begins like a profile and is none is damaged or of the wrong kind") {
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
