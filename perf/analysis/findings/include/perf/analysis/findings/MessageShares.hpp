#pragma once

#include <perf/analysis/findings/Finding.hpp>

namespace gantry::perf {

/// What the number of messages costs in a traced run, whatever their size: the run replayed with
/// the costs of the machine, less the run replayed without any.
struct MessageShares {
    double countNs = 0;     ///< lost to the number of calls
    double restNs = 0;      ///< the rest of the run
    double combinable = 0;  ///< part of countNs of messages that could have gone with another
    double callNs = 0;
    double latencyNs = 0;
    double barrierNs = 0;

    /// The part of the run time that is saved without this part of the cost, where costs are those
    /// of the machine times the factor.
    [[nodiscard]] double gain(double factor, double part) const noexcept {
        const double all = restNs + countNs * factor;
        return all > 0 ? countNs * factor * part / all : 0;
    }
};

/// Needs a trace.
MessageShares messageShares(const Evidence& evidence);

}  // namespace gantry::perf
