#pragma once

#include <tuning/Decision.hpp>
#include <tuning/Trial.hpp>

#include <string>
#include <vector>

#include "Problem.hpp"

namespace optimizer {

/// The last trial of a pairing; null if there is none.
[[nodiscard]] const tuning::Trial* find(const std::vector<tuning::Trial>& done,
                                        const Pairing& pairing);

/// Whether a trial qualifies its candidate: it did not fail, it is accurate, and its time was
/// measured.
[[nodiscard]] bool isGoodEnough(const tuning::Trial& trial);

/// The candidate with the lowest cost among those that are good enough on the subject; the first
/// of equal ones. The reason gives the measured ratios, says "as fast as" if two costs differ by
/// less than the spread of one of them, or says why no candidate is good enough.
[[nodiscard]] tuning::Decision chooseForSubject(const Problem& problem,
                                                const std::vector<tuning::Trial>& done,
                                                const std::string& subject);

/// The candidate with the lowest total cost among those that are good enough on every subject.
[[nodiscard]] tuning::Decision chooseOverall(const Problem& problem,
                                             const std::vector<tuning::Trial>& done);

/// One decision per subject, in their order, and the one over all subjects last.
[[nodiscard]] std::vector<tuning::Decision> decide(const Problem& problem,
                                                   const std::vector<tuning::Trial>& done);

}  // namespace optimizer
