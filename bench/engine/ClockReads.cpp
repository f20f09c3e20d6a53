#include "ClockReads.hpp"

#include <perf/engine/MetricSet.hpp>
#include <perf/engine/MetricSources.hpp>

#include <cstdint>
#include <memory>

#include "Harness.hpp"

namespace gantry::bench {

std::function<void(std::size_t)> twoReadsOfTheClock() {
    const std::shared_ptr<perf::MetricSource> wall = perf::wallClock();
    return [wall, counter = wall->isTimeStampCounter()](std::size_t rounds) {
        for (std::size_t i = 0; i < 2 * rounds; ++i) {
            std::uint64_t ticks = 0;
            if (counter) {
                perf::TimeStampReader::read(&ticks);
            } else {
                ticks = wall->read();
            }
            keep(ticks);
        }
    };
}

}  // namespace gantry::bench
