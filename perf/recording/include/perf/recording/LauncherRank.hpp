#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace gantry::perf {

/// Which process of a parallel run this one is, by the environment that its launcher gave it: Open
/// MPI, PMIx, PMI (MPICH and its relatives), Slurm. Nothing where no launcher did, and where it
/// started one process alone.
///
/// Reads the environment at each call. Where two launchers have left variables the first of that
/// list counts. Under Slurm a rank counts only within a step (srun): the script of a job has one,
/// too.
std::optional<int> launcherRank();

/// ".rank3", or the empty text without a launcher: what distinguishes the files of this process
/// from those of the other ranks.
std::string rankEnding();

/// The same file with that before its extension: "run.gantry" becomes "run.rank3.gantry". Without a
/// launcher: the file as it is.
std::filesystem::path withRank(std::filesystem::path file);

}  // namespace gantry::perf
