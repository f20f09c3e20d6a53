#include <perf/archive/Archive.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <sys/wait.h>

namespace {

namespace fs = std::filesystem;

// One run of the program in a folder of its own.
class Run final {
public:
    explicit Run(const std::string& words, const std::string& settings = {},
                 const std::string& options = "--modules posix") {
        std::string name = (fs::temp_directory_path() / "gantry-modules-XXXXXX").string();
        REQUIRE(::mkdtemp(name.data()) != nullptr);
        folder_ = fs::canonical(name);
        const std::string command =
            "cd '" + folder_.string() + "' && mkdir -m 700 segments && echo 1234567 > in && " +
            settings + " '" GANTRY_PROGRAM_DIRECTORY "/gantry' exec --quiet " +
            "--segment segments --output r.gantry " + options + " -- '" KNOWN_CALLS "' " + words +
            " < in > out 2> messages";
        const int status = std::system(command.c_str());
        status_ = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }
    ~Run() { fs::remove_all(folder_); }
    Run(const Run&) = delete;
    Run& operator=(const Run&) = delete;

    [[nodiscard]] int status() const { return status_; }
    [[nodiscard]] std::string path(const std::string& name) const {
        return (folder_ / name).string();
    }
    [[nodiscard]] gantry::perf::Profile profile() const {
        return gantry::perf::readArchive(folder_ / "r.gantry");
    }

private:
    fs::path folder_;
    int status_ = -1;
};

const gantry::perf::ModuleRecords& moduleIn(const gantry::perf::Profile& profile,
                                            const std::string& name) {
    for (const auto& module : profile.modules) {
        if (module.name == name) {
            return module;
        }
    }
    FAIL("no module " << name);
    std::abort();
}

std::int64_t valueIn(const gantry::perf::ModuleRecords& module, const std::string& file,
                     const char* field) {
    const auto place = gantry::perf::fieldOf(module, field);
    REQUIRE(place);
    for (const auto& record : module.records) {
        if (record.name == file) {
            return record.values[*place];
        }
    }
    return -1;
}

std::uint64_t callsOf(const gantry::perf::Profile& profile, const std::string& timer) {
    std::uint64_t calls = 0;
    for (const auto& thread : profile.threads) {
        for (const auto& node : thread.nodes) {
            calls += profile.timers[node.timer].name == timer ? node.calls : 0;
        }
    }
    return calls;
}

}  // namespace

