#include <perf/sources/SourceFiles.hpp>
#include <perf/sources/SourceState.hpp>

#include <doctest/doctest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "FifoWatch.hpp"
#include "TestFolder.hpp"

using namespace gantry::perf;
namespace fs = std::filesystem;

namespace {

constexpr const char* kLater = "2199-01-01T00:00:00Z";
constexpr const char* kEarlier = "1999-01-01T00:00:00Z";

std::string write(const fs::path& path, const std::string& text) {
    std::ofstream(path, std::ios::binary) << text;
    return path.string();
}

struct Kept {
    Kept() : path(write(folder.path / "a.c", "one\n")), sources(readSourceFiles({path}, {})) {}

    [[nodiscard]] SourceText read() const { return sourceText(sources, path, kLater); }
    [[nodiscard]] std::string note() {
        noteChanges(sources);
        return sources.front().note;
    }

    TestFolder folder;
    std::string path;
    std::vector<ArchivedSource> sources;
};

}  // namespace

TEST_SUITE_BEGIN("perf.sources.SourceState");

TEST_CASE("of a file that is as it was there is nothing to say") {
    Kept kept;

    CHECK(kept.read().text == "one\n");
    CHECK(kept.read().note.empty());
    CHECK(kept.note().empty());
}

TEST_CASE("the text of the archive is shown for a file that has changed, with a note") {
    Kept kept;
    // Of the same size, so that only the text shows it.
    for (const char* const text : {"two\n", "longer\n", ""}) {
        write(kept.path, text);
        CAPTURE(text);
        CHECK(kept.read().text == "one\n");
        CHECK(kept.read().note == "the file has changed since the run");
        CHECK(kept.note() == "the file has changed since the run");
    }
}

TEST_CASE("a file that was written again with the same text has not changed") {
    Kept kept;
    write(kept.path, "one\n");
    fs::last_write_time(kept.path, fs::file_time_type::clock::now() + std::chrono::hours(1));

    CHECK(kept.read().note.empty());
}

TEST_CASE("the text of the archive is shown for a file that was removed") {
    Kept kept;
    fs::remove(kept.path);
    CHECK(kept.read().text == "one\n");
    CHECK(kept.read().note == "the file is gone");
    CHECK(kept.note() == "the file is gone");

    fs::create_directory(kept.path);
    CHECK(kept.read().note == "the file is gone");
}

TEST_CASE("without a text in the archive that of the file is shown, and whether it is newer") {
    Kept kept;

    CHECK(sourceText({}, kept.path, kLater).text == "one\n");
    CHECK(sourceText({}, kept.path, kLater).note.empty());
    CHECK(sourceText({}, kept.path, kEarlier).note == "the file has changed since the run");
    CHECK(sourceText({}, kept.path, "").note.empty());
}

TEST_CASE("a file that the archive left out is shown with the reason") {
    Kept kept;
    kept.sources = readSourceFiles({kept.path}, {1, 1});

    CHECK(kept.read().text == "one\n");
    CHECK(kept.read().note == "not in the archive: it is larger than the limit for a file, 1 byte");
    CHECK(kept.note().empty());
}

TEST_CASE("a file that was not read in the run, as only the program named it, is not read later") {
    const Kept kept;
    ArchivedSource unnamed;
    unnamed.path = kept.path;
    unnamed.leftOut = "no debugging information of the program names it";

    const SourceText text = sourceText({unnamed}, kept.path, kLater);

    CHECK_FALSE(text.text);
    CHECK(text.note == "not in the archive: no debugging information of the program names it");
}

TEST_CASE("a name of an archive never leads to a file that it does not name in full") {
    const Kept kept;
    const fs::path before = fs::current_path();
    fs::current_path(kept.folder.path);

    CHECK_FALSE(sourceText({}, "a.c", kLater).text);
    CHECK_FALSE(sourceText({}, "./a.c", kLater).text);
    CHECK_FALSE(sourceText({}, "../../../../../../../../etc/passwd", kLater).text);
    CHECK_FALSE(sourceText({}, "", kLater).text);
    CHECK_FALSE(sourceText({}, "/dev/zero", kLater).text);
    fs::current_path(before);
}

TEST_CASE("a pipe in the place of a file is not waited for") {
    Kept kept;
    fs::remove(kept.path);
    SourceText text;

    CHECK(endsAtFifo(kept.path, [&] { text = sourceText({}, kept.path, kLater); }));

    CHECK_FALSE(text.text);
}

TEST_SUITE_END();
