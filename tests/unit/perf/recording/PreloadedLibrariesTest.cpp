#include <perf/recording/PreloadedLibraries.hpp>

#include <doctest/doctest.h>

#include <stdexcept>

using namespace gantry;

TEST_SUITE_BEGIN("perf.recording.PreloadedLibraries");

TEST_CASE("libraries are loaded in their order, behind those that are loaded anyway") {
    CHECK(perf::preloadedLibraries({"/lib/a.so", "/lib/b.so"}, "") == "/lib/a.so:/lib/b.so");
    CHECK(perf::preloadedLibraries({"/lib/a.so"}, "/lib/libasan.so") ==
          "/lib/libasan.so:/lib/a.so");
}

TEST_CASE("a library that is loaded already is not named twice") {
    CHECK(perf::preloadedLibraries({"/lib/a.so", "/lib/b.so"}, "/lib/x.so:/lib/a.so") ==
          "/lib/x.so:/lib/a.so:/lib/b.so");
}

TEST_CASE("a path that LD_PRELOAD would split is refused") {
    CHECK_THROWS_AS((void)perf::preloadedLibraries({"/my lib/a.so"}, ""), std::runtime_error);
    CHECK_THROWS_AS((void)perf::preloadedLibraries({"/lib:64/a.so"}, ""), std::runtime_error);
}

TEST_SUITE_END();
