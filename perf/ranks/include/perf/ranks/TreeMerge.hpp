#pragma once

#include <parallel/Upcalls.hpp>
#include <perf/model/Profile.hpp>

#include <cstddef>
#include <optional>

namespace gantry::perf {

/// The most bytes of one message; longer parts are sent in several.
inline constexpr std::size_t kMostMessage = std::size_t{1} << 28U;

/// Merges the profiles of all ranks on rank 0 by a binary tree: in each of log2(size) rounds half
/// of the ranks that are left send what they have to a neighbour. A rank holds its own part
/// and the one it receives, and nothing after it has sent. Collective: every rank calls it, also
/// one that has no profile, which is then named as missing. The ranks get the run of rank 0 as
/// theirs where they have none.
///
/// Returns the profile on rank 0 where any rank had one; nothing on the others. What cannot be
/// joined, because it was measured with other metrics or came damaged, counts as missing, and
/// `partial` says why: an exception on one rank would leave the others waiting. Throws what the
/// port throws.
std::optional<Profile> mergeOverRanks(std::optional<Profile> own, parallel::Upcalls& upcalls,
                                      std::size_t mostMessage = kMostMessage);

}  // namespace gantry::perf
