#include <perf/model/Flat.hpp>
#include <perf/model/ReduceOverRanks.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <stdexcept>
#include <string>
#include <tuple>

namespace gantry::perf {

namespace {

using TimerKey = std::tuple<std::string, std::string, std::string, TimerKind>;

// The records of one timer, by rank; a rank that never started it has an empty one.
struct Row {
    TimerInfo info;
    std::uint32_t ranks = 0;
    std::vector<TimerRecord> perRank;
};

template <class Value>
RankStats statsOf(const Row& row, Value value) {
    RankStats stats;
    Moments moments;
    for (std::size_t rank = 0; rank < row.perRank.size(); ++rank) {
        const auto x = static_cast<double>(value(row.perRank[rank]));
        // Less, not less or equal: the lowest rank that has the extreme is named.
        if (rank == 0 || x < stats.min) {
            stats.min = x;
            stats.minRank = static_cast<std::uint32_t>(rank);
        }
        if (rank == 0 || x > stats.max) {
            stats.max = x;
            stats.maxRank = static_cast<std::uint32_t>(rank);
        }
        stats.sum += x;
        moments.add(x);
    }
    stats.mean = moments.mean;
    stats.standardDeviation = moments.standardDeviation();
    return stats;
}

void checkMetrics(const std::vector<Profile>& profiles) {
    for (std::size_t rank = 1; rank < profiles.size(); ++rank) {
        const bool same = std::equal(
            profiles[0].metrics.begin(), profiles[0].metrics.end(), profiles[rank].metrics.begin(),
            profiles[rank].metrics.end(),
            [](const Metric& a, const Metric& b) { return a.name == b.name && a.unit == b.unit; });
        if (!same) {
            throw std::invalid_argument("reduceOverRanks: rank " + std::to_string(rank) +
                                        " measured other metrics than rank 0; start all ranks "
                                        "with the same set");
        }
    }
}

std::vector<Row> rowsOf(const std::vector<Profile>& profiles) {
    std::vector<Row> rows;
    std::map<TimerKey, std::size_t> index;
    for (std::size_t rank = 0; rank < profiles.size(); ++rank) {
        for (TimerRecord& record : flat(profiles[rank])) {
            const TimerInfo& info = record.info;
            const auto [entry, isNew] =
                index.try_emplace({info.name, info.type, info.group, info.kind}, rows.size());
            if (isNew) {
                rows.push_back({info, 0, std::vector<TimerRecord>(profiles.size())});
                Row& row = rows.back();
                row.info.id = static_cast<std::uint32_t>(entry->second);
                if (info.base >= 0) {
                    const TimerInfo& base =
                        profiles[rank].timers.at(static_cast<std::size_t>(info.base));
                    // The parameter's timer was started before it, so it has a row, unless it was
                    // never started.
                    const auto owner = index.find({base.name, base.type, base.group, base.kind});
                    row.info.base =
                        owner == index.end() ? -1 : static_cast<std::int32_t>(owner->second);
                }
            }
            ++rows[entry->second].ranks;
            rows[entry->second].perRank[rank] = std::move(record);
        }
    }
    return rows;
}

}  // namespace

RankReduction reduceOverRanks(const std::vector<Profile>& profiles) {
    checkMetrics(profiles);
    RankReduction result;
    result.size = static_cast<std::uint32_t>(profiles.size());
    for (const Row& row : rowsOf(profiles)) {
        RankRecord record;
        record.info = row.info;
        record.ranks = row.ranks;
        record.calls = statsOf(row, [](const TimerRecord& r) { return r.calls; });
        for (std::size_t m = 0; m < profiles[0].metrics.size(); ++m) {
            record.inclusive.push_back(
                statsOf(row, [m](const TimerRecord& r) { return r.inclusive[m]; }));
            record.exclusive.push_back(
                statsOf(row, [m](const TimerRecord& r) { return r.exclusive[m]; }));
        }
        result.timers.push_back(record);
    }
    return result;
}

}  // namespace gantry::perf
