#include <doctest/doctest.h>

#include <cstdint>
#include <filesystem>
#include <string>

#include "Run.hpp"

using namespace gantry::modules;

namespace {

std::int64_t sumOf(const gantry::perf::ModuleRecords& module, const char* field) {
    const auto place = gantry::perf::fieldOf(module, field);
    REQUIRE(place);
    std::int64_t sum = 0;
    for (const auto& record : module.records) {
        sum += record.values[*place];
    }
    return sum;
}

}  // namespace

TEST_SUITE("modules.ManyThings") {
    TEST_CASE("a hundred thousand files are all counted, most of them together") {
        const Run run({BAD_PROGRAMS, "many 100000"});
        REQUIRE(run.status() == 0);
        const gantry::perf::Profile profile = run.profile();
        const auto& posix = moduleIn(profile, "posix");
        CHECK(sumOf(posix, "bytes_written") == 100'000);
        CHECK(sumOf(posix, "opens") == 100'000);
        CHECK(posix.records.size() <= 1024);
        CHECK(posix.partial.find("raise GANTRY_IO_FILES") != std::string::npos);
    }
    TEST_CASE("ten thousand short children are one archive, and their status is kept") {
        const Run run(
            {"/bin/sh", "-c 'i=0; while [ $i -lt 10000 ]; do /bin/true; i=$((i+1)); done; exit 7'"},
            "", "--modules posix --sample none --children");
        CHECK(run.status() == 7);
        CHECK(std::filesystem::is_empty(run.path("segments")));
        CHECK(
            run.print("query --csv r.gantry \"SELECT calls FROM flat WHERE name = 'main true' AND "
                      "metric = 'wall'\"") == "calls\n10000\n");
    }
}
