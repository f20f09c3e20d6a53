#include <perf/archive/Archive.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "Run.hpp"

using namespace gantry::modules;

namespace {

constexpr const char* kExact = "GANTRY_MEMORY_INTERVAL=1";
constexpr const char* kMemory = "--modules memory";

Program allocations(const std::string& words) {
    return {KNOWN_ALLOCATIONS, words};
}

// The sum of a field over the call paths that go through a function.
std::int64_t through(const gantry::perf::Profile& profile, const std::string& function,
                     const char* field) {
    const auto& memory = moduleIn(profile, "memory");
    const auto place = gantry::perf::fieldOf(memory, field);
    REQUIRE(place);
    std::int64_t sum = 0;
    for (const auto& record : memory.records) {
        sum += record.name.find(function) != std::string::npos ? record.values[*place] : 0;
    }
    return sum;
}

std::int64_t ofAll(const gantry::perf::Profile& profile, const char* field) {
    return valueIn(moduleIn(profile, "memory"), "(all)", field);
}

}  // namespace

TEST_SUITE("modules.Memory") {
    TEST_CASE("every block is counted where it was asked for, if that is wanted") {
        const Run run(allocations("keep"), kExact, kMemory);
        REQUIRE(run.status() == 0);
        const gantry::perf::Profile profile = run.profile();
        CHECK(through(profile, "keeper", "allocated_blocks") == 1000);
        CHECK(through(profile, "keeper", "live_bytes") >= 1000 * 4096);
        CHECK(through(profile, "keeper", "live_bytes") < 1000 * 4200);
        CHECK(through(profile, "churner", "allocated_blocks") == 50000);
        CHECK(through(profile, "churner", "freed_blocks") == 50000);
        CHECK(through(profile, "churner", "live_bytes") == 0);
        CHECK(through(profile, "churner", "peak_bytes") < 200);
        CHECK(through(profile, "one_of_each_kind", "allocated_blocks") == 7);
    }
    TEST_CASE("all blocks are counted, also where only some are followed") {
        const Run run(allocations("keep"), "", kMemory);
        REQUIRE(run.status() == 0);
        const gantry::perf::Profile profile = run.profile();
        const std::int64_t blocks = ofAll(profile, "allocated_blocks");
        CHECK(blocks >= 51007);
        CHECK(blocks < 51200);
        CHECK(ofAll(profile, "live_bytes") >= 1000 * 4096);
        CHECK(ofAll(profile, "peak_bytes") >= ofAll(profile, "live_bytes"));
        CHECK(ofAll(profile, "failures") == 0);
        // 4 MB and 5 MB, each block in 512 KiB: the estimates are near.
        CHECK(through(profile, "keeper", "allocated_bytes") > 2'000'000);
        CHECK(through(profile, "keeper", "allocated_bytes") < 7'000'000);
        CHECK(through(profile, "churner", "live_bytes") == 0);
    }
    TEST_CASE("no block of several threads is lost") {
        const Run run(allocations("threads"), "", kMemory);
        REQUIRE(run.status() == 0);
        CHECK(ofAll(run.profile(), "allocated_blocks") >= 40000);
        CHECK(ofAll(run.profile(), "freed_blocks") >= 40000);
    }
    TEST_CASE("a forked child counts for itself") {
        const Run run(allocations("fork"), kExact, kMemory);
        REQUIRE(run.status() == 0);
        CHECK(through(run.profile(), "keeper", "allocated_blocks") == 100);
    }
    TEST_CASE("a call that fails is counted, and fails for the program") {
        const Run run(allocations("fail"), "", kMemory);
        REQUIRE(run.status() == 0);
        CHECK(ofAll(run.profile(), "failures") == 1);
    }
    TEST_CASE("a block that grows is counted at its largest") {
        const Run run(allocations("grow"), kExact, kMemory);
        REQUIRE(run.status() == 0);
        const gantry::perf::Profile profile = run.profile();
        CHECK(ofAll(profile, "peak_bytes") >= 16 << 20);
        CHECK(ofAll(profile, "peak_bytes") < 17 << 20);
        CHECK(through(profile, "grower", "live_bytes") == 0);
    }
    TEST_CASE("call paths that do not fit are one, and the setting is named") {
        const Run run(allocations("keep"), std::string(kExact) + " GANTRY_MEMORY_SITES=1", kMemory);
        REQUIRE(run.status() == 0);
        const auto profile = run.profile();
        const auto& memory = moduleIn(profile, "memory");
        CHECK(memory.partial.find("GANTRY_MEMORY_SITES") != std::string::npos);
        CHECK(valueIn(memory, "(other)", "allocated_blocks") > 50000);
    }
    TEST_CASE(
        "the report names functions, and explains how to measure memory if it was not measured") {
        const Run run(allocations("keep"), kExact, kMemory);
        REQUIRE(run.status() == 0);
        const std::string report = run.print("report --memory r.gantry");
        CHECK(report.find("(all)") != std::string::npos);
        CHECK(report.find("keeper < main") != std::string::npos);
        const Run without(allocations("fail"), "", "--modules none");
        CHECK(without.print("report --memory r.gantry").find("--modules usual,memory") !=
              std::string::npos);
    }
}
