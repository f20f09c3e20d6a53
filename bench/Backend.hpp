#pragma once

#include <performance/Measurement.hpp>
#include <performance/Timer.hpp>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace gantry::framework {
class Framework;
}

namespace gantry::bench {

using Timers = std::vector<std::shared_ptr<performance::Timer>>;

/// Pairs of start and stop of the timer. Becomes a part of its caller: a call with one target costs
/// less than one with several, and no row should pay for the others.
[[gnu::always_inline]] inline void startStop(performance::Timer& timer, std::size_t rounds) {
    for (std::size_t i = 0; i < rounds; ++i) {
        timer.start();
        timer.stop();
    }
}

/// Which calls are timed and kept, as the parameters of performance.Native have it.
struct MeasuredCalls {
    std::string trace;    ///< empty for none
    double sampling = 0;  ///< percent; 0: every call is timed
};

/// A backend as an assembly has it: loaded from its shared object, used through its port. The
/// framework outlives it.
class Backend final {
public:
    /// metrics as the backend's parameter has them; empty for its defaults. quantiles: whether
    /// events keep them.
    Backend(framework::Framework& framework, const std::string& className,
            const std::string& metrics, bool quantiles = true, const MeasuredCalls& calls = {});

    /// Timers GROUP0, GROUP1, ... of one group.
    [[nodiscard]] Timers timers(std::size_t number, const std::string& group) const;

    /// The name of the instance.
    std::string instance;
    std::shared_ptr<performance::Measurement> measurement;
};

}  // namespace gantry::bench
