// Values of single ranks as codes: floating point with 8 leading digits, so that a column of many
// ranks packs into few bits for each (docs/formats/archive.md).

#include <perf/model/RankColumns.hpp>

#include <algorithm>
#include <bit>
#include <iterator>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

namespace gantry::perf {

namespace {

// Leading binary digits that a code keeps, without the first, which is always 1.
constexpr unsigned kDigits = 7;
constexpr std::uint64_t kExact = std::uint64_t{1} << (kDigits + 1);

using TimerKey = std::tuple<std::string, std::string, std::string, TimerKind>;

TimerKey keyOf(const TimerInfo& timer) {
    return {timer.name, timer.type, timer.group, timer.kind};
}

std::int64_t wholeOf(double value) {
    return static_cast<std::int64_t>(value);
}

void addFigure(RankColumn& column, std::int64_t value) {
    column.figures.push_back({columnCode(value)});
}

RankColumn totalsOf(const Profile& profile) {
    std::int64_t threads = 0;
    std::int64_t calls = 0;
    std::int64_t cpuNs = 0;
    MetricValues measured;
    for (const ThreadProfile& thread : profile.threads) {
        if (thread.role == ThreadRole::Library) {
            continue;
        }
        ++threads;
        cpuNs += thread.cpuNs;
        for (const CallPathNode& node : thread.nodes) {
            calls += static_cast<std::int64_t>(node.calls);
            if (node.parent < 0) {
                measured += node.inclusive;
            }
        }
    }
    RankColumn totals{{0}, {}};
    addFigure(totals, threads);
    addFigure(totals, calls);
    addFigure(totals, cpuNs);
    for (std::size_t m = 0; m < profile.metrics.size(); ++m) {
        addFigure(totals, measured[m]);
    }
    return totals;
}

// Ranks of the high part count on from those of the low one.
void append(RankColumn& low, const RankColumn& high, std::uint32_t distance) {
    // A timer that the lower ranks never started has no figures yet.
    if (low.ranks.empty()) {
        low.figures.resize(high.figures.size());
    }
    for (const std::uint32_t rank : high.ranks) {
        low.ranks.push_back(rank + distance);
    }
    for (std::size_t i = 0; i < std::min(low.figures.size(), high.figures.size()); ++i) {
        low.figures[i].insert(low.figures[i].end(), high.figures[i].begin(), high.figures[i].end());
    }
}

}  // namespace

std::uint32_t columnCode(std::int64_t value) noexcept {
    const std::uint32_t sign = value < 0 ? 1 : 0;
    std::uint64_t magnitude = static_cast<std::uint64_t>(value);
    magnitude = sign != 0 ? ~magnitude + 1 : magnitude;
    std::uint32_t exponent = 0;
    if (magnitude >= kExact) {
        exponent = static_cast<std::uint32_t>(std::bit_width(magnitude)) - kDigits - 1;
        // Of the bits that are cut off, the uppermost decides: half and more rounds up.
        // Rounded; a carry into a further digit gives the first value of the next exponent.
        magnitude = (magnitude >> (exponent - 1)) / 2 + (magnitude >> (exponent - 1)) % 2;
    }
    const auto code = static_cast<std::uint32_t>(magnitude) + (exponent << kDigits);
    // No negative zero, so that equal values have equal codes.
    return code * 2 + (code > 0 ? sign : 0);
}

std::int64_t columnValue(std::uint32_t code) noexcept {
    constexpr unsigned kMostExponent = 63 - kDigits - 1;
    // The inverse: an exponent of 0 is a number below 256 as it is.
    const std::uint32_t position = code / 2;
    std::uint64_t magnitude = position;
    if (position >= kExact) {
        const std::uint32_t exponent = (position >> kDigits) - 1;
        magnitude = (position & ((1U << kDigits) - 1)) + (1U << kDigits);
        magnitude = exponent > kMostExponent
                        ? static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())
                        : magnitude << exponent;
    }
    const auto value = static_cast<std::int64_t>(magnitude);
    return (code & 1U) != 0 ? -value : value;
}

RankColumns columnsOf(std::uint32_t rank, const Profile& profile) {
    RankColumns columns{rank, 1, totalsOf(profile)};
    for (const RankRecord& record : profile.ranks->timers) {
        RankColumn column{{0}, {}};
        addFigure(column, wholeOf(record.calls.sum));
        for (const auto* values : {&record.inclusive, &record.exclusive}) {
            for (const RankStats& value : *values) {
                addFigure(column, wholeOf(value.sum));
            }
        }
        columns.timers.push_back(record.info);
        columns.columns.push_back(std::move(column));
    }
    return columns;
}

void join(RankColumns& low, RankColumns high) {
    std::map<TimerKey, std::size_t> places;
    for (std::size_t i = 0; i < low.timers.size(); ++i) {
        places.try_emplace(keyOf(low.timers[i]), i);
    }
    append(low.totals, high.totals, low.count);
    for (std::size_t i = 0; i < high.timers.size(); ++i) {
        const auto [entry, isNew] = places.try_emplace(keyOf(high.timers[i]), low.timers.size());
        if (isNew) {
            low.timers.push_back(std::move(high.timers[i]));
            low.columns.emplace_back();
        }
        append(low.columns[entry->second], high.columns[i], low.count);
    }
    low.count += high.count;
}

RankBlock packed(const RankColumns& columns) {
    RankBlock block{columns.first, columns.count, packColumn(columns.totals, columns.count), {}};
    for (std::size_t i = 0; i < columns.timers.size(); ++i) {
        TimerInfo timer = columns.timers[i];
        // Places of another rank's list.
        timer.id = 0;
        timer.base = -1;
        timer.throttled = false;
        block.columns.push_back({std::move(timer), packColumn(columns.columns[i], columns.count)});
    }
    return block;
}

}  // namespace gantry::perf
