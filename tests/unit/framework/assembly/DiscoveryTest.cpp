#include <base/files/TemporaryFolder.hpp>

#include <csignal>
#include <cstring>
#include <elf.h>
#include <fstream>
#include <iterator>
#include <random>
#include <set>
#include <sys/inotify.h>
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
        std::ifstream original(fixture("good_counter") / "good_counter.so", std::ios::binary);
        good.assign(std::istreambuf_iterator<char>(original), {});
        REQUIRE(good.size() > sizeof(Elf64_Ehdr));
    }

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

    [[nodiscard]] std::filesystem::path path() const { return folder_ / "it.so"; }

    std::string good;

private:
    gantry::base::TemporaryFolder temporary_{"gantry-discovery"};
    std::filesystem::path folder_ = temporary_.path();
};

/// A folder with copies of a fixture.
class Copies final {
public:
    explicit Copies(const std::vector<std::string>& names) {
        for (const std::string& file : names) {
            add(file);
        }
    }

    void add(const std::string& name) const {
        std::filesystem::copy_file(fixture("good_counter") / "good_counter.so", folder / name);
    }

private:
    gantry::base::TemporaryFolder temporary_{"gantry-discovery"};

public:
    std::filesystem::path folder = temporary_.path();
};

/// The files of a folder that something opens.
class Opened final {
public:
    explicit Opened(const std::filesystem::path& folder)
        : descriptor_(::inotify_init1(IN_NONBLOCK)) {
        REQUIRE(descriptor_ >= 0);
        REQUIRE(::inotify_add_watch(descriptor_, folder.c_str(), IN_OPEN) >= 0);
    }
    ~Opened() { ::close(descriptor_); }
    Opened(const Opened&) = delete;
    Opened& operator=(const Opened&) = delete;

    [[nodiscard]] std::set<std::string> names() const {
        constexpr std::size_t kRoom = 1U << 16U;
        std::vector<char> bytes(kRoom);
        const ssize_t size = ::read(descriptor_, bytes.data(), bytes.size());
        std::set<std::string> all;
        for (ssize_t at = 0; at < size;) {
            inotify_event event{};
            std::memcpy(&event, bytes.data() + at, sizeof event);
            if (event.len > 0 && (event.mask & IN_ISDIR) == 0) {
                all.insert(bytes.data() + at + sizeof event);
            }
            at += static_cast<ssize_t>(sizeof event + event.len);
        }
        return all;
    }

private:
    int descriptor_;
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

TEST_CASE("a class is found in the file of its name without a look into the others") {
    const Copies copies({"a.so", "b.so", "fixtures_counter.so"});
    const Framework framework({copies.folder});
    const Opened opened(copies.folder);

    const auto found = framework.findClass("fixtures.Counter");

    REQUIRE(found);
    CHECK(found->library.filename() == "fixtures_counter.so");
    CHECK(opened.names() == std::set<std::string>{"fixtures_counter.so"});
}

TEST_CASE("a class in a file of any other name is found, also when the file comes later") {
    const Copies copies({});
    const Framework framework({copies.folder});
    CHECK(!framework.findClass("fixtures.Counter"));

    copies.add("b.so");
    REQUIRE(framework.findClass("fixtures.Counter"));
    CHECK(framework.findClass("fixtures.Counter")->library.filename() == "b.so");
    CHECK(!framework.findClass("fixtures.Counters"));
}

TEST_CASE("of two files with a class the one of its name counts, and the list agrees") {
    const Copies copies({"a.so", "fixtures_counter.so"});
    const Copies before({"z.so"});
    const Framework one({copies.folder});
    const Framework two({before.folder, copies.folder});

    std::vector<RejectedLibrary> rejected;
    const auto classes = one.availableClasses(&rejected);
    REQUIRE(classes.size() == 1);
    CHECK(classes[0].library.filename() == "fixtures_counter.so");
    REQUIRE(rejected.size() == 1);
    CHECK(rejected[0].library.filename() == "a.so");
    // A folder before it on the path counts more than a name.
    CHECK(two.findClass("fixtures.Counter")->library.filename() == "z.so");
    CHECK(two.availableClasses()[0].library.filename() == "z.so");
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
                   "another kind of machine"));
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
                   "contains no description"));
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

TEST_CASE("a file that is cut anywhere is left out, and refused where it is loaded") {
    const OneFile file;
    constexpr std::size_t kHeaders = 2048;

    for (std::size_t size = 0; size < file.good.size(); size += size < kHeaders ? 61 : 1021) {
        CAPTURE(size);
        const std::string reason = file.reasonOf(file.good.substr(0, size));
        CHECK(contains(reason, size < EI_NIDENT ? "is not a shared object" : "damaged"));
        // The dynamic linker would map what is missing, and SIGBUS would end this process.
        Framework framework;
        const Complaint complaint = complaintOf([&] { framework.loadPortLibrary(file.path()); });
        CHECK(complaint.names("it.so cannot be loaded"));
    }
    CHECK(contains(file.reasonOf(file.good.substr(0, file.good.size() - 1)), "copy or build"));
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
