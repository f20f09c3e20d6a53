#include <perf/analysis/findings/Finding.hpp>

#include <cmath>
#include <cstddef>

#include "Resampling.hpp"

namespace gantry::perf {

namespace {

struct Sums {
    double lengthNs = 0;
    std::vector<double> useful;
};

Sums sumsOf(const TraceAnalysis& trace) {
    Sums sums{0, std::vector<double>(trace.useful.size())};
    for (const RunStep& step : trace.steps) {
        sums.lengthNs += step.lengthNs;
        for (std::size_t i = 0; i < step.useful.size(); ++i) {
            sums.useful[i] += step.useful[i];
        }
    }
    return sums;
}

// Squares of what a worker computes above the mean in a step, less what its excess in the whole run
// explains by the length of the step: long steps have more of it.
std::vector<double> squaresByStep(const TraceAnalysis& trace, const Sums& sums) {
    std::vector<double> squares(sums.useful.size());
    const double mean = meanOf(sums.useful);
    for (const RunStep& step : trace.steps) {
        const double meanOfStep = meanOf(step.useful);
        const double part = sums.lengthNs > 0 ? step.lengthNs / sums.lengthNs : 0;
        for (std::size_t i = 0; i < squares.size(); ++i) {
            const double rest = step.useful[i] - meanOfStep - (sums.useful[i] - mean) * part;
            squares[i] += rest * rest;
        }
    }
    return squares;
}

}  // namespace

std::vector<WorkerShare> workersOf(const TraceAnalysis& trace) {
    std::vector<WorkerShare> workers;
    const Sums sums = sumsOf(trace);
    const double reference =
        trace.idealNs > 0 ? trace.referenceNs() * sums.lengthNs / trace.idealNs : 0;
    if (reference <= 0) {
        return workers;
    }
    const std::vector<double> squares = squaresByStep(trace, sums);
    const auto steps = static_cast<double>(trace.steps.size());
    const bool hasSteps = trace.steps.size() >= kFewestSteps;
    for (std::size_t i = 0; i < sums.useful.size(); ++i) {
        const double error = hasSteps ? std::sqrt(squares[i] * steps / (steps - 1)) : 0;
        workers.push_back({"rank " + std::to_string(trace.ranks[i]), sums.useful[i] / reference,
                           error / reference});
    }
    return workers;
}

}  // namespace gantry::perf
