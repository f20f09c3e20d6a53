#include <perf/archive/Archive.hpp>
#include <perf/archive/ArchiveQuery.hpp>

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "ProfileSamples.hpp"
#include "TestFolder.hpp"

using namespace gantry::perf;

namespace {

ArchivedSource source(const std::string& path, const std::string& text) {
    return {path, static_cast<std::int64_t>(text.size()),   1700000000123456789, sourceDigest(text),
            "",   std::make_shared<const std::string>(text)};
}

ArchivedSource leftOut(const std::string& path, const std::string& reason) {
    ArchivedSource source;
    source.path = path;
    source.leftOut = reason;
    return source;
}

std::vector<ArchivedSource> writtenAndRead(const TestFolder& folder,
                                           std::vector<ArchivedSource> sources) {
    History history;
    history.sources = std::move(sources);
    writeArchive(folder.path / "run.gantry", samples::fullProfile(), {}, history);
    return readHistory(folder.path / "run.gantry").sources;
}

std::int64_t count(const TestFolder& folder, const std::string& table) {
    ArchiveQuery query(folder.path / "run.gantry", "SELECT count(*) FROM " + table);
    std::vector<ArchiveValue> row;
    REQUIRE(query.next(row));
    return std::get<std::int64_t>(row.front());
}

}  // namespace

TEST_SUITE_BEGIN("perf.archive.SourceTables");

TEST_CASE("source files come back as they were written, whatever bytes they have") {
    const TestFolder folder;
    const std::string any("int main() {}\r\n\xff\xfe\0\xe4", 19);
    const std::string large(300'000, 'x');

    const auto read = writtenAndRead(
        folder, {source("/a/b.c", any), source("/empty.c", ""), source("/large.c", large),
                 source("/\xff.c", "one"), leftOut("/gone.c", "it cannot be read")});

    REQUIRE(read.size() == 5);
    CHECK(read[0].path == "/a/b.c");
    CHECK(*read[0].text == any);
    CHECK(read[0].bytes == 19);
    CHECK(read[0].modifiedNs == 1700000000123456789);
    CHECK(read[0].digest == sourceDigest(any));
    CHECK(read[1].text->empty());
    CHECK(*read[2].text == large);
    CHECK(read[3].path == "/\xff.c");
    CHECK(read[4].text == nullptr);
    CHECK(read[4].leftOut == "it cannot be read");
}

TEST_CASE("a text that several files have is in the archive once") {
    const TestFolder folder;

    const auto read = writtenAndRead(
        folder, {source("/a.h", "same"), source("/b.h", "same"), source("/c.h", "other")});

    CHECK(count(folder, "source_text") == 2);
    CHECK(count(folder, "source_file") == 3);
    CHECK(read[0].text == read[1].text);
    CHECK(*read[2].text == "other");
}

TEST_CASE("two texts with the same digest stay two") {
    const TestFolder folder;
    ArchivedSource other = source("/b.h", "two");
    other.digest = sourceDigest("one");

    // The second one is refused when it is read, as its digest is wrong; it was not lost.
    CHECK_THROWS_WITH_AS(writtenAndRead(folder, {source("/a.h", "one"), other}),
                         doctest::Contains("column 'digest'"), ArchiveError);
    CHECK(count(folder, "source_text") == 2);
}

TEST_CASE("an archive without source files has no tables for them") {
    const TestFolder folder;

    CHECK(writtenAndRead(folder, {}).empty());
    CHECK_THROWS(count(folder, "source_file"));
}

TEST_CASE("a text is refused whose path leads elsewhere") {
    for (const std::string& path :
         {std::string("/a/../../etc/passwd"), std::string("../x.c"), std::string("x.c"),
          std::string("/a/./x.c"), std::string("/a//x.c"), std::string("/a/"), std::string("/"),
          std::string(), std::string("/a\0b.c", 6), std::string("//x.c"), std::string("/a/..")}) {
        CAPTURE(path);
        const TestFolder folder;
        CHECK_FALSE(isSourcePath(path));
        CHECK_THROWS_WITH_AS(writtenAndRead(folder, {source(path, "text")}),
                             doctest::Contains("an absolute path"), ArchiveError);
    }
    CHECK(isSourcePath("/a/..b/.c"));
}

TEST_CASE("a file that was left out may have any name, and a reader gives it as it is") {
    const TestFolder folder;

    const auto read = writtenAndRead(folder, {leftOut("../x.c", "not named")});

    CHECK(read[0].path == "../x.c");
}

TEST_CASE("readers of profiles skip the source files") {
    const TestFolder folder;
    const auto read = writtenAndRead(folder, {source("/a.h", "same")});

    CHECK(readArchive(folder.path / "run.gantry") == samples::fullProfile());
    CHECK(readHistory(folder.path / "run.gantry").changes.empty());
}

TEST_SUITE_END();
