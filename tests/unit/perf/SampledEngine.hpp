#pragma once

#include <perf/engine/Engine.hpp>
#include <perf/engine/ScriptedMetric.hpp>
#include <perf/model/Flat.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "ProfileSamples.hpp"

namespace gantry::perf::samples {

/// An engine that times some calls only, by a clock set by the test. Calls are taken to cost 50 ns
/// where they are timed, and 4 where they are not.
class SampledEngine final {
public:
    static constexpr std::uint32_t kExactCalls = 1000;

    static EngineOptions options(std::uint64_t seed) {
        EngineOptions options;
        options.sampling.budget = 0.05;
        options.sampling.exactCalls = kExactCalls;
        options.sampling.overhead = ProbeOverhead{{50}, {0}, {4}};
        options.sampling.seed = seed;
        return options;
    }

    explicit SampledEngine(std::uint64_t seed = 1) : SampledEngine(options(seed)) {}
    explicit SampledEngine(EngineOptions options)
        : engine((options.metrics.push_back(clock), std::move(options))) {}

    /// One call of the timer, which takes that long.
    void call(TimerId timer, std::uint64_t takes) {
        engine.start(timer);
        clock->advance(takes);
        engine.stop(timer);
    }
    void calls(TimerId timer, int number, std::uint64_t takes) {
        for (int i = 0; i < number; ++i) {
            call(timer, takes);
        }
    }

    TimerRecord record(const std::string& fullName) const {
        return find(flat(engine.snapshot()), fullName);
    }

    std::shared_ptr<ScriptedMetric> clock = std::make_shared<ScriptedMetric>();
    Engine engine;
};

}  // namespace gantry::perf::samples
