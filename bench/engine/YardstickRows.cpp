#include <perf/engine/MetricSet.hpp>
#include <perf/engine/MetricSources.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>

#include "Rows.hpp"

namespace gantry::bench {

Case twoVirtualCalls(Assembly& assembly) {
    return {kTwoCalls, "", [opaque = &assembly.opaqueObject()](std::size_t rounds) {
                OpaqueObject& object = *opaque;
                for (std::size_t i = 0; i < rounds; ++i) {
                    object.begin();
                    object.end();
                }
            }};
}

Case twoClockReads(Assembly& /*assembly*/) {
    const std::shared_ptr<perf::MetricSource> wall = perf::wallClock();
    return {kTwoReads, "", [wall, counter = wall->isTimeStampCounter()](std::size_t rounds) {
                for (std::size_t i = 0; i < 2 * rounds; ++i) {
                    std::uint64_t ticks = 0;
                    if (counter) {
                        perf::TimeStampReader::read(&ticks);
                    } else {
                        ticks = wall->read();
                    }
                    keep(ticks);
                }
            }};
}

}  // namespace gantry::bench
