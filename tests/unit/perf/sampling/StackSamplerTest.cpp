#include <perf/sampling/StackSampler.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <optional>

using namespace gantry::perf;

namespace {

// Nothing where the kernel does not allow sampling.
std::optional<std::chrono::nanoseconds> timeOfAnEmptyRun() {
    try {
        StackSampler sampler(200);
        const auto begin = std::chrono::steady_clock::now();
        CHECK(sampler.finish().samples == 0);
        return std::chrono::steady_clock::now() - begin;
    } catch (const SamplingError& error) {
        MESSAGE("not tried: ", error.what());
        return std::nullopt;
    }
}

}  // namespace

TEST_SUITE_BEGIN("perf.sampling.StackSampler");

TEST_CASE("sampling ends at once, not when its reader wakes up the next time") {
    std::optional<std::chrono::nanoseconds> least;
    // The fastest of several: another program may have the processor.
    for (int i = 0; i < 10; ++i) {
        const auto time = timeOfAnEmptyRun();
        if (!time) {
            return;
        }
        least = std::min(least.value_or(*time), *time);
    }
    CHECK(*least < std::chrono::milliseconds(50));
}

TEST_SUITE_END();
