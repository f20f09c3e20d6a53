#pragma once

#include <parallel/Upcalls.hpp>
#include <tuning/Tuner.hpp>

#include <string>
#include <vector>

#include "Workload.hpp"

namespace self_tuning {

/// One call as its user saw it.
struct Call {
    /// Wall time, all that the tuner does included; of parallel runs that of the slowest rank.
    double seconds = 0;
    /// Who served it; empty where nobody did.
    std::string candidate;
    /// Calls of candidates that it took.
    int attempts = 0;
    bool rewired = false;
    bool good = false;
};

/// The workload once from the beginning.
struct Run {
    /// The candidate that was pinned, or "tuned".
    std::string name;
    std::vector<Call> calls;
    /// The phase and the reason of the first call without a good result; the rest of such a phase
    /// is left out of a pinned run and counts as failed.
    std::string firstFailure;
    /// Whether it took so long that its last calls are missing.
    bool gaveUp = false;

    [[nodiscard]] double seconds() const;
    [[nodiscard]] std::size_t failures() const;
    [[nodiscard]] std::size_t rewirings() const;
};

/// The calls of one phase: from its first call to before the first one of the next.
struct Stretch {
    std::string name;
    std::size_t first = 0;
    std::size_t last = 0;
};

/// The phases in their order; one that comes back later is another stretch.
std::vector<Stretch> stretchesOf(const std::vector<std::string>& phases);

/// A tuned run, and the same with each candidate alone.
struct Comparison {
    /// Of each call.
    std::vector<std::string> phases;
    Run tuned;
    std::vector<Run> fixed;

    /// What it would have taken to know the best candidate for each phase beforehand: for each
    /// phase the least time of a fixed run without a failure in it. NaN where some phase has none.
    [[nodiscard]] double oracle() const;
    /// How many stretches the run did not do as a whole, because a call failed or is missing.
    [[nodiscard]] std::size_t failedStretches(const Run& run) const;
    /// The time of a run that did every call well; NaN of any other, whose sum would say nothing.
    [[nodiscard]] double total(const Run& run) const;
    /// The fastest fixed run that did every call well; null where there is none.
    [[nodiscard]] const Run* bestFixed() const;
};

/// Runs the workload tuned, and then, where `others` says so, with each candidate pinned. A pinned
/// run that takes more than `patience` times as long as the tuned one is given up. ranks may be
/// null.
Comparison compare(Workload& workload, tuning::Tuner& tuner, parallel::Upcalls* ranks, bool others,
                   double patience);

/// Whether every rank was served by the same candidates all the way. Collective.
bool choseAlike(const Comparison& comparison, parallel::Upcalls& ranks);

/// Prints what was found, to standard output: time per phase and who served it, re-wirings, totals.
void print(const Comparison& comparison);

}  // namespace self_tuning
