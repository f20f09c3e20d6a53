#pragma once

#include <parallel/Upcalls.hpp>
#include <tuning/Status.hpp>
#include <tuning/Trial.hpp>

#include <limits>
#include <vector>

namespace optimizer {

/// What came of a call, or of the calls of a trial.
struct Judgement {
    tuning::Status status = tuning::Status::Completed;
    /// Error over allowed error; NaN if the result was not verified.
    double quality = std::numeric_limits<double>::quiet_NaN();
    /// What was measured; the time in seconds first.
    std::vector<double> figures;
};

/// The judgement of all ranks of a parallel run, so that every rank decides alike: the largest of
/// each figure, since the slowest rank determines the time of all, the worst status and quality.
/// Collective: every rank calls it for the same call. Without ranks (null) or with one rank it
/// changes nothing.
void agree(parallel::Upcalls* ranks, Judgement& judgement);

/// The same for a trial: the longest time, the largest cost, spread and error; accurate only if it
/// is so on every rank, failed if it failed on any.
[[nodiscard]] tuning::Trial agreeOnTrial(parallel::Upcalls* ranks, const tuning::Trial& trial);

}  // namespace optimizer
