#include <cstddef>

#include "ClockReads.hpp"
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
    return {kTwoReads, "", twoReadsOfTheClock()};
}

}  // namespace gantry::bench
