#include <perf/recording/NeededLibraries.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "TestFolder.hpp"

using namespace gantry::perf;

namespace {

std::string bytesOf(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

void write(const std::filesystem::path& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
}

bool hasLibc(const std::vector<std::string>& names) {
    return std::any_of(names.begin(), names.end(),
                       [](const std::string& name) { return name.rfind("libc.so", 0) == 0; });
}

}  // namespace

TEST_SUITE_BEGIN("perf.recording.NeededLibraries");

TEST_CASE("this program needs the library of C") {
    CHECK(hasLibc(neededLibraries("/proc/self/exe")));
}

TEST_CASE("a file that is not a program needs nothing") {
    const TestFolder folder;
    write(folder.path / "empty", "");
    write(folder.path / "text", "#!/bin/sh\nexit 0\n");
    CHECK(neededLibraries(folder.path / "empty").empty());
    CHECK(neededLibraries(folder.path / "text").empty());
    CHECK(neededLibraries(folder.path / "missing").empty());
    CHECK(neededLibraries(folder.path).empty());
}

TEST_CASE("a program that is cut or damaged anywhere is read without harm") {
    const TestFolder folder;
    const std::string whole = bytesOf("/bin/true");
    constexpr std::uint32_t kSeed = 20'261'123;
    INFO("seed ", kSeed);
    std::mt19937 random(kSeed);
    for (int round = 0; round < 300; ++round) {
        std::string bytes = whole;
        if (round % 2 == 0) {
            bytes.resize(random() % bytes.size());
        }
        // Most of what is read is in the first bytes.
        for (int change = 0; change < 4 && !bytes.empty(); ++change) {
            bytes[random() % std::min<std::size_t>(bytes.size(), 1024)] =
                static_cast<char>(random());
        }
        write(folder.path / "damaged", bytes);
        CHECK_NOTHROW(neededLibraries(folder.path / "damaged"));
    }
}

TEST_CASE("a program says which symbols it uses, by their whole names") {
    CHECK(usesSymbol("/proc/self/exe", "__libc_start_main"));
    CHECK_FALSE(usesSymbol("/proc/self/exe", "libc_start_main"));
    CHECK_FALSE(usesSymbol("/proc/self/exe", "__cyg_profile_func_enter"));
    CHECK_FALSE(usesSymbol("/etc/passwd", "main"));
    CHECK_FALSE(usesSymbol("/nonexistent", "main"));
}

TEST_SUITE_END();
