#pragma once

#include <base/InputError.hpp>
#include <perf/archive/History.hpp>
#include <perf/model/Profile.hpp>
#include <perf/model/RankColumns.hpp>

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <vector>

namespace gantry::perf {

/// Archives that cannot become one: which ones, why not, and what to do. The caller has named the
/// wrong files: nothing was read to its end, and nothing is written.
class MergeError final : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// An archive whose trace belongs to one process of the merged run.
struct MergedTrace {
    std::filesystem::path archive;
    std::int32_t rank = -1;  ///< of that process; -1: it has none
    std::int64_t pid = 0;
};

/// Several archives as one. A plain value, complete but for the traces, which writeMerged() copies
/// from the archives: these must still be there then.
struct MergedRun {
    Profile profile;
    History history;
    std::vector<RankBlock> blocks;  ///< of single ranks, where there are very many
    std::vector<MergedTrace> traces;
    std::vector<base::InputError> unreadable;  ///< of archives that were left out
};

/// The archives that processes of one run left, as one profile. Processes that know their rank
/// become the ranks of it, as if the run itself had merged them; those that are missing are named
/// in `partial`. Archives of processes without a rank become one profile with all of them. An
/// archive that was merged before is taken apart again, so that a rank that was missing can be
/// added; but not where its ranks are in columns, as those of more than mostDetailedRanks are
/// afterwards. One that cannot be read is left out. The history is that of the lowest rank, and
/// what other ranks did besides.
///
/// Reads each archive twice, and holds one at a time besides the result. Throws MergeError where
/// the archives are not of one run or have a process twice, and what the first one throws where
/// none can be read.
MergedRun mergedRun(const std::vector<std::filesystem::path>& archives,
                    std::uint32_t mostDetailedRanks = kMostExactRanks);

/// Writes the archive, and the trace of each rank as OUTPUT.rankN.trace without the ending of
/// output, as archiveRun() does. Returns the files of traces. Throws ArchiveError, base::FileError
/// or TraceError; the archive is written last. A name that ends in .json gives the profile alone,
/// and the traces all the same. Traces of ranks that an earlier archive of that name had beside it
/// are removed.
std::vector<std::filesystem::path> writeMerged(const MergedRun& run,
                                               const std::filesystem::path& output);

}  // namespace gantry::perf
