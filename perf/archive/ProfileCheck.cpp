// What a profile must be so that an archive can hold it. Checked before writing, so that no program
// makes an archive which readers refuse, and after reading, because the file may come from
// anywhere.

#include "ProfileCheck.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <set>

namespace gantry::perf {

namespace {

// Counts become SQLite's signed 64-bit integers.
constexpr std::uint64_t kMostCount = std::numeric_limits<std::int64_t>::max();

bool isValue(std::int64_t value) {
    return value >= -kMostValue && value <= kMostValue;
}

std::string faultOf(const std::vector<TimerInfo>& timers) {
    for (std::size_t i = 0; i < timers.size(); ++i) {
        const TimerInfo& timer = timers[i];
        const std::string where = "timer " + std::to_string(i) + ": ";
        if (timer.id != i) {
            return where + "its id is " + std::to_string(timer.id);
        }
        const bool isParameter = timer.kind == TimerKind::Parameter;
        if (isParameter != (timer.base >= 0) || timer.base < -1) {
            return where + "a parameter, and nothing else, must have a base";
        }
        if (isParameter &&
            (static_cast<std::size_t>(timer.base) >= timers.size() ||
             timers[static_cast<std::size_t>(timer.base)].kind == TimerKind::Parameter)) {
            return where + "its base is not a timer";
        }
    }
    return {};
}

// References first: what follows uses them as indices.
std::string faultOf(const CallPathNode& node, std::size_t place, const Profile& profile) {
    if (node.timer >= profile.timers.size()) {
        return "there is no timer " + std::to_string(node.timer);
    }
    if (node.parent < -1 || node.parent >= static_cast<std::int64_t>(place)) {
        return "its parent path does not precede it";
    }
    if (node.calls > kMostCount || node.childCalls > kMostCount) {
        return "it has too many calls";
    }
    if (node.untimed > node.calls) {
        return "there are more untimed calls than calls";
    }
    for (std::size_t m = 0; m < kMaxMetrics; ++m) {
        const std::int64_t value = node.inclusive[m];
        if (!isValue(value) || (m >= profile.metrics.size() && value != 0)) {
            return "the value " + std::to_string(value) + " is out of range";
        }
        if (!isValue(node.error[m]) || node.error[m] < 0) {
            return "the error " + std::to_string(node.error[m]) + " is out of range";
        }
    }
    return {};
}

bool totalsFit(const Profile& profile) {
    MetricValues totals{};
    for (const ThreadProfile& thread : profile.threads) {
        for (const CallPathNode& node : thread.nodes) {
            for (std::size_t m = 0; m < profile.metrics.size(); ++m) {
                // Cannot overflow: each value is at most 2^56 and the sum is checked after each.
                const std::int64_t value = node.inclusive[m];
                totals[m] += value < 0 ? -value : value;
                if (totals[m] > kMostTotal) {
                    return false;
                }
            }
        }
    }
    return true;
}

std::string faultOfThreads(const Profile& profile) {
    std::set<std::uint32_t> ids;
    for (const ThreadProfile& thread : profile.threads) {
        const std::string where = "thread " + std::to_string(thread.id);
        // The id is the key of the table of threads.
        if (!ids.insert(thread.id).second) {
            return where + " is there twice";
        }
        if (!isValue(thread.cpuNs)) {
            return where + ": its CPU time is out of range";
        }
        if (thread.process < -1 ||
            thread.process >= static_cast<std::int64_t>(profile.processes.size())) {
            return where + ": there is no process " + std::to_string(thread.process);
        }
        for (std::size_t i = 0; i < thread.nodes.size(); ++i) {
            const std::string fault = faultOf(thread.nodes[i], i, profile);
            if (!fault.empty()) {
                return std::string(where).append(", call path ").append(std::to_string(i)) + ": " +
                       fault;
            }
        }
    }
    return totalsFit(profile) ? "" : "the values of a metric are too large together";
}

bool isOf(const RankStats& stats, std::uint32_t ranks) {
    return stats.minRank < ranks && stats.maxRank < ranks;
}

std::string faultOf(const RankReduction& ranks, std::size_t metrics) {
    if (ranks.size == 0) {
        return "values over no ranks";
    }
    for (std::size_t i = 0; i < ranks.timers.size(); ++i) {
        const RankRecord& record = ranks.timers[i];
        const std::string where = "timer " + std::to_string(i) + " over ranks: ";
        if (record.info.id != i || record.info.base < -1 ||
            record.info.base >= static_cast<std::int64_t>(ranks.timers.size())) {
            return where + "its id or base is wrong";
        }
        if (record.ranks > ranks.size || !isOf(record.calls, ranks.size)) {
            return where + "there is no such rank";
        }
        if (record.inclusive.size() != metrics || record.exclusive.size() != metrics) {
            return where + "there is not one value for each metric";
        }
        for (const auto* list : {&record.inclusive, &record.exclusive, &record.compensatedInclusive,
                                 &record.compensatedExclusive}) {
            if (!std::all_of(list->begin(), list->end(),
                             [&](const RankStats& stats) { return isOf(stats, ranks.size); })) {
                return where + "there is no such rank";
            }
        }
    }
    return {};
}

bool isSound(const ProbeOverhead& cost) {
    // False for a NaN, too.
    const auto fits = [](double value) {
        return value >= 0 && value <= static_cast<double>(kMostValue);
    };
    return std::all_of(cost.pair.begin(), cost.pair.end(), fits) &&
           std::all_of(cost.inside.begin(), cost.inside.end(), fits) &&
           std::all_of(cost.untimed.begin(), cost.untimed.end(), fits);
}

std::string faultOfLists(const Profile& profile) {
    for (const EventStats& event : profile.events) {
        if (event.count > kMostCount) {
            return "an event has too many values";
        }
        if (!event.quantiles.isSound()) {
            return "the quantiles of an event are out of order or out of range";
        }
    }
    for (const Misuse& misuse : profile.misuse) {
        if (misuse.count > kMostCount || misuse.thread < -1 || misuse.kind > kLastMisuseKind) {
            return "a misuse has a wrong kind, count or thread";
        }
    }
    return {};
}

}  // namespace

std::string faultOf(const Profile& profile) {
    if (profile.metrics.empty() || profile.metrics.size() > kMaxMetrics) {
        return "it has " + std::to_string(profile.metrics.size()) + " metrics instead of 1 to " +
               std::to_string(kMaxMetrics);
    }
    if (!isValue(profile.timeNs)) {
        return "its time is out of range";
    }
    if (profile.probeOverhead && !isSound(*profile.probeOverhead)) {
        return "the measurement overhead is not a number from 0 to 2^56";
    }
    for (const std::string& fault :
         {faultOf(profile.timers), faultOfThreads(profile), faultOfLists(profile),
          profile.ranks ? faultOf(*profile.ranks, profile.metrics.size()) : std::string()}) {
        if (!fault.empty()) {
            return fault;
        }
    }
    return {};
}

}  // namespace gantry::perf
