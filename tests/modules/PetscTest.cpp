#include <perf/archive/Archive.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>

#include "Run.hpp"

using namespace gantry::modules;

namespace {

// Open MPI begins a server for a program that was started without mpirun.
constexpr const char* kAlone = "OMPI_MCA_ess_singleton_isolated=1";

Program solver(const std::string& words) {
    return {GANTRY_PROGRAM_DIRECTORY "/known_solver", words};
}

std::string textOf(const std::string& file) {
    std::ifstream stream(file);
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

// Whether the timer has a call whose caller, by name, is the other one.
bool isInside(const gantry::perf::Profile& profile, const std::string& timer,
              const std::string& outer) {
    for (const auto& thread : profile.threads) {
        for (const auto& node : thread.nodes) {
            if (node.parent >= 0 && profile.timers[node.timer].name == timer &&
                profile.timers[thread.nodes[static_cast<std::size_t>(node.parent)].timer].name ==
                    outer) {
                return true;
            }
        }
    }
    return false;
}

}  // namespace

TEST_SUITE("modules.Petsc") {
    TEST_CASE("a program with PETSc is known, and what its solver logs is timed by name") {
        const Run run(solver(""), kAlone, "--sample none");
        REQUIRE(run.status() == 0);
        const auto profile = run.profile();
        CHECK(callsOf(profile, "KSPSolve") == 1);
        CHECK(callsOf(profile, "MatMult") == 20);
        CHECK(callsOf(profile, "MatAssemblyBegin") == 1);
        CHECK(profile.misuse.empty());
    }
    TEST_CASE("a stage is around the events inside it, and events are inside each other") {
        const Run run(solver(""), kAlone, "--sample none");
        REQUIRE(run.status() == 0);
        CHECK(isInside(run.profile(), "KSPSolve", "solving"));
        CHECK(isInside(run.profile(), "MatMult", "KSPSolve"));
        CHECK(isInside(run.profile(), "VecTDot", "KSPSolve"));
    }
    TEST_CASE("PETSc's own log is the same, and is written beside the measurement") {
        const Run run(solver("-log_view"), kAlone, "--sample none");
        REQUIRE(run.status() == 0);
        const std::string log = textOf(run.path("out"));
        CHECK(log.find("KSPSolve               1 ") != std::string::npos);
        CHECK(log.find("MatMult               20 ") != std::string::npos);
        CHECK(callsOf(run.profile(), "MatMult") == 20);
    }
    TEST_CASE("PETSc that is initialised again is measured again") {
        const Run run(solver("twice"), kAlone, "--sample none");
        REQUIRE(run.status() == 0);
        CHECK(textOf(run.path("out")) == "20 iterations\n20 iterations\n");
        CHECK(callsOf(run.profile(), "MatMult") == 40);
        CHECK(run.profile().misuse.empty());
    }
}
