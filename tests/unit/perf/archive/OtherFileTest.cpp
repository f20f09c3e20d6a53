#include <perf/archive/OtherFile.hpp>

#include <doctest/doctest.h>

#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "TestFolder.hpp"

using namespace gantry::perf;

TEST_SUITE_BEGIN("perf.archive.OtherFile");

TEST_CASE("files that Gantry writes, programs and scripts are recognised by their first bytes") {
    const TestFolder folder;
    const std::vector<std::pair<std::string, OtherFile>> known{
        {"", OtherFile::Empty},
        {"GANTRYSG", OtherFile::Segment},
        {"GANTRYTR", OtherFile::Trace},
        {"\x7f"
         "ELF",
         OtherFile::Program},
        {"#!/bin/sh", OtherFile::Script},
        {"#!ccaffeine bootstrap file.", OtherFile::AssemblyScript},
        {R"({"format":"gantry-decisions"})", OtherFile::DecisionLog},
        {R"({ "version": 1, "format": "gantry-run" })", OtherFile::RunReport},
        {R"({"format":"gantry-assembly"})", OtherFile::Assembly},
        {"SQLite format 3" + std::string(53, '\0') + "GNTT", OtherFile::TuningStore},
        {"SQLite format 3" + std::string(53, '\0') + "none", OtherFile::Database}};
    for (const auto& [eachBytes, what] : known) {
        const auto& bytes = eachBytes;
        CAPTURE(bytes);
        std::ofstream(folder.path / "file", std::ios::binary) << bytes;
        CHECK(otherFile(folder.path / "file") == what);
    }
}

TEST_CASE("what may be a profile or an archive, a folder, and a missing file are not recognised") {
    const TestFolder folder;
    for (const std::string& bytes :
         {std::string(R"({"format":"gantry-profile"})"), std::string("some text"),
          "SQLite format 3" + std::string(53, '\0') + "GNTY"}) {
        CAPTURE(bytes);
        std::ofstream(folder.path / "file", std::ios::binary) << bytes;
        CHECK_FALSE(otherFile(folder.path / "file"));
    }
    CHECK_FALSE(otherFile(folder.path));
    CHECK_FALSE(otherFile(folder.path / "none"));
}

TEST_CASE("the error says what the file is, of the wrong kind") {
    const OtherFileError error(OtherFile::TuningStore, "known");
    CHECK(std::string(error.what()) == "known: it is a tuning store, not a profile");
    CHECK(error.kind() == OtherFileError::Kind::WrongKind);
    CHECK(error.file() == "known");
}

TEST_SUITE_END();
