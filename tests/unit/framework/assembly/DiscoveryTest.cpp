#include <csignal>
#include <cstring>
#include <elf.h>
#include <fstream>
#include <iterator>
#include <random>
#include <sys/wait.h>
#include <unistd.h>

#include "embedding.hpp"

TEST_SUITE_BEGIN("framework.assembly.Discovery");

using namespace gantry::framework;
using namespace gantry::framework::test;

namespace {

/// A folder with one shared object whose bytes the test chooses.
class OneFile final {
public:
    OneFile() {
        std::string name =
            (std::filesystem::temp_directory_path() / "gantry-discovery-XXXXXX").string();
        REQUIRE(::mkdtemp(name.data()) != nullptr);
        folder_ = name;
        std::ifstream original(fixture("good_counter") / "good_counter.so", std::ios::binary);
        good.assign(std::istreambuf_iterator<char>(original), {});
        REQUIRE(good.size() > sizeof(Elf64_Ehdr));
    }
    ~OneFile() { std::filesystem::remove_all(folder_); }
    OneFile(const OneFile&) = delete;
    OneFile& operator=(const OneFile&) = delete;

    /// Why a file of these bytes is left out; empty where its component is listed.
    [[nodiscard]] std::string reasonOf(const std::string& bytes) const {
        std::ofstream(folder_ / "it.so", std::ios::binary | std::ios::trunc) << bytes;
        std::vector<RejectedLibrary> rejected;
        const Framework framework({folder_});
        const auto classes = framework.availableClasses(&rejected);
        REQUIRE(classes.size() + rejected.size() == 1);
        return rejected.empty() ? "" : rejected[0].reason;
    }
    /// The good file with other bytes in one place.
    template <class Value>
    [[nodiscard]] std::string with(std::size_t offset, Value value) const {
        std::string bytes = good;
        std::memcpy(bytes.data() + offset, &value, sizeof value);
        return bytes;
    }

    std::string good;

private:
    std::filesystem::path folder_;
};

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a component is listed with all it says of itself though loading it ends the process") {
    const Embedding embedding({"crashes_at_load"});

    const auto classes = embedding.framework.availableClasses();

    REQUIRE(classes.size() == 1);
    const ClassInfo& info = classes[0];
    CHECK(info.name == "fixtures.CrashesAtLoad");
    CHECK(info.summary == "ends the process that loads it");
    REQUIRE(info.ports.size() == 3);
    CHECK(info.ports[0].provided);
    CHECK(info.ports[1].required);
    CHECK(info.ports[1].monitorable);
    CHECK(info.ports[1].guarded);
    CHECK_FALSE(info.ports[2].required);
    CHECK_FALSE(info.ports[2].monitorable);
    REQUIRE(info.parameters.size() == 2);
    CHECK(info.parameters[0].low == "1");
    CHECK(info.parameters[0].high == "9");
    CHECK(info.parameters[1].low.empty());
    CHECK(info.parameters[1].choices == std::vector<std::string>{"a", "b"});
    CHECK_FALSE(isLoaded("crashes_at_load"));
}

TEST_CASE("only the loading of such a component ends the process") {
    const pid_t child = ::fork();
    if (child == 0) {
        Embedding embedding({"crashes_at_load"});
        std::signal(SIGABRT, SIG_DFL);
        try {
            embedding.framework.load("fixtures.CrashesAtLoad");
        } catch (...) {
            ::_exit(2);
        }
        ::_exit(1);
    }
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);

    CHECK(WIFSIGNALED(status));
}

TEST_CASE("files that are no shared objects for this machine are left out with the reason") {
    const OneFile file;

    CHECK(file.reasonOf(file.good).empty());
    CHECK(contains(file.reasonOf(""), "is not a shared object"));
    CHECK(contains(file.reasonOf("\x7f"), "is not a shared object"));
    CHECK(contains(file.reasonOf("#!/bin/sh\nexit 0\n"), "is not a shared object"));
    CHECK(contains(file.reasonOf(file.with<unsigned char>(EI_CLASS, ELFCLASS32)),
                   "another kind of machine"));
    CHECK(contains(file.reasonOf(file.with<unsigned char>(EI_DATA, ELFDATA2MSB)),
                   "another kind of machine"));
    CHECK(contains(file.reasonOf(file.with<Elf64_Half>(offsetof(Elf64_Ehdr, e_machine), EM_SPARC)),
                   "for another machine"));
    CHECK(contains(file.reasonOf(file.with<Elf64_Half>(offsetof(Elf64_Ehdr, e_type), ET_EXEC)),
                   "a program"));
}

TEST_CASE("damaged sizes and places in a file are noticed") {
    const OneFile file;

    for (const std::uint64_t offset : {std::uint64_t{1} << 63U, ~std::uint64_t{0},
                                       std::uint64_t{1} << 40U, std::uint64_t{file.good.size()}}) {
        CAPTURE(offset);
        CHECK(contains(file.reasonOf(file.with(offsetof(Elf64_Ehdr, e_phoff), offset)), "damaged"));
    }
    CHECK(contains(file.reasonOf(file.with<Elf64_Half>(offsetof(Elf64_Ehdr, e_phentsize), 1)),
                   "damaged"));
    CHECK(contains(file.reasonOf(file.with<Elf64_Half>(offsetof(Elf64_Ehdr, e_phnum), 0)),
                   "carries no description"));
    const std::size_t note = file.good.find(std::string("Gantry\0", 7)) - 12;
    for (const std::uint32_t size : {0xffffffffU, 0xfffffffcU, 0x7fffffffU, 1U << 20U}) {
        CAPTURE(size);
        CHECK_FALSE(file.reasonOf(file.with(note, size)).empty());
        CHECK_FALSE(file.reasonOf(file.with(note + 4, size)).empty());
    }
    // The ABI number, and the length of the name of the class behind it.
    CHECK(contains(file.reasonOf(file.with(note + 20, 77U)), "plug-in ABI number 77"));
    for (const std::uint32_t size : {1U, 3U, 1000U, 0xffffffffU}) {
        CAPTURE(size);
        CHECK(contains(file.reasonOf(file.with(note + 24, size)), "damaged description"));
    }
}

TEST_CASE("a file that is cut anywhere is listed whole or left out") {
    const OneFile file;

    for (std::size_t size = 0; size < file.good.size(); size += size < 2048 ? 61 : 1021) {
        CAPTURE(size);
        const std::string reason = file.reasonOf(file.good.substr(0, size));
        CHECK((reason.empty() || contains(reason, "it.so")));
    }
}

TEST_CASE("a file with random damage is listed or left out, and nothing else happens") {
    const OneFile file;
    const unsigned seed = std::random_device{}();
    CAPTURE(seed);
    std::mt19937 random(seed);
    // Where the headers and the note stand.
    const std::size_t end = std::min<std::size_t>(file.good.size(), 2048);

    for (int i = 0; i < 300; ++i) {
        std::string bytes = file.good;
        for (int changes = 0; changes < 1 + i % 8; ++changes) {
            bytes[random() % end] = static_cast<char>(random());
        }
        const std::string reason = file.reasonOf(bytes);
        CHECK((reason.empty() || contains(reason, "it.so")));
    }
}

TEST_SUITE_END();
