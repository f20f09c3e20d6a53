#pragma once

#include <perf/analysis/compare/RunFacts.hpp>
#include <perf/analysis/compare/RunTable.hpp>
#include <perf/runs/RunSets.hpp>

#include <cstddef>
#include <vector>

namespace gantry::perf {

/// Sets of runs, read for a comparison: all runs in one table, and which of them are in which set.
struct ComparedRuns {
    RunTable table;
    std::vector<RunFacts> facts;                 ///< of each run, in the order of the table
    std::vector<std::vector<std::size_t>> sets;  ///< places of the runs of each set
};

/// Reads all runs of the sets in their order, one at a time: memory for one profile besides the
/// table. Throws what readProfileFile(), readHistory() and RunTable::add() throw.
ComparedRuns readComparedRuns(const std::vector<RunSet>& sets, const RunTableOptions& options);

}  // namespace gantry::perf
