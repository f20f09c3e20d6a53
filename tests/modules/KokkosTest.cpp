#include <perf/archive/Archive.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>

#include "Run.hpp"

using namespace gantry::modules;

namespace {

// A program of the folder with those that the tests built.
Program kernels() {
    return {GANTRY_PROGRAM_DIRECTORY "/known_kernels", ""};
}

// "Kokkos parallel_for" and the like: the calls of the timer, whose type says what was announced.
std::uint64_t callsAs(const gantry::perf::Profile& profile, const std::string& timer,
                      const std::string& type) {
    std::uint64_t calls = 0;
    for (const auto& thread : profile.threads) {
        for (const auto& node : thread.nodes) {
            const auto& info = profile.timers[node.timer];
            calls +=
                info.group == "Kokkos" && info.name == timer && info.type == type ? node.calls : 0;
        }
    }
    return calls;
}

std::uint64_t valuesOf(const gantry::perf::Profile& profile, const std::string& event) {
    for (const auto& stats : profile.events) {
        if (stats.name == event) {
            return stats.count;
        }
    }
    return 0;
}

std::string messagesOf(const Run& run) {
    std::ifstream file(run.path("messages"));
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace

TEST_SUITE("modules.Kokkos") {
    TEST_CASE("a program with Kokkos is known, and its kernels and copies are timed by name") {
        const Run run(kernels(), "", "");
        REQUIRE(run.status() == 0);
        const auto profile = run.profile();
        CHECK(callsAs(profile, "step", "region") == 10);
        CHECK(callsAs(profile, "fill", "parallel_for") == 10);
        CHECK(callsAs(profile, "add", "parallel_reduce") == 10);
        CHECK(callsAs(profile, "scan", "parallel_scan") == 10);
        CHECK(callsAs(profile, "copies", "deep_copy") == 10);
        CHECK(valuesOf(profile, "Kokkos copied to Host [B]") == 10);
        CHECK(valuesOf(profile, "Kokkos allocated in Host [B]") >= 2);
        CHECK(profile.misuse.empty());
    }
    TEST_CASE("a kernel without a label is named by the type of its functor") {
        const Run run(kernels(), "", "--modules kokkos");
        REQUIRE(run.status() == 0);
        CHECK(callsAs(run.profile(), "main::{lambda(int)#4}", "parallel_for") == 1);
    }
    TEST_CASE("a tool that the user has named is kept, and this is reported") {
        for (const std::string variable : {"KOKKOS_TOOLS_LIBS", "KOKKOS_PROFILE_LIBRARY"}) {
            CAPTURE(variable);
            const Run unasked(kernels(), variable + "=/nonexistent/tool.so", "");
            CHECK(unasked.status() == 0);
            CHECK(messagesOf(unasked).find("gantry: the module kokkos is left out: " + variable +
                                           " names a tool of yours, /nonexistent/tool.so; without "
                                           "it, the module measures\n") != std::string::npos);
            CHECK(callsAs(unasked.profile(), "fill", "parallel_for") == 0);
        }
    }
    TEST_CASE("a newer Kokkos does not get the variable of which it warns") {
        const Run run({GANTRY_PROGRAM_DIRECTORY "/known_variables", ""}, "", "--sample none");
        REQUIRE(run.status() == 0);
        std::ifstream file(run.path("out"));
        std::string newer;
        std::string older;
        file >> newer >> older;
        CHECK(newer.ends_with("/lib/gantry/modules/kokkos.so"));
        CHECK(older == "-");
    }
    TEST_CASE("a program that asks for values is given those that cost least, by kernel") {
        const Run run({GANTRY_PROGRAM_DIRECTORY "/known_tuning", ""}, "",
                      "--modules kokkos_tuning --sample none");
        REQUIRE(run.status() == 0);
        std::ifstream file(run.path("out"));
        int small = 0;
        int large = 0;
        REQUIRE((file >> small >> large));
        CHECK(small >= 95);
        CHECK(large >= 95);
        std::string facts;
        for (const auto& [key, text] : run.profile().context) {
            facts += key.starts_with("Kokkos tuning ") ? text + '\n' : "";
        }
        CHECK(facts.find("block=32, schedule=dynamic for kernel=small: 1 a call, where block=64, "
                         "schedule=static takes 6; 8 candidates, 300 calls\n") !=
              std::string::npos);
        CHECK(facts.find("block=128, schedule=dynamic for kernel=large: 1 a call") !=
              std::string::npos);
    }
    TEST_CASE("what was learned is kept in a store that is named, for the next run") {
        const gantry::base::TemporaryFolder folder("gantry-kokkos");
        const std::string store = (folder.path() / "store").string();
        const auto tuned = [&store] {
            return Run({GANTRY_PROGRAM_DIRECTORY "/known_tuning", ""},
                       "GANTRY_TUNING_STORE='" + store + "'",
                       "--modules posix,kokkos_tuning --sample none");
        };
        const auto facts = [](const Run& run) {
            std::string text;
            for (const auto& [key, value] : run.profile().context) {
                text += key.starts_with("Kokkos tuning ") ? value + '\n' : "";
            }
            return text;
        };
        const Run first = tuned();
        REQUIRE(first.status() == 0);
        CHECK(facts(first).find("after earlier runs") == std::string::npos);
        const std::string shown = first.print("tuning show '" + store + "'");
        CHECK(shown.find("port known_tuning.block,schedule minimising cost") != std::string::npos);
        CHECK(shown.find("block=32, schedule=dynamic") != std::string::npos);

        const Run second = tuned();

        CHECK(second.status() == 0);
        // It is not the program that uses these files.
        CHECK(second.print("report --module posix r.gantry").find(store) == std::string::npos);
        CHECK(facts(second).find("300 calls, after earlier runs") != std::string::npos);
    }
    TEST_CASE("a store that cannot be used is a warning, and the program is tuned all the same") {
        const Run run({GANTRY_PROGRAM_DIRECTORY "/known_tuning", ""},
                      "GANTRY_TUNING_STORE=/nonexistent/store",
                      "--modules kokkos_tuning --sample none");
        REQUIRE(run.status() == 0);
        CHECK(run.print("report r.gantry").find("/nonexistent/store") != std::string::npos);
    }
    TEST_CASE("values are chosen only where that is asked for") {
        for (const std::string options : {"--modules usual", "--modules all", "--modules kokkos"}) {
            CAPTURE(options);
            const Run run({GANTRY_PROGRAM_DIRECTORY "/known_tuning", ""}, "",
                          options + " --sample none");
            REQUIRE(run.status() == 0);
            std::ifstream file(run.path("out"));
            std::string line;
            std::getline(file, line);
            CHECK(line == "no tool that tunes");
        }
    }
    TEST_CASE("the module that tunes measures kernels as well") {
        const Run run(kernels(), "", "--modules usual,kokkos_tuning");
        REQUIRE(run.status() == 0);
        CHECK(callsAs(run.profile(), "fill", "parallel_for") == 10);
        CHECK(run.print("exec --sample none --modules usual,kokkos_tuning -- '" + kernels().file +
                        "'")
                  .find("main and threads, Kokkos (tuned), files (posix, stdio)") !=
              std::string::npos);
    }
    TEST_CASE("exec says that it measures Kokkos") {
        const Run run(kernels(), "", "");
        const std::string words = std::string("exec --sample none -- '") + kernels().file + "'";
        CHECK(run.print(words).find("main and threads, Kokkos, files (posix, stdio)") !=
              std::string::npos);
    }
}
