#include <doctest/doctest.h>

#include "NetBackend.hpp"
#include "measuring/CallMeter.hpp"

TEST_SUITE_BEGIN("optimizer.measuring.CallMeter");

TEST_CASE("a candidate is not charged for the measurement overhead inside it") {
    optimizer::test::NetMeasurement backend;
    optimizer::CallMeter meter(backend);
    meter.add(backend, "candidate", "group");
    meter.start(0);
    meter.stop();

    CHECK(meter.figures()[0] == doctest::Approx(600e-9));
    CHECK(meter.figures()[1] == 600);
}

TEST_CASE("a call whose time vanishes in the overhead counts with the error bound") {
    optimizer::test::NetMeasurement backend({0, 25});
    optimizer::CallMeter meter(backend);
    meter.add(backend, "candidate", "group");
    meter.start(0);
    meter.stop();

    CHECK(meter.figures()[0] == doctest::Approx(25e-9));
    CHECK(meter.figures()[1] == 25);
}

TEST_CASE("a call that was not measured has no time") {
    optimizer::test::NetMeasurement backend({0, 0});
    optimizer::CallMeter meter(backend);
    meter.add(backend, "candidate", "group");
    meter.start(0);
    meter.stop();

    CHECK(meter.figures()[0] == 0);
}

TEST_CASE(
    "a call whose figures are read costs one reading, and one that nobody read is discarded") {
    int readings = 0;
    optimizer::test::NetMeasurement backend({600, 0, &readings});
    optimizer::CallMeter meter(backend);
    meter.add(backend, "candidate", "group");
    const auto call = [&](bool read) {
        meter.start(0);
        meter.stop();
        if (read) {
            CHECK(meter.figures()[1] == 600);
        }
    };

    call(true);
    CHECK(readings == 1);
    call(true);
    call(false);
    CHECK(readings == 2);
    call(true);
    CHECK(readings == 4);
}

TEST_SUITE_END();
