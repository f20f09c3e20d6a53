#include <perf/recording/ProgramFile.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <cstdlib>
#include <elf.h>
#include <fstream>
#include <string>

#include "TestFolder.hpp"

using gantry::perf::programFile;
using gantry::perf::whyNotMeasured;

namespace {

std::filesystem::path fileWith(const TestFolder& folder, const std::string& bytes) {
    std::filesystem::path file = folder.path / "program";
    std::ofstream(file, std::ios::binary) << bytes;
    return file;
}

// A program with one part of that type and nothing else, for the machine of this test.
std::string elf(unsigned char elfClass, std::uint32_t partType) {
    Elf64_Ehdr header{};
    std::ifstream("/proc/self/exe", std::ios::binary)
        .read(reinterpret_cast<char*>(&header), sizeof header);
    header.e_ident[EI_CLASS] = elfClass;
    header.e_phoff = sizeof header;
    header.e_phnum = 1;
    header.e_shoff = 0;
    header.e_shnum = 0;
    Elf64_Phdr part{};
    part.p_type = partType;
    return std::string(reinterpret_cast<const char*>(&header), sizeof header) +
           std::string(reinterpret_cast<const char*>(&part), sizeof part);
}

bool says(const std::string& text, const std::string& part) {
    CAPTURE(text);
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_SUITE_BEGIN("perf.recording.ProgramFile");

TEST_CASE("a word without a slash is looked for in PATH, one with a slash is a path") {
    CHECK(programFile("sh").filename() == "sh");
    CHECK(programFile("sh").is_absolute());
    CHECK(programFile("./sh") == "./sh");
    CHECK(programFile("no-program-of-this-name").empty());
}

TEST_CASE("a statically linked program is known by its file") {
    const TestFolder folder;

    CHECK(says(whyNotMeasured(fileWith(folder, elf(ELFCLASS64, PT_LOAD))), "statically linked"));
}

TEST_CASE("a program of another kind of processor is known by its file") {
    const TestFolder folder;

    CHECK(says(whyNotMeasured(fileWith(folder, elf(ELFCLASS32, PT_INTERP))), "another kind of"));
}

TEST_CASE("a set-user-ID program is known by its file") {
    const TestFolder folder;
    const std::filesystem::path file = fileWith(folder, elf(ELFCLASS64, PT_INTERP));
    std::filesystem::permissions(file, static_cast<std::filesystem::perms>(04700));

    CHECK(says(whyNotMeasured(file), "set-user-ID"));
}

TEST_CASE("a script is known by its first line, however long that is") {
    const TestFolder folder;

    CHECK(says(whyNotMeasured(fileWith(folder, "#!/opt/static-shell -e\nls\n")),
               "its interpreter (/opt/static-shell -e) did not report"));
    CHECK(whyNotMeasured(fileWith(folder, "#!" + std::string(100'000, 'x'))).size() < 300);
}

TEST_CASE("a dynamic program leaves the reason open") {
    const TestFolder folder;

    CHECK(says(whyNotMeasured(fileWith(folder, elf(ELFCLASS64, PT_INTERP))), "may have ended"));
}

TEST_CASE("files that are cut off, empty, missing or folders are no reason to fail") {
    const TestFolder folder;
    const std::string whole = elf(ELFCLASS64, PT_LOAD);

    for (std::size_t length = 0; length < whole.size(); ++length) {
        CHECK_FALSE(whyNotMeasured(fileWith(folder, whole.substr(0, length))).empty());
    }
    CHECK(says(whyNotMeasured(fileWith(folder, whole.substr(0, whole.size() - 1))), "damaged"));
    CHECK(says(whyNotMeasured(folder.path / "none"), "cannot be read"));
    CHECK_FALSE(whyNotMeasured(folder.path).empty());
}

TEST_SUITE_END();
