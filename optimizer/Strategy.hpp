#pragma once

#include <tuning/Decision.hpp>
#include <tuning/Trial.hpp>

#include <optional>
#include <string>
#include <vector>

namespace optimizer {

/// What is to be decided: which candidate (a component class) is best on each subject (an
/// instance), and on all.
struct Problem {
    std::vector<std::string> candidates;
    std::vector<std::string> subjects;
    /// The largest absolute error that is good enough.
    double accuracy = 0;
};

/// A trial that is still to be run.
struct Pairing {
    std::string candidate;
    std::string subject;

    friend bool operator==(const Pairing&, const Pairing&) = default;
};

/// Says which trials to run and what follows from them. A strategy keeps nothing between calls: all
/// it knows are the problem and the trials done so far, in the order in which they were run.
class Strategy {
public:
    virtual ~Strategy() = default;

    /// The trial to run next; nothing when enough is known.
    [[nodiscard]] virtual std::optional<Pairing> next(
        const Problem& problem, const std::vector<tuning::Trial>& done) const = 0;
    /// One decision for each subject in the order of the problem, and the one over all subjects
    /// last.
    [[nodiscard]] virtual std::vector<tuning::Decision> decide(
        const Problem& problem, const std::vector<tuning::Trial>& done) const = 0;

protected:
    Strategy() = default;
    Strategy(const Strategy&) = default;
    Strategy& operator=(const Strategy&) = default;
};

}  // namespace optimizer
