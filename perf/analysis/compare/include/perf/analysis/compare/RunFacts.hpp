#pragma once

#include <perf/archive/History.hpp>
#include <perf/model/Profile.hpp>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace gantry::perf {

/// What is known of a run beside its values, in the order in which people ask for it.
using RunFacts = std::vector<std::pair<std::string, std::string>>;

/// Program, machine, clock, parameters, assembly and, of the history, swaps and what was decided
/// for each port. Facts that are of one run alone, such as its start, are left out. Keys are
/// unique; texts may have any bytes.
RunFacts factsOf(const Profile& profile, const History& history = {});

/// A fact that two sets of runs do not share.
struct FactDifference {
    std::string fact;
    std::string before;  ///< values of the first set, joined by " | "; empty: it does not have it
    std::string after;
};

/// The facts whose values differ between the two sets of runs; one that differs from run to run in
/// both is left out. In the order of the facts. Either list may be empty: then every fact of the
/// other differs.
std::vector<FactDifference> differingFacts(const std::vector<RunFacts>& before,
                                           const std::vector<RunFacts>& after);

/// The keys that differ also within one set of runs; one that is another in each run is left out.
std::vector<std::string> unequalFacts(const std::vector<RunFacts>& runs);

}  // namespace gantry::perf
