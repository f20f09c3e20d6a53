#pragma once

#include <perf/model/Profile.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace gantry::perf {

/// Neighbouring ranks of a parallel run as one profile, whose `ranks` are the values over them. A
/// rank of which nothing is known is in it, too: it counts with zeros.
struct RankPart {
    Profile profile;
    std::uint32_t first = 0;               ///< the lowest rank; there are profile.ranks->size
    std::vector<std::uint32_t> missing{};  ///< of which nothing is known, ascending

    friend bool operator==(const RankPart&, const RankPart&) = default;
};

/// One rank. What is partial in it is said to be so of this rank. Its process, if it has one, gets
/// the rank.
RankPart rankPart(std::uint32_t rank, Profile profile);

/// A rank of which nothing is known.
RankPart missingRank(std::uint32_t rank);

/// Adds the ranks above those of `low`. Throws std::invalid_argument where their metrics differ. A
/// parallel run joins 2k and 2k+1, then pairs of these, and so on; RankMerger joins in this
/// order too, so that results are equal to the last bit.
void join(RankPart& low, RankPart high);

/// The profile of the whole run; `partial` names the ranks that are missing.
Profile wholeRun(RankPart part);

/// Joins the ranks of a run one after the other, as a binary tree. Holds a part for each of its
/// levels, which together are what is kept of the ranks up to now.
class RankMerger final {
public:
    /// rank: above all that were added. Those in between are missing.
    void add(std::uint32_t rank, Profile profile);

    /// The run of `size` ranks, or as many as were added if that is more. Throws
    /// std::invalid_argument if there is none. The merger is empty afterwards.
    Profile take(std::uint32_t size = 0);

private:
    void push(RankPart part);

    std::uint32_t next_ = 0;
    std::vector<RankPart> parts_;  ///< sizes descend; each a power of two
};

/// "0, 2-4, 7": ranks in ascending order.
std::string rankList(const std::vector<std::uint32_t>& ranks);

/// What Profile::partial says of ranks that are missing, and the same without such sentences.
std::string missingText(const std::vector<std::uint32_t>& missing, std::uint32_t size);
std::string withoutMissingText(const std::string& partial);

}  // namespace gantry::perf
