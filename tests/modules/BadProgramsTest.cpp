#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "Run.hpp"

using namespace gantry::modules;

namespace {

Program bad(const std::string& words) {
    return {BAD_PROGRAMS, words};
}

constexpr const char* kEvery = "--modules posix,stdio,memory";

std::string textOf(const std::string& file) {
    std::ifstream input(file);
    return {std::istreambuf_iterator<char>(input), std::istreambuf_iterator<char>()};
}

// What the shell says of a program that is not measured.
int statusOf(const std::string& words) {
    const std::string command = "'" BAD_PROGRAMS "' " + words + " > /dev/null 2>&1";
    const int status = std::system(("sh -c \"" + command + "\"").c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

TEST_SUITE("modules.BadPrograms") {
    TEST_CASE("a program that the C library ends in malloc or free ends as it does alone") {
        for (const char* const how : {"freed_twice", "freed_elsewhere"}) {
            CAPTURE(how);
            const Run run(bad(how), "", kEvery);
            CHECK(statusOf(how) == 134);
            CHECK(run.status() == 134);
            CHECK(run.profile().timeNs > 0);
        }
    }
    TEST_CASE("a program that is refused memory is refused it when it is measured") {
        const Run run(bad("out_of_memory"), "", kEvery);
        CHECK(run.status() == 3);
        const gantry::perf::Profile profile = run.profile();
        CHECK(valueIn(moduleIn(profile, "memory"), "(all)", "failures") == 1);
    }
    TEST_CASE("threads that are cancelled in a call end as they do alone, and so do their timers") {
        const Run run(bad("cancelled"), "", kEvery);
        CHECK(statusOf("cancelled") == 6);
        CHECK(run.status() == 6);
        const gantry::perf::Profile profile = run.profile();
        CHECK(profile.misuse.empty());
        CHECK(callsOf(profile, "read") == 1);
        CHECK(callsOf(profile, "fgets") == 1);
    }
    TEST_CASE("a number that was closed with many others is not taken for its former file") {
        for (const char* const how : {"close_range", "closefrom"}) {
            CAPTURE(how);
            const Run run(bad(how));
            REQUIRE(run.status() == 0);
            const gantry::perf::Profile profile = run.profile();
            const auto& posix = moduleIn(profile, "posix");
            CHECK(valueIn(posix, run.path("closed"), "bytes_written") == 3);
            CHECK(valueIn(posix, run.path("closed"), "reads") == 0);
            CHECK(valueIn(posix, "(anonymous)", "reads") == 1);
        }
    }
    TEST_CASE("a program with its own malloc, which uses files, is recorded and runs as alone") {
        const Run run({OWN_MALLOC, ""}, "", kEvery);
        CHECK(run.status() == 7);
        const gantry::perf::Profile profile = run.profile();
        CHECK(valueIn(moduleIn(profile, "posix"), run.path("log"), "writes") == 10);
        CHECK(textOf(run.path("log")).size() == 70);
    }
    TEST_CASE("another tool that is preloaded sees the calls that are recorded") {
        const Run run(bad("names"), "LD_PRELOAD=" OTHER_TOOL, kEvery);
        CHECK(run.status() == 0);
        const gantry::perf::Profile profile = run.profile();
        CHECK(callsOf(profile, "write") == 254);
        CHECK(("\n" + textOf(run.path("counted"))).find("\n254\n") != std::string::npos);
    }
    TEST_CASE("names of all bytes are recorded as they are") {
        const Run run(bad("names"));
        REQUIRE(run.status() == 0);
        const gantry::perf::Profile profile = run.profile();
        const auto& posix = moduleIn(profile, "posix");
        for (int byte = 1; byte < 256; ++byte) {
            if (byte != '/') {
                CAPTURE(byte);
                const std::string name = run.path(std::string("n") + static_cast<char>(byte));
                CHECK(valueIn(posix, name, "bytes_written") == 2);
            }
        }
    }
    TEST_CASE(
        "a file that is deleted while it is open keeps its record, and so does its successor") {
        const Run run(bad("deleted"));
        REQUIRE(run.status() == 0);
        const gantry::perf::Profile profile = run.profile();
        const auto& posix = moduleIn(profile, "posix");
        CHECK(valueIn(posix, run.path("gone"), "bytes_written") == 8);
        CHECK(valueIn(posix, run.path("gone"), "opens") == 2);
        CHECK(valueIn(posix, run.path("gone"), "removals") == 1);
    }
    TEST_CASE("files of the system are left out, and recorded where that is asked for") {
        const Run without(bad("special"));
        REQUIRE(without.status() == 0);
        CHECK(without.print("report --module posix r.gantry").find("/dev/") == std::string::npos);

        const Run with(bad("special"), "GANTRY_IO_EXCLUDE=''");
        REQUIRE(with.status() == 0);
        const gantry::perf::Profile profile = with.profile();
        const auto& posix = moduleIn(profile, "posix");
        CHECK(valueIn(posix, "/proc/self/stat", "reads") == 1);
        CHECK(valueIn(posix, "/proc/self/maps", "reads") == 1);
        CHECK(valueIn(posix, "/dev/zero", "bytes_read") == 512);
        CHECK(valueIn(posix, "/dev/null", "bytes_written") == 3);
    }
    TEST_CASE("a program with the rights of another user runs unmeasured, and this is reported") {
        if (::geteuid() != 0) {
            MESSAGE("not tried: only root can make such a program");
            return;
        }
        const gantry::base::TemporaryFolder folder("gantry-rights");
        const std::string program = folder.path() / "id";
        constexpr uid_t kOther = 12345;
        REQUIRE(std::system(("cp /usr/bin/id '" + program + "'").c_str()) == 0);
        REQUIRE(::chown(program.c_str(), kOther, 0) == 0);
        REQUIRE(::chmod(program.c_str(), S_ISUID | 0755) == 0);
        const Run run({program, "-u"});
        if (textOf(run.path("out")) != "12345\n") {
            MESSAGE("not tried: the folder for temporary files grants no such rights");
            return;
        }
        CHECK(run.status() == 0);
        CHECK(textOf(run.path("messages")).find("set-user-ID") != std::string::npos);
        CHECK_FALSE(gantry::modules::fs::exists(run.path("r.gantry")));
    }
    TEST_CASE("a program that takes the modules out of LD_PRELOAD for another one runs as alone") {
        const Run run({"/bin/sh", "-c 'LD_PRELOAD= /bin/cat; LD_PRELOAD=/none /bin/true; exit 3'"},
                      "", "--modules posix --children");
        CHECK(run.status() == 3);
        CHECK(textOf(run.path("out")) == "1234567\n");
        CHECK(run.profile().timeNs > 0);
    }
}
