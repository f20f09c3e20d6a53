// Joins the profiles of ranks. Sums of floating-point numbers depend on their order, so every way
// of joining follows one binary tree over the ranks.

#include <perf/model/CommonThreads.hpp>
#include <perf/model/Merge.hpp>
#include <perf/model/RankMerger.hpp>
#include <perf/model/ReduceOverRanks.hpp>

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <utility>

namespace gantry::perf {

namespace {

constexpr const char* kSeparator = "; ";
constexpr const char* kReportedNothing = " ranks these reported nothing: ";

std::uint32_t countOf(const RankPart& part) {
    return part.profile.ranks ? part.profile.ranks->size : 0;
}

bool hasProfile(const RankPart& part) {
    return part.missing.size() < countOf(part);
}

std::string spanOf(const RankPart& part) {
    const std::uint32_t count = countOf(part);
    return count == 1 ? "rank " + std::to_string(part.first)
                      : "ranks " + std::to_string(part.first) + " to " +
                            std::to_string(part.first + count - 1);
}

bool sameMetrics(const Profile& a, const Profile& b) {
    return std::equal(
        a.metrics.begin(), a.metrics.end(), b.metrics.begin(), b.metrics.end(),
        [](const Metric& x, const Metric& y) { return x.name == y.name && x.unit == y.unit; });
}

// What has no profile fits to all.
void requireSameMetrics(const RankPart& low, const RankPart& high) {
    if (hasProfile(low) && hasProfile(high) && !sameMetrics(low.profile, high.profile)) {
        throw std::invalid_argument("the profiles of " + spanOf(low) + " and of " + spanOf(high) +
                                    " were measured with different metrics; measure all ranks "
                                    "with the same set");
    }
}

}  // namespace

RankPart rankPart(std::uint32_t rank, Profile profile, RankDetail detail) {
    RankPart part;
    part.first = rank;
    part.detail = detail;
    profile.ranks = reductionOf(profile, rank);
    if (!profile.partial.empty()) {
        profile.partial = "rank " + std::to_string(rank) + ": " + profile.partial;
    }
    for (ProcessInfo& process : profile.processes) {
        process.rank = static_cast<std::int32_t>(rank);
    }
    // It is a fact about this rank and not about the run.
    std::erase_if(profile.context, [](const auto& fact) { return fact.first == "rank"; });
    if (detail == RankDetail::Columns) {
        part.columns = columnsOf(rank, profile);
        uniteThreads(profile);
    }
    part.profile = std::move(profile);
    return part;
}

RankPart missingRank(std::uint32_t rank, RankDetail detail) {
    RankPart part;
    part.first = rank;
    part.detail = detail;
    part.profile.ranks.emplace().size = 1;
    part.missing.push_back(rank);
    if (detail == RankDetail::Columns) {
        part.columns = RankColumns{rank, 1};
    }
    return part;
}

void join(RankPart& low, RankPart high) {
    const bool lowCounts = hasProfile(low);
    const bool highCounts = hasProfile(high);
    requireSameMetrics(low, high);
    // Taken out before the profiles are merged, which knows nothing of ranks.
    RankReduction ranks = *std::exchange(low.profile.ranks, std::nullopt);
    combine(ranks, low.first, *high.profile.ranks, high.first);
    if (lowCounts && highCounts) {
        mergeInto(low.profile, std::move(high.profile));
        if (low.detail == RankDetail::Columns) {
            uniteThreads(low.profile);
        }
    } else if (highCounts) {
        low.profile = std::move(high.profile);
    }
    low.profile.ranks = std::move(ranks);
    // In order, as the ranks of `high` come behind those of `low`.
    std::copy(high.missing.begin(), high.missing.end(), std::back_inserter(low.missing));
    if (low.columns && high.columns) {
        join(*low.columns, *std::move(high.columns));
    } else if (high.columns) {
        low.columns = std::move(high.columns);
    }
}

std::optional<RankBlock> takeLastBlock(RankPart& part) {
    const std::optional<RankColumns> columns = std::exchange(part.columns, std::nullopt);
    return columns ? std::optional(packed(*columns)) : std::nullopt;
}

std::optional<RankBlock> takeFullBlock(RankPart& part, std::uint32_t ranksInBlock) {
    return part.columns && part.columns->count == ranksInBlock ? takeLastBlock(part) : std::nullopt;
}

Profile wholeRun(RankPart part) {
    Profile profile = std::move(part.profile);
    const std::uint32_t size = profile.ranks ? profile.ranks->size : 0;
    for (ProcessInfo& process : profile.processes) {
        process.size = size;
    }
    if (!part.missing.empty()) {
        profile.partial +=
            (profile.partial.empty() ? "" : kSeparator) + missingText(part.missing, size);
    }
    return profile;
}

void RankMerger::push(RankPart part) {
    next_ = part.first + countOf(part);
    // As a binary counter: equal sizes are joined at once.
    while (!parts_.empty() && countOf(parts_.back()) == countOf(part)) {
        RankPart low = std::move(parts_.back());
        parts_.pop_back();
        join(low, std::move(part));
        part = std::move(low);
        if (std::optional<RankBlock> block = takeFullBlock(part, ranksInBlock_)) {
            blocks_.push_back(*std::move(block));
        }
    }
    parts_.push_back(std::move(part));
}

void RankMerger::add(std::uint32_t rank, Profile profile) {
    if (rank < next_) {
        throw std::invalid_argument("rank " + std::to_string(rank) + " was added before");
    }
    // Ranks that were skipped reported nothing.
    while (next_ < rank) {
        push(missingRank(next_, detail_));
    }
    RankPart part = rankPart(rank, std::move(profile), detail_);
    // Before anything is joined: a rank that does not fit costs the others nothing.
    for (const RankPart& low : parts_) {
        requireSameMetrics(low, part);
    }
    push(std::move(part));
}

Profile RankMerger::take(std::uint32_t size) {
    if (next_ == 0) {
        throw std::invalid_argument("there is no rank to merge");
    }
    while (next_ < size) {
        push(missingRank(next_, detail_));
    }
    // What is left has sizes that descend; joined from the small end, as the tree of a run whose
    // size is not a power of two.
    RankPart whole = std::move(parts_.back());
    parts_.pop_back();
    while (!parts_.empty()) {
        RankPart low = std::move(parts_.back());
        parts_.pop_back();
        join(low, std::move(whole));
        whole = std::move(low);
    }
    next_ = 0;
    if (std::optional<RankBlock> block = takeLastBlock(whole)) {
        blocks_.push_back(*std::move(block));
    }
    return wholeRun(std::move(whole));
}

std::vector<RankBlock> RankMerger::takeBlocks() {
    return std::exchange(blocks_, {});
}

std::string rankList(const std::vector<std::uint32_t>& ranks) {
    std::string text;
    for (std::size_t i = 0; i < ranks.size();) {
        std::size_t end = i + 1;
        while (end < ranks.size() && ranks[end] == ranks[end - 1] + 1) {
            ++end;
        }
        text += (text.empty() ? "" : ", ") + std::to_string(ranks[i]);
        // "3, 4", but "3-5".
        if (end - i > 1) {
            text += (end - i > 2 ? "-" : ", ") + std::to_string(ranks[end - 1]);
        }
        i = end;
    }
    return text;
}

std::string missingText(const std::vector<std::uint32_t>& missing, std::uint32_t size) {
    return "of " + std::to_string(size) + kReportedNothing + rankList(missing);
}

std::string withoutMissingText(const std::string& partial) {
    std::string kept;
    for (std::size_t begin = 0; begin < partial.size();) {
        const std::size_t end = std::min(partial.find(kSeparator, begin), partial.size());
        const std::string sentence = partial.substr(begin, end - begin);
        if (!sentence.starts_with("of ") || sentence.find(kReportedNothing) == std::string::npos) {
            kept += (kept.empty() ? "" : kSeparator) + sentence;
        }
        begin = end + 2;
    }
    return kept;
}

}  // namespace gantry::perf
