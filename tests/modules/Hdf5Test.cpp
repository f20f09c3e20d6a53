#include <doctest/doctest.h>

#include <string>

#include "Run.hpp"

using namespace gantry::modules;

namespace {

// In the folder of the run, with every call measured.
Run knownRun(const std::string& modules) {
    return Run({KNOWN_HDF5, ""}, "", "--sample none --modules " + modules);
}

}  // namespace

TEST_SUITE("modules.Hdf5") {
    TEST_CASE("calls of HDF5 are counted for their file and their dataset") {
        const Run run = knownRun("hdf5,posix");
        REQUIRE(run.status() == 0);
        const gantry::perf::Profile profile = run.profile();
        const auto& hdf5 = moduleIn(profile, "hdf5");
        const std::string file = run.path("data.h5");
        const std::string set = file + ":/values";

        CHECK(valueIn(hdf5, file, "opens") == 2);
        CHECK(valueIn(hdf5, file, "closes") == 2);
        CHECK(valueIn(hdf5, file, "flushes") == 1);
        CHECK(valueIn(hdf5, set, "opens") == 2);
        CHECK(valueIn(hdf5, set, "closes") == 2);
        CHECK(valueIn(hdf5, set, "writes") == 2);
        CHECK(valueIn(hdf5, set, "bytes_written") == 880);
        CHECK(valueIn(hdf5, set, "reads") == 1);
        CHECK(valueIn(hdf5, set, "bytes_read") == 800);
        CHECK(valueIn(hdf5, set, "writes_to_100B") == 1);
        CHECK(valueIn(hdf5, "(failed)", "failures") == 1);
        CHECK(valueIn(hdf5, file + ":/growing", "bytes_written") == 80 + 160);
        CHECK(callsOf(profile, "H5Dwrite") == 4);
        // What reaches the file is recorded below.
        CHECK(valueIn(moduleIn(profile, "posix"), file, "bytes_written") > 800);
    }
    TEST_CASE("a program with HDF5 gets the module without being asked for it") {
        const Run run = knownRun("usual");
        REQUIRE(run.status() == 0);
        CHECK(valueIn(moduleIn(run.profile(), "hdf5"), run.path("data.h5") + ":/values", "reads") ==
              1);
    }
    TEST_CASE("what HDF5 moves is counted once in sizes of accesses and in the map") {
        const Run run = knownRun("hdf5");
        REQUIRE(run.status() == 0);
        const std::string report = run.print("report --io r.gantry");
        CHECK(report.find("data.h5:/values") != std::string::npos);
        CHECK(report.find("written") != std::string::npos);
    }
    TEST_CASE("the module does nothing in a program without HDF5") {
        const Run run({"/bin/true", ""}, "", "--modules hdf5");
        CHECK(run.status() == 0);
        for (const auto& module : run.profile().modules) {
            CHECK(module.name != "hdf5");
        }
    }
}
