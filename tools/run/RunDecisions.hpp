#pragma once

#include <framework/Framework.hpp>
#include <perf/archive/History.hpp>

#include <cstdint>
#include <vector>

namespace gantry::tools {

/// Collects the decisions of a run from the components that provide tuning.DecisionLog. A tuner or
/// optimizer without a decision log gets one.
class RunDecisions final {
public:
    /// The assembly outlives this object, and is unchanged before connect().
    explicit RunDecisions(framework::Framework& assembly) : assembly_(assembly) {}

    /// Creates a decision log if a port for one is not connected and the class is available. To be
    /// called before each go. Throws gantry::Error.
    void connect();

    /// All decisions so far, ordered by time. beganAt: the start of the measurement, in seconds
    /// since 1970. Adds to leftOut the number of decisions that are no longer kept. Throws
    /// gov::cca::CCAException.
    [[nodiscard]] std::vector<perf::ArchivedDecision> decisions(double beganAt,
                                                                std::int64_t& leftOut) const;

private:
    [[nodiscard]] bool isWanted() const;

    framework::Framework& assembly_;
};

}  // namespace gantry::tools
