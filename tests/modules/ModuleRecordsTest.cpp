#include <perf/archive/Archive.hpp>
#include <perf/model/FileSystems.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <initializer_list>
#include <map>
#include <string>

#include "Run.hpp"

using namespace gantry::modules;

namespace {

Program known(const std::string& words) {
    return {KNOWN_CALLS, words};
}

// Over the records whose names begin like that.
std::int64_t sumIn(const gantry::perf::ModuleRecords& module, const std::string& begin,
                   const char* field) {
    const auto place = gantry::perf::fieldOf(module, field);
    REQUIRE(place);
    std::int64_t sum = 0;
    for (const auto& record : module.records) {
        sum += record.name.rfind(begin, 0) == 0 ? record.values[*place] : 0;
    }
    return sum;
}

}  // namespace

TEST_SUITE("modules.ModuleRecords") {
    TEST_CASE("every call of a program of known calls is counted where it belongs") {
        const Run run(known("files"));
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
        for (const auto& expected : ofA) {
            CAPTURE(expected.first);
            CHECK(valueIn(posix, a, expected.first) == expected.second);
        }
        CHECK(valueIn(posix, b, "writes") == 3);
        CHECK(valueIn(posix, b, "bytes_written") == 10015);
        CHECK(valueIn(posix, b, "duplicates") == 2);
        CHECK(valueIn(posix, b, "closes") == 3);
        CHECK(valueIn(posix, b, "renames") == 1);
        CHECK(valueIn(posix, run.path("c"), "removals") == 1);
        CHECK(valueIn(posix, "(failed)", "failures") == 1);
        CHECK(valueIn(posix, a, "first_open") <= valueIn(posix, a, "first_write"));
        CHECK(valueIn(posix, a, "open_time") > 0);
        CHECK(valueIn(posix, a, "open_time") <= valueIn(posix, a, "meta_time"));
        CHECK(valueIn(posix, a, "last_close") <= profile.timeNs);
        CHECK(posix.partial.empty());
        CHECK(callsOf(profile, "write") == 13);
        CHECK(callsOf(profile, "pread") == 2);
        CHECK(callsOf(profile, "open") == 4);
    }
    TEST_CASE("the same calls are counted as strace counts, where it can be used") {
        const Run run(known("files"));
        // The program as it is, in the same folder.
        const std::map<std::string, std::int64_t> seen = run.traced(known("files"), run.path("a"));
        if (seen.empty()) {
            MESSAGE("not compared: strace is not installed or may not trace here");
            return;
        }
        const gantry::perf::Profile profile = run.profile();
        const auto& posix = moduleIn(profile, "posix");
        const auto sum = [&seen](std::initializer_list<const char*> names) {
            std::int64_t calls = 0;
            for (const char* const name : names) {
                calls += seen.contains(name) ? seen.at(name) : 0;
            }
            return calls;
        };
        const std::string a = run.path("a");
        CHECK(valueIn(posix, a, "reads") == sum({"read", "pread64", "preadv2", "sendfile"}));
        CHECK(valueIn(posix, a, "writes") == sum({"write", "pwrite64", "writev"}));
        CHECK(valueIn(posix, a, "opens") == sum({"openat", "open"}));
        CHECK(valueIn(posix, a, "closes") == sum({"close"}));
        CHECK(valueIn(posix, a, "seeks") == sum({"lseek"}));
        CHECK(valueIn(posix, a, "syncs") == sum({"fsync", "fdatasync"}));
        CHECK(valueIn(posix, a, "maps") == sum({"mmap"}));
        CHECK(valueIn(posix, a, "truncations") == sum({"ftruncate"}));
    }
    TEST_CASE("a forked child counts for itself") {
        const Run run(known("fork"), "", "--modules posix --all-processes");
        REQUIRE(run.status() == 0);
        const gantry::perf::Profile profile = run.profile();
        CHECK(valueIn(moduleIn(profile, "posix"), run.path("a"), "bytes_written") == 40);
    }
    TEST_CASE("a forked child is recorded also where its first call is one of a child of vfork") {
        const Run run(known("fork_vfork"), "", "--modules posix --children");
        REQUIRE(run.status() == 0);
        const gantry::perf::Profile profile = run.profile();
        CHECK(sumIn(moduleIn(profile, "posix"), run.path("a"), "bytes_written") == 30);
    }
    TEST_CASE("what a child of vfork closes stays open for its parent") {
        const Run run(known("vfork"));
        REQUIRE(run.status() == 0);
        const gantry::perf::Profile profile = run.profile();
        CHECK(valueIn(moduleIn(profile, "posix"), run.path("a"), "bytes_written") == 30);
        CHECK(valueIn(moduleIn(profile, "posix"), run.path("a"), "closes") == 0);
    }
    TEST_CASE("calls in signal handlers are counted") {
        const Run run(known("handlers"));
        REQUIRE(run.status() == 0);
        const gantry::perf::Profile profile = run.profile();
        CHECK(valueIn(moduleIn(profile, "posix"), run.path("a"), "writes") == 100);
    }
    TEST_CASE("no call of several threads is lost") {
        const Run run(known("threads"));
        REQUIRE(run.status() == 0);
        const gantry::perf::Profile profile = run.profile();
        CHECK(valueIn(moduleIn(profile, "posix"), run.path("a"), "writes") == 3000);
        CHECK(valueIn(moduleIn(profile, "posix"), run.path("b"), "bytes_written") == 2000);
        CHECK(callsOf(profile, "write") == 4000);
    }
    TEST_CASE("what is moved over time adds up to what is moved in all") {
        for (const char* const word : {"files", "threads", "fork"}) {
            CAPTURE(word);
            const Run run(known(word), "", "--modules posix,stdio --all-processes");
            REQUIRE(run.status() == 0);
            const gantry::perf::Profile profile = run.profile();
            const auto& posix = moduleIn(profile, "posix");
            const auto& bins = moduleIn(profile, "io_bins");
            for (const char* const field :
                 {"writes", "bytes_read", "bytes_written", "write_time"}) {
                CAPTURE(field);
                CHECK(sumIn(bins, "posix ", field) == sumIn(posix, "", field));
            }
            CHECK(run.print("report --io r.gantry").find("over time, ") != std::string::npos);
        }
    }
    TEST_CASE("files that do not fit are counted together, and the setting is named") {
        const Run run(known("many"), "GANTRY_IO_FILES=20");
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
        const Run run(known("bare"));
        REQUIRE(run.status() == 0);
        const gantry::perf::Profile profile = run.profile();
        const auto& posix = moduleIn(profile, "posix");
        CHECK(valueIn(posix, run.path("a"), "bytes_written") == 6);
        CHECK(valueIn(posix, "/etc/passwd", "opens") == -1);
    }
    TEST_CASE("excluded paths can be chosen") {
        const Run run(known("bare"), "GANTRY_IO_EXCLUDE='*/a'");
        REQUIRE(run.status() == 0);
        const gantry::perf::Profile profile = run.profile();
        const auto& posix = moduleIn(profile, "posix");
        CHECK(valueIn(posix, run.path("a"), "opens") == -1);
        CHECK(valueIn(posix, "/etc/passwd", "opens") == 1);
        CHECK(valueIn(posix, "/etc/passwd", "reads") == 1);
    }
    TEST_CASE("standard streams and pipes have names") {
        const Run run(known("inherited"));
        REQUIRE(run.status() == 0);
        const gantry::perf::Profile profile = run.profile();
        const auto& posix = moduleIn(profile, "posix");
        CHECK(valueIn(posix, "(stdin)", "bytes_read") == 4);
        CHECK(valueIn(posix, "(stdout)", "bytes_written") == 4);
        CHECK(valueIn(posix, "(pipe)", "bytes_read") == 3);
    }
    TEST_CASE("a file name may have any bytes") {
        const Run run(known("odd"));
        REQUIRE(run.status() == 0);
        const gantry::perf::Profile profile = run.profile();
        CHECK(valueIn(moduleIn(profile, "posix"), run.path("\xff\n\t;'\""), "bytes_written") == 9);
    }
    TEST_CASE("the records of a killed program are kept") {
        const Run run(known("killed"));
        CHECK(run.status() == 137);
        const gantry::perf::Profile profile = run.profile();
        CHECK(valueIn(moduleIn(profile, "posix"), run.path("a"), "bytes_written") == 11);
    }
    TEST_CASE("constructors of the program are recorded") {
        const Run run(known("inherited"), "KNOWN_CALLS_EARLY=1");
        REQUIRE(run.status() == 0);
        const gantry::perf::Profile profile = run.profile();
        CHECK(valueIn(moduleIn(profile, "posix"), run.path("early"), "bytes_written") == 10);
    }
    TEST_CASE("relative names follow the working folder") {
        const Run run(known("folders"));
        REQUIRE(run.status() == 0);
        const gantry::perf::Profile profile = run.profile();
        const auto& posix = moduleIn(profile, "posix");
        CHECK(valueIn(posix, run.path("d/x"), "bytes_written") == 3);
        CHECK(valueIn(posix, run.path("d/x"), "opens") == 2);
        CHECK(valueIn(posix, run.path("x"), "bytes_written") == 4);
        CHECK(valueIn(posix, run.path("x"), "opens") == 2);
    }
    TEST_CASE("streams are recorded by what the program hands to them") {
        const Run run(known("streams"), "", "--modules posix,stdio");
        REQUIRE(run.status() == 0);
        const gantry::perf::Profile profile = run.profile();
        const auto& stdio = moduleIn(profile, "stdio");
        const std::string a = run.path("a");
        CHECK(valueIn(stdio, a, "opens") == 1);
        CHECK(valueIn(stdio, a, "closes") == 1);
        CHECK(valueIn(stdio, a, "writes") == 103);
        CHECK(valueIn(stdio, a, "bytes_written") == 456);
        CHECK(valueIn(stdio, a, "reads") == 4);
        CHECK(valueIn(stdio, a, "bytes_read") == 18);
        CHECK(valueIn(stdio, a, "seeks") == 2);
        CHECK(valueIn(stdio, a, "flushes") == 1);
        CHECK(valueIn(stdio, "(stdout)", "bytes_written") == 10);
        CHECK(valueIn(stdio, "(failed)", "failures") == 1);
        CHECK(callsOf(profile, "fprintf") == 100);
        CHECK(callsOf(profile, "write") == 0);
    }
    TEST_CASE("the report of a run shows files and notable access patterns") {
        const Run run(known("threads"));
        REQUIRE(run.status() == 0);
        const std::string report = run.print("report --io r.gantry");
        CHECK(report.find(run.path("a")) != std::string::npos);
        CHECK(report.find("tiny-writes") != std::string::npos);
        CHECK(report.find("3000 of 3000 writes moved 1 KiB or less") != std::string::npos);
        const std::string raw = run.print("report --module posix r.gantry");
        CHECK(raw.find("bytes_written") != std::string::npos);
        CHECK(run.print("report --module absent r.gantry").find("there are: posix") !=
              std::string::npos);
    }
    TEST_CASE("files count for the file system that they are in, as df has it") {
        const Run run(known("files"));
        REQUIRE(run.status() == 0);
        const gantry::perf::FileSystems systems(run.profile());
        const gantry::perf::FileSystem* const system = systems.of(run.path("a"));
        REQUIRE(system != nullptr);
        const std::string df = "df --output=target,fstype '" + run.path("a") + "' | tail -1 >df";
        REQUIRE(std::system(("cd '" + run.path("") + "' && " + df).c_str()) == 0);
        std::ifstream file(run.path("df"));
        std::string folder;
        std::string type;
        file >> folder >> type;
        CHECK(*system == gantry::perf::FileSystem{folder, type});
        const std::string report = run.print("report --io r.gantry");
        CHECK(report.find("file system") != std::string::npos);
    }
    TEST_CASE("a run without records of files says how to get them") {
        const Run run(known("files"), "", "--modules none");
        CHECK(run.print("report --io r.gantry").find("exec --modules posix,stdio") !=
              std::string::npos);
    }
    TEST_CASE("without the module there are no records") {
        // Where samples hit, they have a record as well.
        const Run run(known("files"), "", "--modules none --sample none");
        REQUIRE(run.status() == 0);
        CHECK(run.profile().modules.empty());
    }
}
