#pragma once

#include <perf/analysis/findings/CallTimes.hpp>

#include <string>
#include <vector>

namespace gantry::perf {

/// How a phase or a region of a traced run uses its ranks with a core for each of them.
struct PartReplay {
    std::string name;  ///< of the timer, as EfficiencyPart::name has it
    bool isPhase = false;
    double idealNs = 0;        ///< of the rank that is in it longest, on a free network
    double referenceNs = 0;    ///< the same as measured or with the costs of the machine
    double serialization = 1;  ///< greatest useful time of a rank by idealNs
    double transfer = 1;       ///< idealNs by referenceNs, at most 1
};

/// The phases (timers of kind phase) and regions (what the outermost timer calls) of a run. `ideal`
/// is its replay on a network that costs nothing, `reference` what it is compared with; the times
/// in `run` are the measured ones. Parts without useful time are left out. Linear in the starts,
/// stops and calls of the run.
std::vector<PartReplay> partReplays(const MpiTrace& run, const CallTimes& ideal,
                                    const CallTimes& reference);

}  // namespace gantry::perf
