#pragma once

#include <perf/engine/Engine.hpp>
#include <perf/engine/ScriptedMetric.hpp>
#include <perf/model/Flat.hpp>

#include <cstdint>
#include <memory>
#include <string>

#include "ProfileSamples.hpp"

namespace gantry::perf::samples {

/// An engine that measures one clock set by the test.
class ScriptedEngine final {
public:
    explicit ScriptedEngine(std::uint32_t maxDepth = 1024)
        : engine(EngineOptions{{clock}, maxDepth, 1U << 12U, 1U << 8U}) {}

    /// The moment from which the next calls are made.
    Engine& at(std::uint64_t time) {
        clock->set(time);
        return engine;
    }

    /// The record of a started timer in a snapshot of this moment.
    TimerRecord record(const std::string& fullName) const {
        return find(flat(engine.snapshot()), fullName);
    }

    std::shared_ptr<ScriptedMetric> clock = std::make_shared<ScriptedMetric>();
    Engine engine;
};

}  // namespace gantry::perf::samples
