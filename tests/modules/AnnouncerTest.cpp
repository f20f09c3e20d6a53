// The opposite direction: the backend performance.Announcer drives a tool that is loaded, here the
// modules that stand behind the same interfaces.
#include <perf/archive/Archive.hpp>

#include <doctest/doctest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "Run.hpp"

using namespace gantry::modules;

namespace {

const Program kAssembly{GANTRY_PROGRAM_DIRECTORY "/gantry", "run --perf announcer app.rc"};

// An assembly of three components, of which the last is called 1000 times.
const std::string kScript =
    "printf '#!ccaffeine\\ninstantiate drivers.CXXDriver driver\\ninstantiate integrators.Midpoint "
    "midpoint\\ninstantiate functions.PiFunction pi\\nconnect driver integrate midpoint "
    "integrate\\n"
    "connect midpoint function pi function\\nparameters driver configuration count set 1000\\n"
    "go driver\\nquit\\n' > app.rc && ";

}  // namespace

TEST_SUITE("modules.Announcer") {
    TEST_CASE("the timers of components are regions of the tool that is loaded") {
        for (const std::string module : {"perfstubs", "kokkos", "itt"}) {
            CAPTURE(module);
            const Run run(kAssembly, kScript, "--sample none --modules " + module);
            REQUIRE(run.status() == 0);
            std::uint64_t calls = 0;
            const auto profile = run.profile();
            for (const auto& thread : profile.threads) {
                for (const auto& node : thread.nodes) {
                    const std::string& name = profile.timers[node.timer].name;
                    calls += name == "pi::evaluate functions::PiFunction" ? node.calls : 0;
                }
            }
            CHECK(calls == 1000);
            CHECK(profile.misuse.empty());
        }
    }
    TEST_CASE("a tool that cannot be loaded is named, and nothing runs") {
        const Run run(kAssembly, kScript + "KOKKOS_TOOLS_LIBS=/nonexistent/tool.so",
                      "--modules none");
        CHECK(run.status() == 1);
        std::ifstream file(run.path("messages"));
        const std::string messages{std::istreambuf_iterator<char>(file),
                                   std::istreambuf_iterator<char>()};
        CHECK(messages.find("KOKKOS_TOOLS_LIBS names /nonexistent/tool.so, which cannot be "
                            "loaded") != std::string::npos);
    }
    TEST_CASE("without a tool the assembly runs, and nothing is kept") {
        const Run run(kAssembly, kScript, "--modules none");
        CHECK(run.status() == 0);
        CHECK(callsOf(run.profile(), "pi::evaluate functions::PiFunction") == 0);
    }
}
