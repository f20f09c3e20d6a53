#include <doctest/doctest.h>

#include <cstdint>
#include <dlfcn.h>
#include <filesystem>
#include <string>

#include "ProcessCode.hpp"
#include "TestFolder.hpp"

using namespace gantry::perf;

extern "C" __attribute__((noinline, visibility("default"))) int gantryKnownFunction(int number) {
    return number + 1;
}

namespace {

constexpr std::uint64_t kBegin = 0x7f00'0000'0000;
constexpr std::uint64_t kFarBegin = 0x7f80'0000'0000;
constexpr std::uint64_t kSize = 1U << 30U;

struct OwnFunction {
    std::string file;
    std::uint64_t offset = 0;  ///< where it stands in the file's code
};

OwnFunction ownFunction() {
    Dl_info info{};
    void* const address = reinterpret_cast<void*>(&gantryKnownFunction);
    REQUIRE(::dladdr(address, &info) != 0);
    return {
        std::filesystem::canonical("/proc/self/exe").string(),
        reinterpret_cast<std::uint64_t>(address) - reinterpret_cast<std::uint64_t>(info.dli_fbase)};
}

}  // namespace

TEST_SUITE_BEGIN("perf.sampling.ProcessCode");

TEST_CASE("a function has its name wherever its file is mapped" * doctest::skip(!canUnwind())) {
    const OwnFunction known = ownFunction();
    ProcessCode code;
    code.map({kBegin, kSize, 0, known.file});
    ProcessCode other = code.sibling();
    other.map({kFarBegin, kSize, 0, known.file});
    CHECK(code.name(kBegin + known.offset).function == "gantryKnownFunction");
    CHECK(other.name(kFarBegin + known.offset).function == "gantryKnownFunction");
    CHECK(other.name(kFarBegin + known.offset).file ==
          std::filesystem::path(known.file).filename().string());
}

TEST_CASE("processes that have files in common read each of them once" *
          doctest::skip(!canUnwind())) {
    const OwnFunction known = ownFunction();
    ProcessCode code;
    code.map({kBegin, kSize, 0, known.file});
    ProcessCode other = code.sibling();
    other.map({kFarBegin, kSize, 0, known.file});
    ProcessCode child = other.child();
    CHECK(&code.place(kBegin + known.offset) == &other.place(kFarBegin + known.offset));
    CHECK(&code.place(kBegin + known.offset) == &child.place(kFarBegin + known.offset));
}

TEST_CASE("a process maps nothing of its siblings, and all that its parent mapped" *
          doctest::skip(!canUnwind())) {
    const OwnFunction known = ownFunction();
    ProcessCode code;
    code.map({kBegin, kSize, 0, known.file});
    CHECK(code.sibling().name(kBegin + known.offset).function == kUnknownFunction);
    CHECK(code.sibling().name(kBegin + known.offset).file.empty());
    CHECK(code.child().name(kBegin + known.offset).function == "gantryKnownFunction");
}

TEST_CASE("another file that has the path of an earlier one is read anew" *
          doctest::skip(!canUnwind())) {
    const TestFolder folder;
    const std::string path = (folder.path / "program").string();
    const OwnFunction known = ownFunction();
    std::filesystem::copy_file("/bin/true", path);
    ProcessCode first;
    first.map({kBegin, kSize, 0, path});
    CHECK(first.name(kBegin + known.offset).function == kUnknownFunction);
    std::filesystem::remove(path);
    std::filesystem::copy_file(known.file, path);
    ProcessCode second = first.sibling();
    second.map({kBegin, kSize, 0, path});
    CHECK(second.name(kBegin + known.offset).function == "gantryKnownFunction");
}

TEST_CASE("what is not a program, or is not there, has no functions" *
          doctest::skip(!canUnwind())) {
    const TestFolder folder;
    for (const char* const name : {"/etc/passwd", "missing"}) {
        ProcessCode code;
        code.map({kBegin, kSize, 0, (folder.path / name).string()});
        CHECK(code.name(kBegin + 100).function == kUnknownFunction);
    }
}

TEST_SUITE_END();
