#include <perf/model/Flat.hpp>
#include <perf/model/Overhead.hpp>
#include <perf/model/ReduceOverRanks.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace gantry::perf {

namespace {

using TimerKey = std::tuple<std::string, std::string, std::string, TimerKind>;

TimerKey keyOf(const TimerInfo& timer) {
    return {timer.name, timer.type, timer.group, timer.kind};
}

RankStats statsOf(double value, std::uint32_t rank) {
    return {value, value, value, 0, value, rank, rank};
}

// How many ranks each of two sides has.
struct Weights {
    double low = 0;
    double high = 0;
};

// Mean and deviation by the formulas of Chan, Golub and LeVeque, as Moments::merge().
RankStats combined(const RankStats& low, const RankStats& high, Weights weights) {
    RankStats stats = low;
    // Less, not less or equal: the lowest rank that has the extreme is named.
    if (high.min < low.min) {
        stats.min = high.min;
        stats.minRank = high.minRank;
    }
    if (high.max > low.max) {
        stats.max = high.max;
        stats.maxRank = high.maxRank;
    }
    stats.sum += high.sum;
    const double ranks = weights.low + weights.high;
    const double difference = high.mean - low.mean;
    stats.mean += difference * weights.high / ranks;
    const double squares = low.standardDeviation * low.standardDeviation * weights.low +
                           high.standardDeviation * high.standardDeviation * weights.high +
                           difference * difference * weights.low * weights.high / ranks;
    stats.standardDeviation = std::sqrt(squares / ranks);
    return stats;
}

// A timer that none of the ranks started.
RankRecord unstarted(const TimerInfo& info, std::size_t metrics, std::uint32_t rank) {
    RankRecord record;
    record.info = info;
    record.calls = statsOf(0, rank);
    record.inclusive.assign(metrics, statsOf(0, rank));
    record.exclusive.assign(metrics, statsOf(0, rank));
    record.compensatedInclusive = record.inclusive;
    record.compensatedExclusive = record.exclusive;
    return record;
}

// Nothing where a side has none.
void addList(std::vector<RankStats>& low, const std::vector<RankStats>& high, Weights weights) {
    if (low.size() != high.size()) {
        low.clear();
    }
    for (std::size_t m = 0; m < low.size(); ++m) {
        low[m] = combined(low[m], high[m], weights);
    }
}

void add(RankRecord& low, const RankRecord& high, Weights weights) {
    low.ranks += high.ranks;
    low.info.throttled = low.info.throttled || high.info.throttled;
    low.calls = combined(low.calls, high.calls, weights);
    addList(low.inclusive, high.inclusive, weights);
    addList(low.exclusive, high.exclusive, weights);
    addList(low.compensatedInclusive, high.compensatedInclusive, weights);
    addList(low.compensatedExclusive, high.compensatedExclusive, weights);
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

}  // namespace

RankReduction reductionOf(const Profile& profile, std::uint32_t rank) {
    RankReduction result;
    result.size = 1;
    std::map<TimerKey, std::size_t> index;
    std::map<std::uint32_t, TimerRecord> net;
    if (profile.probeOverhead && !isCompensated(profile)) {
        for (TimerRecord& timer : flat(compensated(profile))) {
            net.insert_or_assign(timer.info.id, std::move(timer));
        }
    }
    for (const TimerRecord& timer : flat(profile)) {
        RankRecord& record = result.timers.emplace_back();
        record.info = timer.info;
        record.info.id = static_cast<std::uint32_t>(result.timers.size() - 1);
        index.try_emplace(keyOf(timer.info), result.timers.size() - 1);
        if (timer.info.base >= 0) {
            // The parameter's timer was started before it, so it has a row, unless it was never
            // started.
            const auto owner =
                index.find(keyOf(profile.timers.at(static_cast<std::size_t>(timer.info.base))));
            record.info.base = owner == index.end() ? -1 : static_cast<std::int32_t>(owner->second);
        }
        record.ranks = 1;
        record.calls = statsOf(static_cast<double>(timer.calls), rank);
        for (std::size_t m = 0; m < profile.metrics.size(); ++m) {
            record.inclusive.push_back(statsOf(static_cast<double>(timer.inclusive[m]), rank));
            record.exclusive.push_back(statsOf(static_cast<double>(timer.exclusive[m]), rank));
        }
        const auto without = net.find(timer.info.id);
        for (std::size_t m = 0; without != net.end() && m < profile.metrics.size(); ++m) {
            const TimerRecord& values = without->second;
            record.compensatedInclusive.push_back(
                statsOf(static_cast<double>(values.inclusive[m]), rank));
            record.compensatedExclusive.push_back(
                statsOf(static_cast<double>(values.exclusive[m]), rank));
        }
    }
    return result;
}

// A timer that only one side has counts with zeros on the other.
void combine(RankReduction& low, std::uint32_t firstOfLow, const RankReduction& high,
             std::uint32_t firstOfHigh) {
    const Weights weights{static_cast<double>(low.size), static_cast<double>(high.size)};
    std::map<TimerKey, std::size_t> index;
    for (const RankRecord& record : low.timers) {
        index.try_emplace(keyOf(record.info), record.info.id);
    }
    const std::size_t known = low.timers.size();
    std::vector<bool> met(known, false);
    std::vector<std::size_t> placeOf;
    for (const RankRecord& record : high.timers) {
        const auto [entry, isNew] = index.try_emplace(keyOf(record.info), low.timers.size());
        placeOf.push_back(entry->second);
        if (isNew) {
            low.timers.push_back(unstarted(record.info, record.inclusive.size(), firstOfLow));
            TimerInfo& info = low.timers.back().info;
            info.id = static_cast<std::uint32_t>(entry->second);
            if (info.base >= 0) {
                info.base =
                    static_cast<std::int32_t>(placeOf.at(static_cast<std::size_t>(info.base)));
            }
        } else if (entry->second < known) {
            met[entry->second] = true;
        }
        add(low.timers[entry->second], record, weights);
    }
    for (std::size_t i = 0; i < known; ++i) {
        if (!met[i]) {
            RankRecord& record = low.timers[i];
            add(record, unstarted(record.info, record.inclusive.size(), firstOfHigh), weights);
        }
    }
    low.size += high.size;
    if (!hasCompensated(low)) {
        for (RankRecord& record : low.timers) {
            record.compensatedInclusive.clear();
            record.compensatedExclusive.clear();
        }
    }
}

RankReduction reduceOverRanks(const std::vector<Profile>& profiles) {
    checkMetrics(profiles);
    RankReduction result;
    for (std::size_t i = 0; i < profiles.size(); ++i) {
        const auto rank = static_cast<std::uint32_t>(i);
        if (rank == 0) {
            result = reductionOf(profiles[i], rank);
        } else {
            combine(result, 0, reductionOf(profiles[i], rank), rank);
        }
    }
    return result;
}

}  // namespace gantry::perf
