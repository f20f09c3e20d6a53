#pragma once

#include <perf/engine/MetricSource.hpp>

#include <atomic>
#include <cstdint>
#include <string>
#include <utility>

namespace gantry::perf {

/// A clock that shows what it was asked to show, for tests: exact figures without waiting. The same
/// for all threads. set() may be called from any thread; the value must not go back while timers
/// run.
///
///     auto clock = std::make_shared<ScriptedMetric>();
///     Engine engine({.metrics = {clock}});
///     clock->advance(1500);    // the next reading is 1500 ns later
class ScriptedMetric final : public MetricSource {
public:
    /// Begins at 0.
    explicit ScriptedMetric(std::string name = "wall", std::string unit = "ns")
        : metric_{std::move(name), std::move(unit), "scripted"} {}

    /// In units, which are its ticks. Sequentially consistent, as advance(): threads of a test see
    /// one order.
    void set(std::uint64_t value) noexcept { now_.store(value); }
    /// Atomic: several threads may advance it.
    void advance(std::uint64_t by) noexcept { now_.fetch_add(by); }

    const Metric& metric() const noexcept override { return metric_; }
    std::uint64_t read() noexcept override { return now_.load(); }
    // Every thread shows the same, also one that has ended.
    bool readFor(pid_t /*thread*/, std::uint64_t& ticks) noexcept override {
        ticks = now_.load();
        return true;
    }
    // So figures in a test are the numbers that were set.
    std::uint64_t unitsPerTick() const noexcept override { return kTicksAreUnits; }
    bool processWide() const noexcept override { return true; }
    bool isTimeStampCounter() const noexcept override { return false; }

private:
    Metric metric_;
    std::atomic<std::uint64_t> now_{0};
};

}  // namespace gantry::perf
