#pragma once

#include <string>
#include <vector>

namespace optimizer {

/// What trials decide: which candidate is best on each subject, and on all of them.
struct Problem {
    /// Names of candidates.
    std::vector<std::string> candidates;
    /// What candidates are tried on, for example function instances.
    std::vector<std::string> subjects;
    /// The largest absolute error that is allowed; 0: results are not verified.
    double accuracy = 0;
    /// What a cost is: "seconds", or another formula.
    std::string metric = "seconds";
};

/// A candidate on a subject, by their names: what a trial is about.
struct Pairing {
    std::string candidate;
    std::string subject;

    friend bool operator==(const Pairing&, const Pairing&) = default;
};

}  // namespace optimizer
