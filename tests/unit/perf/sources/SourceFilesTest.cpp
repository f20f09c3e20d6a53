#include <perf/sources/SourceFiles.hpp>

#include <doctest/doctest.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <string>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include "FifoWatch.hpp"
#include "TestFolder.hpp"

using namespace gantry::perf;
namespace fs = std::filesystem;

namespace {

std::string write(const fs::path& path, const std::string& text) {
    std::ofstream(path, std::ios::binary) << text;
    return path.string();
}

ArchivedSource only(const std::vector<ArchivedSource>& sources) {
    REQUIRE(sources.size() == 1);
    return sources.front();
}

}  // namespace

TEST_SUITE_BEGIN("perf.sources.SourceFiles");

TEST_CASE("a file is kept with its text, size, time and digest") {
    const TestFolder folder;
    const std::string text("caf\xe9\n\0\xff", 7);
    const std::string path = write(folder.path / "a.c", text);
    struct stat status {};
    REQUIRE(::stat(path.c_str(), &status) == 0);

    const ArchivedSource source = only(readSourceFiles({path}, {}));

    CHECK(source.path == path);
    CHECK(*source.text == text);
    CHECK(source.bytes == 7);
    CHECK(source.modifiedNs ==
          status.st_mtim.tv_sec * 1'000'000'000 + std::int64_t{status.st_mtim.tv_nsec});
    CHECK(source.digest == sourceDigest(text));
    CHECK(source.leftOut.empty());
}

TEST_CASE("names are normalised, and one named twice is kept once") {
    const TestFolder folder;
    fs::create_directory(folder.path / "build");
    const std::string path = write(folder.path / "a.c", "text");

    const auto sources =
        readSourceFiles({(folder.path / "build/../a.c").string(), path, '/' + path, ""}, {});

    CHECK(only(sources).path == path);
    CHECK(sourcePath("/a/b/../c.c") == "/a/c.c");
    CHECK(sourcePath("/a/b/..").empty());
    CHECK(sourcePath("c.c").empty());
}

TEST_CASE("a name that is relative to an unknown folder is never read") {
    const TestFolder folder;
    write(folder.path / "a.c", "text");
    const std::filesystem::path before = fs::current_path();
    fs::current_path(folder.path);
    const auto sources = readSourceFiles({"a.c", "./a.c", "../a.c", "../csu/./start.c"}, {});
    fs::current_path(before);

    REQUIRE(sources.size() == 3);
    CHECK(sources[0].path == "a.c");
    CHECK(sources[0].text == nullptr);
    CHECK(sources[1].path == "../a.c");
    CHECK(sources[2].path == "../csu/start.c");
    CHECK(sources[2].leftOut == "its folder is not known");
}

TEST_CASE("what is not a regular file, or cannot be read, is left out with the reason") {
    const TestFolder folder;
    const std::string file = write(folder.path / "a.c", "text");
    fs::create_directory(folder.path / "folder.c");
    fs::create_symlink("nowhere", folder.path / "link.c");
    const auto reasonFor = [&](const std::string& name) {
        const ArchivedSource source = only(readSourceFiles({name}, {}));
        CHECK(source.text == nullptr);
        CHECK(source.path == name);
        return source.leftOut;
    };

    CHECK(reasonFor((folder.path / "gone.c").string()) ==
          "it cannot be read: No such file or directory");
    CHECK(reasonFor((folder.path / "link.c").string()) ==
          "it cannot be read: No such file or directory");
    CHECK(reasonFor(file + "/b.c") == "it cannot be read: Not a directory");
    CHECK(reasonFor((folder.path / "folder.c").string()) == "it is not a regular file");
    CHECK(reasonFor("/dev/null") == "it is not a regular file");
    if (::geteuid() != 0) {
        fs::permissions(file, fs::perms::none);
        CHECK(reasonFor(file) == "it cannot be read: Permission denied");
    }
}

TEST_CASE("a pipe without a writer is not waited for") {
    const TestFolder folder;
    const std::string path = (folder.path / "a.c").string();
    std::vector<ArchivedSource> sources;

    CHECK(endsAtFifo(path, [&] { sources = readSourceFiles({path}, {}); }));

    CHECK(only(sources).leftOut == "it is not a regular file");
}

TEST_CASE("a file above the limit is left out, and one of that size is not") {
    const TestFolder folder;
    const std::string path = write(folder.path / "a.c", std::string(2048, 'x'));

    CHECK(only(readSourceFiles({path}, {2048, 1 << 20})).text->size() == 2048);
    CHECK(only(readSourceFiles({path}, {2047, 1 << 20})).leftOut ==
          "it is larger than the limit for a file, 2047 bytes");
}

TEST_CASE("a huge file is left out without being read") {
    const TestFolder folder;
    const std::string path = write(folder.path / "a.c", "");
    REQUIRE(::truncate(path.c_str(), off_t{1} << 40U) == 0);

    const ArchivedSource source = only(readSourceFiles({path}, {}));

    CHECK(source.bytes == std::int64_t{1} << 40U);
    CHECK(source.leftOut == "it is larger than the limit for a file, 1 MiB");
}

TEST_CASE("files that exceed the limit of all together are left out, smaller ones after them not") {
    const TestFolder folder;
    const std::string first = write(folder.path / "1.c", std::string(60, 'a'));
    const std::string second = write(folder.path / "2.c", std::string(50, 'b'));
    const std::string third = write(folder.path / "3.c", std::string(40, 'c'));

    const auto sources = readSourceFiles({first, second, third}, {100, 100});

    CHECK(sources[0].text != nullptr);
    CHECK(sources[1].leftOut == "all files together would be larger than their limit, 100 bytes");
    CHECK(sources[1].digest.empty());
    CHECK(sources[2].text != nullptr);
}

TEST_CASE("a text that another file has is shared, and counts once") {
    const TestFolder folder;
    const std::string first = write(folder.path / "1.c", std::string(60, 'a'));
    const std::string second = write(folder.path / "2.c", std::string(60, 'a'));

    const auto sources = readSourceFiles({first, second}, {100, 100});

    REQUIRE(sources[1].text != nullptr);
    CHECK(sources[0].text == sources[1].text);
}

TEST_CASE("ten thousand files are kept") {
    const TestFolder folder;
    std::vector<std::string> names;
    for (int i = 0; i < 10'000; ++i) {
        const std::string name = std::to_string(i);
        names.push_back(write(folder.path / (name + ".c"), "int f" + name + "();\n"));
    }

    const auto sources = readSourceFiles(names, {});

    REQUIRE(sources.size() == 10'000);
    for (std::size_t i = 0; i < sources.size(); ++i) {
        REQUIRE(sources[i].text != nullptr);
        CHECK(*sources[i].text == "int f" + std::to_string(i) + "();\n");
    }
}

TEST_CASE("a file that grows is whole as it was, or left out") {
    const TestFolder folder;
    const std::string path = write(folder.path / "a.c", "line\n");
    std::atomic<bool> done{false};
    std::thread writer([&] {
        std::ofstream file(path, std::ios::app);
        for (int i = 0; i < 20'000 && !done; ++i) {
            file << "line\n" << std::flush;
        }
    });

    for (int i = 0; i < 50; ++i) {
        const ArchivedSource source = only(readSourceFiles({path}, {1 << 20, 1 << 20}));
        if (source.text) {
            CHECK(source.text->size() == static_cast<std::size_t>(source.bytes));
            CHECK(source.text->size() % 5 == 0);
        } else {
            CHECK(source.leftOut == "it changed while it was read");
        }
    }
    done = true;
    writer.join();
}

TEST_CASE("a file that does not say how large it is is not kept without its end") {
    // The system says that it has 0 bytes.
    const ArchivedSource source = only(readSourceFiles({"/proc/self/maps"}, {16, 16}));

    CHECK(source.text == nullptr);
    CHECK(source.leftOut == "it changed while it was read");
}

TEST_SUITE_END();
