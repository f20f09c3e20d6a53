#pragma once

#include <perf/analysis/gate/Expectations.hpp>

#include <string>
#include <vector>

namespace gantry::perf {

/// The value of a term on runs, or why there is none.
struct ExpectedValue {
    double value = 0;
    std::string unit{};  ///< times are in ns
    std::string why{};   ///< empty where there is a value
};

/// The median over the runs, times the factor of the term. Needs at least one run.
ExpectedValue expectedValue(const std::vector<Profile>& runs, const ExpectedTerm& term);

}  // namespace gantry::perf
