#pragma once

#include <framework/Framework.hpp>
#include <perf/archive/History.hpp>

#include <cstdint>
#include <vector>

namespace gantry::tools {

/// Key of Profile::context: how many decisions, the oldest, the archive does not have.
inline constexpr const char* kDecisionsLeftOut = "decisions left out";

/// The decisions of a run, as the components that provide tuning.DecisionLog keep them. A tuner
/// without a decision log is given one.
class RunDecisions final {
public:
    /// The assembly outlives it, and stays as it is before connect.
    explicit RunDecisions(framework::Framework& assembly) : assembly_(assembly) {}

    /// Makes a decision log where a port for one is not connected, and there is a class for it. To
    /// be called before each go. Throws gantry::Error.
    void connect();

    /// All decisions so far in the order of time. beganAt: when the measurement began, in seconds
    /// since 1970. Adds to leftOut how many there were that are not kept any more. Throws
    /// gov::cca::CCAException.
    [[nodiscard]] std::vector<perf::ArchivedDecision> decisions(double beganAt,
                                                                std::int64_t& leftOut) const;

private:
    [[nodiscard]] bool isWanted() const;

    framework::Framework& assembly_;
};

}  // namespace gantry::tools
