#pragma once

#include <perf/model/Profile.hpp>
#include <perf/model/RankColumns.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gantry::perf {

/// How much is kept of every single rank.
enum class RankDetail {
    Threads,  ///< its threads and their call trees, exactly
    Columns,  ///< quantised values of its timers; the threads of all ranks are united
};

/// What a run of so many ranks keeps of each.
constexpr RankDetail rankDetail(std::uint32_t size, std::uint32_t mostExact = kMostExactRanks) {
    return size > mostExact ? RankDetail::Columns : RankDetail::Threads;
}

/// Neighbouring ranks of a parallel run as one profile, whose `ranks` are the values over them. A
/// rank of which nothing is known is in it, too: it counts with zeros.
struct RankPart {
    Profile profile;
    std::uint32_t first = 0;               ///< the lowest rank; there are profile.ranks->size
    std::vector<std::uint32_t> missing{};  ///< of which nothing is known, ascending
    RankDetail detail = RankDetail::Threads;
    /// With RankDetail::Columns: those of the last ranks, which are no full block yet.
    std::optional<RankColumns> columns{};

    friend bool operator==(const RankPart&, const RankPart&) = default;
};

/// One rank. What is partial in it is said to be so of this rank. Its process, if it has one, gets
/// the rank.
RankPart rankPart(std::uint32_t rank, Profile profile, RankDetail detail = RankDetail::Threads);

/// A rank of which nothing is known.
RankPart missingRank(std::uint32_t rank, RankDetail detail = RankDetail::Threads);

/// Adds the ranks above those of `low`. Throws std::invalid_argument where their metrics differ. A
/// parallel run joins 2k and 2k+1, then pairs of these, and so on; RankMerger joins in this order
/// too, so that results are equal to the last bit. high.first follows the last rank of low.
void join(RankPart& low, RankPart high);

/// Takes the columns out of a part as soon as they are a full block; nothing before. To be called
/// after every join, so that blocks do not depend on where parts are joined.
std::optional<RankBlock> takeFullBlock(RankPart& part, std::uint32_t ranksInBlock = kRanksInBlock);
/// Takes what is left in the part of the whole run.
std::optional<RankBlock> takeLastBlock(RankPart& part);

/// The profile of the whole run; `partial` names the ranks that are missing.
Profile wholeRun(RankPart part);

/// Joins the ranks of a run one after the other, as a binary tree. Holds a part for each of its
/// levels, which together are what is kept of the ranks up to now.
///
/// For n ranks log2(n) parts are held, each with all threads of its ranks. Ranks must come in
/// ascending order.
class RankMerger final {
public:
    /// ranksInBlock: of each block that takeBlocks() returns; the last one may have fewer.
    explicit RankMerger(RankDetail detail = RankDetail::Threads,
                        std::uint32_t ranksInBlock = kRanksInBlock)
        : detail_(detail), ranksInBlock_(ranksInBlock) {}

    /// rank: above all that were added. Those in between are missing. Throws std::invalid_argument
    /// for a rank that was measured with other metrics; then it is one of those.
    void add(std::uint32_t rank, Profile profile);

    /// The run of `size` ranks, or as many as were added if that is more. Throws
    /// std::invalid_argument if there is none. The merger is empty afterwards.
    Profile take(std::uint32_t size = 0);

    /// With RankDetail::Columns, the blocks that are complete, which are not kept here any longer;
    /// after take() the last one, too. In the order of ranks.
    std::vector<RankBlock> takeBlocks();

private:
    void push(RankPart part);

    RankDetail detail_;
    std::uint32_t ranksInBlock_;
    std::vector<RankBlock> blocks_;
    std::uint32_t next_ = 0;
    std::vector<RankPart> parts_;  ///< sizes descend; each a power of two
};

/// "0, 2-4, 7": ranks in ascending order.
std::string rankList(const std::vector<std::uint32_t>& ranks);

/// What Profile::partial says of ranks that are missing, and the same without such sentences.
std::string missingText(const std::vector<std::uint32_t>& missing, std::uint32_t size);
/// The inverse: what else `partial` says.
std::string withoutMissingText(const std::string& partial);

}  // namespace gantry::perf
