#include <perf/engine/MeasurementSettings.hpp>

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "TestFolder.hpp"

using namespace gantry::perf;

namespace {

constexpr const MeasurementSetting& kLimit = measurementSetting("GANTRY_MEMORY_LIMIT");
constexpr const MeasurementSetting& kSampling = measurementSetting("GANTRY_SAMPLING");
constexpr const MeasurementSetting& kSelect = measurementSetting("GANTRY_SELECT");

}  // namespace

TEST_SUITE_BEGIN("perf.engine.MeasurementSettings");

TEST_CASE("a component takes whole MiB, and percentages without a sign") {
    CHECK(componentValue(kLimit, "1G") == "1024");
    CHECK(componentValue(kLimit, "300K") == "1");
    CHECK(componentValue(kSampling, "5%") == "5");
    CHECK(componentValue(measurementSetting("GANTRY_OVERHEAD_BUDGET"), "2") == "2");
    CHECK(componentValue(measurementSetting("GANTRY_METRICS"), "wall,cpu") == "wall,cpu");
}

TEST_CASE("a component finds the selection from any folder") {
    const TestFolder folder;
    std::ofstream(folder.path / "chosen") << "gantry-selection 1\ninclude timer main\n";
    const std::filesystem::path before = std::filesystem::current_path();
    std::filesystem::current_path(folder.path);

    const std::string value = componentValue(kSelect, "chosen");

    std::filesystem::current_path(before);
    CHECK(std::filesystem::path(value).is_absolute());
    CHECK(std::filesystem::equivalent(value, folder.path / "chosen"));
}

TEST_CASE("a value that no component takes is refused") {
    CHECK_THROWS_AS((void)componentValue(kLimit, "much"), std::invalid_argument);
    CHECK_THROWS_AS((void)componentValue(kSampling, "60"), std::invalid_argument);
    CHECK_THROWS_AS((void)componentValue(kSelect, "/no/such"), SelectionError);
    CHECK_THROWS_AS((void)componentValue(measurementSetting("GANTRY_TRACE"), "all"),
                    std::invalid_argument);
    CHECK_THROWS_AS((void)componentValue(measurementSetting("GANTRY_THROTTLE"), "often"),
                    std::invalid_argument);
}

TEST_SUITE_END();