TEST_SUITE("modules.ModuleRecords") {
    TEST_CASE("every call of a program of known calls is counted where it belongs") {
        const Run run("files");
        REQUIRE(run.status() == 0);
        const gantry::perf::Profile profile = run.profile();
        const auto& posix = moduleIn(profile, "posix");
        const std::string a = run.path("a");
        const std::string b = run.path("b");

        const std::array<std::pair<const char*, std::int64_t>, 20> ofA{{{"opens", 2},
                                                                        {"closes", 2},
                                                                        {"reads", 9},
                                                                        {"writes", 13},
                                                                        {"seeks", 1},
                                                                        {"stats", 2},
                                                                        {"syncs", 2},
                                                                        {"maps", 1},
                                                                        {"truncations", 1},
                                                                        {"failures", 0},
                                                                        {"bytes_read", 15302},
                                                                        {"bytes_written", 41313},
                                                                        {"written_up_to", 41010},
                                                                        {"read_up_to", 30001},
                                                                        {"reads_adjacent", 5},
                                                                        {"reads_onward", 6},
                                                                        {"reads_to_1KiB", 6},
                                                                        {"writes_to_10KiB", 10},
                                                                        {"common_size_1", 4096},
                                                                        {"common_count_1", 10}}};
        for (const auto& [field, value] : ofA) {
            CAPTURE(field);
            CHECK(valueIn(posix, a, field) == value);
        }
        CHECK(valueIn(posix, b, "writes") == 3);
        CHECK(valueIn(posix, b, "bytes_written") == 10015);
        CHECK(valueIn(posix, b, "duplicates") == 2);
        CHECK(valueIn(posix, b, "closes") == 3);
        CHECK(valueIn(posix, b, "renames") == 1);
        CHECK(valueIn(posix, run.path("c"), "removals") == 1);
        CHECK(valueIn(posix, "(failed)", "failures") == 1);
        CHECK(valueIn(posix, a, "first_open") <= valueIn(posix, a, "first_write"));
        CHECK(valueIn(posix, a, "last_close") <= profile.timeNs);
        CHECK(posix.partial.empty());
        CHECK(callsOf(profile, "write") == 13);
        CHECK(callsOf(profile, "pread") == 2);
        CHECK(callsOf(profile, "open") == 4);
    }
    TEST_CASE("a forked child counts for itself") {
        const Run run("fork", "", "--modules posix --all-processes");
        REQUIRE(run.status() == 0);
        const gantry::perf::Profile profile = run.profile();
        CHECK(valueIn(moduleIn(profile, "posix"), run.path("a"), "bytes_written") == 40);
    }
    TEST_CASE("what a child of vfork closes stays open for its parent") {
        const Run run("vfork");
        REQUIRE(run.status() == 0);
        const gantry::perf::Profile profile = run.profile();
        CHECK(valueIn(moduleIn(profile, "posix"), run.path("a"), "bytes_written") == 30);
        CHECK(valueIn(moduleIn(profile, "posix"), run.path("a"), "closes") == 0);
    }
    TEST_CASE("calls in signal handlers are counted") {
        const Run run("handlers");
        REQUIRE(run.status() == 0);
        const gantry::perf::Profile profile = run.profile();
        CHECK(valueIn(moduleIn(profile, "posix"), run.path("a"), "writes") == 100);
    }
    TEST_CASE("no call of several threads is lost") {
        const Run run("threads");
        REQUIRE(run.status() == 0);
        const gantry::perf::Profile profile = run.profile();
        CHECK(valueIn(moduleIn(profile, "posix"), run.path("a"), "writes") == 3000);
        CHECK(valueIn(moduleIn(profile, "posix"), run.path("b"), "bytes_written") == 2000);
        CHECK(callsOf(profile, "write") == 4000);
    }
    TEST_CASE("files that do not fit are counted together, and the setting is named") {
        const Run run("many", "GANTRY_IO_FILES=20");
        REQUIRE(run.status() == 0);
        const gantry::perf::Profile profile = run.profile();
        const auto& posix = moduleIn(profile, "posix");
        CHECK(posix.partial.find("raise GANTRY_IO_FILES") != std::string::npos);
        CHECK(posix.records.size() <= 20);
        std::int64_t writes = 0;
        for (const auto& record : posix.records) {
            writes += record.values[*gantry::perf::fieldOf(posix, "writes")];
        }
        CHECK(writes == 100);
        CHECK(valueIn(posix, "(other)", "writes") > 80);
    }
    TEST_CASE("a program that closes all descriptors is recorded all the same") {
        const Run run("bare");
        REQUIRE(run.status() == 0);
        const gantry::perf::Profile profile = run.profile();
        const auto& posix = moduleIn(profile, "posix");
        CHECK(valueIn(posix, run.path("a"), "bytes_written") == 6);
        CHECK(valueIn(posix, "/etc/passwd", "opens") == -1);
    }
    TEST_CASE("excluded paths can be chosen") {
        const Run run("bare", "GANTRY_IO_EXCLUDE='*/a'");
        REQUIRE(run.status() == 0);
        const gantry::perf::Profile profile = run.profile();
        const auto& posix = moduleIn(profile, "posix");
        CHECK(valueIn(posix, run.path("a"), "opens") == -1);
        CHECK(valueIn(posix, "/etc/passwd", "opens") == 1);
        CHECK(valueIn(posix, "/etc/passwd", "reads") == 1);
    }
    TEST_CASE("standard streams and pipes have names") {
        const Run run("inherited");
        REQUIRE(run.status() == 0);
        const gantry::perf::Profile profile = run.profile();
        const auto& posix = moduleIn(profile, "posix");
        CHECK(valueIn(posix, "(stdin)", "bytes_read") == 4);
        CHECK(valueIn(posix, "(stdout)", "bytes_written") == 4);
        CHECK(valueIn(posix, "(pipe)", "bytes_read") == 3);
    }
    TEST_CASE("a file name may have any bytes") {
        const Run run("odd");
        REQUIRE(run.status() == 0);
        const gantry::perf::Profile profile = run.profile();
        CHECK(valueIn(moduleIn(profile, "posix"), run.path("\xff\n\t;'\""), "bytes_written") == 9);
    }
    TEST_CASE("the records of a killed program are kept") {
        const Run run("killed");
        CHECK(run.status() == 137);
        const gantry::perf::Profile profile = run.profile();
        CHECK(valueIn(moduleIn(profile, "posix"), run.path("a"), "bytes_written") == 11);
    }
    TEST_CASE("constructors of the program are recorded") {
        const Run run("inherited", "KNOWN_CALLS_EARLY=1");
        REQUIRE(run.status() == 0);
        const gantry::perf::Profile profile = run.profile();
        CHECK(valueIn(moduleIn(profile, "posix"), run.path("early"), "bytes_written") == 10);
    }
    TEST_CASE("without the module there are no records") {
        const Run run("files", "", "--modules none");
        REQUIRE(run.status() == 0);
        CHECK(run.profile().modules.empty());
    }
}
