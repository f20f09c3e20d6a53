#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

#include "Run.hpp"

using namespace gantry::modules;

namespace {

Program shell(const std::string& script) {
    return {"/bin/sh", "-c '" + script + "'"};
}

// Over the records of that name, of which the first program and its children have one each.
std::int64_t unmeasured(const Run& run, const std::string& program,
                        const char* field = "unmeasured") {
    std::int64_t starts = -1;
    const gantry::perf::Profile profile = run.profile();
    for (const auto& module : profile.modules) {
        const auto place = gantry::perf::fieldOf(module, field);
        for (const auto& record : module.records) {
            if (module.name == "programs" && record.name == program && place) {
                starts = std::max<std::int64_t>(starts, 0) + record.values[*place];
            }
        }
    }
    return starts;
}

}  // namespace

TEST_SUITE("modules.Programs") {
    TEST_CASE("a program that is started unmeasured is counted, in whatever way it is started") {
        const Run run({KNOWN_STARTS, ""}, "", "--modules posix --children");
        REQUIRE(run.status() == 0);
        for (const char* const way :
             {"execve", "execv", "execvp", "execvpe", "execl", "execlp", "execle", "execveat",
              "posix_spawn", "posix_spawnp", "vfork"}) {
            CAPTURE(way);
            CHECK(unmeasured(run, std::string("by-") + way) == 1);
        }
        CHECK(unmeasured(run, "(descriptor)") == 1);
        CHECK(unmeasured(run, "sh") == 2);
        CHECK(unmeasured(run, "absent") < 1);
        CHECK(unmeasured(run, "by-measured") == -1);
    }
    TEST_CASE("every report says which programs were not measured") {
        const Run run(shell("env -i /bin/true; LD_PRELOAD= /bin/cat; /bin/true; exit 3"), "",
                      "--children");
        CHECK(run.status() == 3);
        CHECK(unmeasured(run, "cat") == 1);
        CHECK(unmeasured(run, "true") == 1);
        CHECK(run.print("report r.gantry").find("cat, true") != std::string::npos);
        CHECK(run.print("report --module programs r.gantry")
                  .find("Programs that were started without being measured") != std::string::npos);
    }
    TEST_CASE("a static program is named, by whatever way it is found") {
        const Run run(
            shell("ln -s \"" STATIC_PROGRAM "\" static; ./static; export PATH=.:$PATH; static; "
                  "env static; exit $?"),
            "", "--modules posix --children");
        CHECK(run.status() == 5);
        CHECK(unmeasured(run, "static", "unmeasurable") == 3);
        CHECK(unmeasured(run, "static") == 0);
        CHECK(unmeasured(run, "env", "unmeasurable") == -1);
        CHECK(run.print("report r.gantry").find("statically linked") != std::string::npos);
        // The module's own look at the file is not an access of the program.
        const gantry::perf::Profile profile = run.profile();
        CHECK(valueIn(moduleIn(profile, "posix"), run.path("static"), "opens") <= 0);
    }
    TEST_CASE("a child with the rights of another user is named") {
        if (::geteuid() != 0) {
            MESSAGE("not tried: only root can make such a program");
            return;
        }
        const gantry::base::TemporaryFolder folder("gantry-rights");
        const std::string program = folder.path() / "other";
        constexpr uid_t kOther = 12345;
        REQUIRE(std::system(("cp /bin/true '" + program + "'").c_str()) == 0);
        REQUIRE(::chown(program.c_str(), kOther, 0) == 0);
        REQUIRE(::chmod(program.c_str(), S_ISUID | 0755) == 0);
        const Run run(shell("\"" + program + "\"; /bin/true; exit 3"), "", "--children");
        CHECK(run.status() == 3);
        CHECK(unmeasured(run, "other", "unmeasurable") == 1);
    }
    TEST_CASE("scripts are measured as their interpreters") {
        const Run run(
            shell("echo \"#!/bin/sh\" > script; chmod +x script; ./script; ./script; exit 3"), "",
            "--children");
        CHECK(run.status() == 3);
        CHECK(unmeasured(run, "script", "unmeasurable") == -1);
    }
    TEST_CASE("a hundred processes of a shell that clears its environment are one record") {
        const Run run(
            shell("unset LD_PRELOAD; i=0; while [ $i -lt 100 ]; do /bin/true; i=$((i+1)); done"),
            "", "--modules none --children");
        CHECK(run.status() == 0);
        CHECK(unmeasured(run, "true") == 100);
    }
    TEST_CASE("a run in which all programs are measured has no such record") {
        const Run run(shell("/bin/true; LD_PRELOAD=$LD_PRELOAD:libm.so.6 /bin/true; :"), "",
                      "--children");
        CHECK(run.status() == 0);
        CHECK(unmeasured(run, "true") == -1);
    }
    TEST_CASE("programs are not looked after where their measurements are not wanted") {
        const Run run(shell("env -i /bin/true; /bin/true; exit 3"));
        CHECK(run.status() == 3);
        CHECK(unmeasured(run, "true") == -1);
    }
}
