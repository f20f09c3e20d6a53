#include <perf/analysis/QueryText.hpp>
#include <perf/archive/Archive.hpp>

#include <doctest/doctest.h>

#include <sstream>

#include "ProfileSamples.hpp"
#include "TestFolder.hpp"

using namespace gantry::perf;

namespace {

struct Archived {
    TestFolder folder;
    std::filesystem::path file = folder.path / "run.gantry";

    Archived() { writeArchive(file, samples::fullProfile()); }
};

constexpr const char* kRows = "SELECT 'a,b' AS text, 7 AS whole, 0.5 AS real, NULL AS empty";

}  // namespace

TEST_SUITE_BEGIN("perf.analysis.QueryText");

TEST_CASE("a table for people marks what is NULL") {
    const Archived archived;
    ArchiveQuery query(archived.file, kRows);
    const std::string text = queryText(query);
    CHECK(text.find("text") != std::string::npos);
    CHECK(text.find("a,b") != std::string::npos);
    CHECK(text.find("0.5") != std::string::npos);
    CHECK(text.find("NULL") != std::string::npos);
}

TEST_CASE("comma-separated values quote a comma and leave NULL empty") {
    const Archived archived;
    ArchiveQuery query(archived.file, kRows);
    std::ostringstream text;
    writeQueryCsv(query, text);
    CHECK(text.str() == "text,whole,real,empty\n\"a,b\",7,0.5,\n");
}

TEST_CASE("the JSON document has columns and rows of their types") {
    const Archived archived;
    ArchiveQuery query(archived.file, kRows);
    std::ostringstream text;
    writeQueryJson(query, text);
    CHECK(text.str() ==
          "{\n  \"format\": \"gantry-query\",\n  \"version\": 1,\n  \"columns\": "
          "[\"text\",\"whole\",\"real\",\"empty\"],\n  \"rows\": [\n    "
          "[\"a,b\",7,0.5,null]\n  ]\n}\n");
}
