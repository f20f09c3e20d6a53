#include <perf/exporters/Exporter.hpp>
#include <perf/exporters/Stacks.hpp>
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

// The formats that are both written and read, as one file, and need no trace.
std::vector<std::string> bothWays() {
    std::vector<std::string> names;
    for (const Exporter& exporter : allExporters()) {
        for (const Importer& importer : allImporters()) {
            if (std::string(exporter.name) == importer.name &&
                exporter.trace != TraceUse::Required && exporter.write != nullptr) {
                names.emplace_back(exporter.name);
            }
        }
    }
    return names;
}

// Each call path of each thread with its numbers, whatever the order of timers and paths.
std::vector<std::string> numbersOf(const Profile& profile, bool withCalls) {
    std::vector<std::string> lines;
    for (std::size_t t = 0; t < profile.threads.size(); ++t) {
        std::vector<std::string> names;
        for (const CallPathNode& node : profile.threads[t].nodes) {
            const std::string above =
                node.parent < 0 ? "" : names[static_cast<std::size_t>(node.parent)] + ";";
            names.push_back(above + fullName(profile.timers[node.timer]));
            std::string line = std::to_string(t) + " " + names.back();
            for (std::size_t m = 0; m < profile.metrics.size(); ++m) {
                line += " " + profile.metrics[m].name + " " + std::to_string(node.inclusive[m]) +
                        profile.metrics[m].unit;
            }
            lines.push_back(line + (withCalls ? " " + std::to_string(node.calls) : ""));
        }
    }
    std::sort(lines.begin(), lines.end());
    return lines;
}

}  // namespace

TEST_SUITE_BEGIN("perf.importers.RoundTrip");

TEST_CASE("what is exported, imported and exported again is the same to the last byte") {
    const std::uint32_t seed = std::random_device()();
    CAPTURE(seed);
    for (std::uint32_t i = 0; i < 20; ++i) {
        const Profile profile = randomProfile(seed + i);
        for (const std::string format : {"csv", "folded", "json", "speedscope"}) {
            CAPTURE(format);
            const std::string first = exported(format, profile);
            CHECK(exported(format, imported(format, first)) == first);
        }
    }
}

TEST_CASE("what is exported and imported has every number") {
    const std::uint32_t seed = std::random_device()();
    CAPTURE(seed);
    for (std::uint32_t i = 0; i < 20; ++i) {
        const Profile profile = withoutParameters(randomProfile(seed + i));
        CHECK(numbersOf(imported("pprof", exported("pprof", profile)), true) ==
              numbersOf(profile, true));
        CHECK(numbersOf(imported("speedscope", exported("speedscope", profile)), false) ==
              numbersOf(profile, false));
    }
}

TEST_CASE("what gantry exports is recognised") {
    REQUIRE(bothWays().size() >= 5);
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
