#include <perf/exporters/Exporter.hpp>
#include <perf/importers/Importer.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "ImportSamples.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

namespace {

std::string exported(const std::string& format, const Profile& profile) {
    std::ostringstream text;
    exporterNamed(format).write({profile}, text);
    return text.str();
}

// The formats that are both written and read from a profile alone.
std::vector<std::string> bothWays() {
    std::vector<std::string> names;
    for (const Exporter& exporter : allExporters()) {
        for (const Importer& importer : allImporters()) {
            if (std::string(exporter.name) == importer.name && !exporter.needsTrace) {
                names.emplace_back(exporter.name);
            }
        }
    }
    return names;
}

}  // namespace

TEST_SUITE_BEGIN("perf.importers.RoundTrip");

TEST_CASE("what is exported, imported and exported again has every number") {
    const std::vector<std::string> formats = bothWays();
    REQUIRE(formats.size() >= 3);
    const std::uint32_t seed = std::random_device()();
    CAPTURE(seed);
    for (std::uint32_t i = 0; i < 50; ++i) {
        const Profile profile = randomProfile(seed + i);
        for (const std::string& format : formats) {
            CAPTURE(format);
            const std::string first = exported(format, profile);
            CHECK(exported(format, imported(format, first)) == first);
        }
    }
}

TEST_CASE("what gantry exports is recognised") {
    for (const std::string& format : bothWays()) {
        CAPTURE(format);
        const ImportFile file("any.name", exported(format, randomProfile(7)));
        CHECK(std::string(importerOf(file).name) == format);
    }
}

TEST_CASE("csv keeps values beyond 2^53, and whether they are compensated") {
    Profile profile = fullProfile();
    profile.context.emplace_back("compensated", "yes");
    const std::string first = exported("csv", profile);
    CHECK(first.find("9007199254740993") != std::string::npos);
    CHECK(first.find("(compensated)") != std::string::npos);
    CHECK(exported("csv", imported("csv", first)) == first);
}
