#include <perf/engine/Engine.hpp>
#include <perf/recording/ForgottenSegments.hpp>

#include <doctest/doctest.h>

#include <chrono>
#include <filesystem>
#include <fstream>

#include "TestFolder.hpp"

using namespace gantry::perf;
using gantry::perf::forgottenOf;

namespace {

// A process that measures, or has done so and left its segment.
struct Measured {
    explicit Measured(const TestFolder& folder) : engine(options(folder)) { engine.keepSegment(); }
    static EngineOptions options(const TestFolder& folder) {
        EngineOptions options;
        options.segment.folder = folder.path;
        return options;
    }
    Engine engine;
};

const auto now = [] { return std::chrono::system_clock::now(); };

}  // namespace

TEST_SUITE_BEGIN("perf.recording.ForgottenSegments");

TEST_CASE("the segment of a process that ended more than a day ago is forgotten") {
    const TestFolder folder;
    { const Measured measured(folder); }
    const auto infos = segmentsIn(folder.path);
    REQUIRE(infos.size() == 1);

    CHECK(forgottenOf(infos, now()).empty());
    CHECK(forgottenOf(infos, now() + std::chrono::hours(23)).empty());
    CHECK(forgottenOf(infos, now() + std::chrono::hours(25)).size() == 1);
}

TEST_CASE("a process that still measures is never forgotten") {
    const TestFolder folder;
    const Measured measured(folder);

    CHECK(forgottenOf(segmentsIn(folder.path), now() + std::chrono::hours(1000)).empty());
}

TEST_CASE("a file that was touched lately is not forgotten, whatever the segment says") {
    const TestFolder folder;
    { const Measured measured(folder); }
    const auto infos = segmentsIn(folder.path);
    std::filesystem::last_write_time(
        infos.at(0).path, std::filesystem::file_time_type::clock::now() + std::chrono::hours(20));

    CHECK(forgottenOf(infos, now() + std::chrono::hours(25)).empty());
}

TEST_CASE("what cannot be read, or was removed, is left alone") {
    const TestFolder folder;
    std::ofstream(folder.path / "1-x.segment") << "no segment";
    auto infos = segmentsIn(folder.path);
    REQUIRE(infos.size() == 1);
    SegmentInfo gone;
    gone.path = folder.path / "gone.segment";
    infos.push_back(gone);

    CHECK(forgottenOf(infos, now() + std::chrono::hours(1000)).empty());
}

TEST_SUITE_END();
