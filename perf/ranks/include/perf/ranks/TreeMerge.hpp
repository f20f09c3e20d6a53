#pragma once

#include <parallel/Upcalls.hpp>
#include <perf/model/Profile.hpp>
#include <perf/model/RankColumns.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

namespace gantry::perf {

/// The most bytes of one message; longer parts are sent in several.
inline constexpr std::size_t kMostMessage = std::size_t{1} << 28U;

/// How ranks merge; the same on every rank.
struct MergeOptions {
    std::size_t mostMessage = kMostMessage;
    /// With more ranks than these, the profile has the threads of all ranks together, and what
    /// single ranks measured are blocks of quantised columns.
    std::uint32_t mostExactRanks = kMostExactRanks;
    std::uint32_t ranksInBlock = kRanksInBlock;  ///< a power of two, and not more
    /// Gets these blocks on rank 0, in the order of ranks, one at a time; null: they are dropped.
    std::function<void(RankBlock)> keep{};
};

/// Merges the profiles of all ranks on rank 0 by a binary tree: in each of log2(size) rounds half
/// of the ranks that are left send what they have to a neighbour. A rank holds its own part
/// and the one it receives, and nothing after it has sent, except every 1024th: this one keeps the
/// block of its ranks until rank 0 asks for it. Collective: every rank calls it, also
/// one that has no profile, which is then named as missing. The ranks get the run of rank 0 as
/// theirs where they have none.
///
/// Returns the profile on rank 0 where any rank had one; nothing on the others. What cannot be
/// joined, because it was measured with other metrics or came damaged, counts as missing, and
/// `partial` says why: an exception on one rank would leave the others waiting. Throws what the
/// port throws, and on rank 0 what `keep` throws, after all ranks have got rid of their blocks.
std::optional<Profile> mergeOverRanks(std::optional<Profile> own, parallel::Upcalls& upcalls,
                                      const MergeOptions& options = {});

}  // namespace gantry::perf
