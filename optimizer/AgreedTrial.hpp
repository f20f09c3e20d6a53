#pragma once

#include <parallel/Upcalls.hpp>
#include <tuning/Trial.hpp>

namespace optimizer {

/// The trial as all ranks of a parallel run see it, so that all decide alike: the longest time and
/// its largest spread, the largest error, accurate only where it is so everywhere, failed where it
/// failed anywhere. Collective: every rank calls it for the same trial. With one rank the trial
/// comes back as it is.
tuning::Trial agreeOnTrial(parallel::Upcalls& ranks, const tuning::Trial& trial);

}  // namespace optimizer
