#include <doctest/doctest.h>

#include <string>

#include "Run.hpp"

using namespace gantry::modules;

namespace {

Program shell(const std::string& script) {
    return {"/bin/sh", "-c '" + script + "'"};
}

std::int64_t unmeasured(const Run& run, const std::string& program) {
    const gantry::perf::Profile profile = run.profile();
    for (const auto& module : profile.modules) {
        if (module.name == "programs") {
            return valueIn(module, program, "unmeasured");
        }
    }
    return -1;
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
