#pragma once

#include "Strategy.hpp"

namespace optimizer {

/// The last trial of a pairing; null where there is none.
[[nodiscard]] const tuning::Trial* find(const std::vector<tuning::Trial>& done,
                                        const Pairing& pairing);

/// Whether a trial lets its candidate be chosen: it did not fail, it is accurate, and its time was
/// measured.
[[nodiscard]] bool isGoodEnough(const tuning::Trial& trial);

/// The candidate with the smallest time among those that are good enough on the subject; the first
/// of equal ones. The reason gives the measured ratios, says "as fast as" where two times lie
/// closer together than the calls of one of them, or tells why no candidate is good enough.
[[nodiscard]] tuning::Decision chooseForSubject(const Problem& problem,
                                                const std::vector<tuning::Trial>& done,
                                                const std::string& subject);

/// The candidate with the smallest total time among those that are good enough on every subject.
[[nodiscard]] tuning::Decision chooseOverall(const Problem& problem,
                                             const std::vector<tuning::Trial>& done);

/// A number for people: three significant digits.
[[nodiscard]] std::string inWords(double number);

}  // namespace optimizer
