// Speedup, efficiency and where the loss comes from. Two measures: elapsed time, which people wait
// for, and cost, the values of all ranks, which can be divided among regions
// (docs/formats/comparison.md).

#include <perf/analysis/compare/RankTest.hpp>
#include <perf/analysis/compare/Scaling.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <stdexcept>

namespace gantry::perf {

namespace {

using Places = std::vector<std::size_t>;

std::vector<std::size_t> orderOf(const std::vector<double>& ranks) {
    std::vector<std::size_t> order(ranks.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return ranks[a] < ranks[b]; });
    return order;
}

void require(const std::vector<Places>& sets, const std::vector<double>& ranks) {
    if (sets.size() < 2 || sets.size() != ranks.size()) {
        throw std::invalid_argument("scaling needs at least two sets of runs");
    }
    std::vector<double> sorted = ranks;
    std::sort(sorted.begin(), sorted.end());
    if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) {
        throw std::invalid_argument(
            "two sets have the same number of ranks; put runs with as many ranks into one folder, "
            "or state the scale of each set");
    }
    if (!(sorted.front() > 0)) {
        throw std::invalid_argument("the scale of a set is not above 0");
    }
}

// A mean, not a median: means of regions add up to the mean of the whole, medians do not.
double costOf(const RunTable& table, const Places& runs) {
    double sum = 0;
    for (const std::size_t run : runs) {
        sum += table.sum(run);
    }
    return sum / static_cast<double>(runs.size());
}

void addPoint(Scaling& scaling, const RunTable& table, const Places& runs, double ranks) {
    if (runs.empty()) {
        throw std::invalid_argument("a set has no run");
    }
    ScalingPoint point;
    point.ranks = ranks;
    point.runs = runs.size();
    std::vector<double> elapsed;
    for (const std::size_t run : runs) {
        elapsed.push_back(table.runs()[run].elapsed);
        if (!table.runs()[run].partial.empty()) {
            scaling.warnings.push_back(table.runs()[run].name +
                                       " is partial: " + table.runs()[run].partial);
        }
    }
    point.elapsed = median(elapsed);
    point.cost = costOf(table, runs);
    if (!(point.elapsed > 0) || !(point.cost > 0)) {
        throw std::invalid_argument(table.runs()[runs.front()].name +
                                    ": has no value above 0, so there is no efficiency");
    }
    scaling.points.push_back(point);
}

// The cost that a point would have without any loss, for one unit of the first point's cost.
double idealFactor(const Scaling& scaling, const ScalingPoint& point) {
    return scaling.kind == ScalingKind::Strong ? 1 : point.ranks / scaling.points.front().ranks;
}

void setEfficiencies(Scaling& scaling) {
    const ScalingPoint first = scaling.points.front();
    for (ScalingPoint& point : scaling.points) {
        const double more = point.ranks / first.ranks;
        point.ideal = scaling.kind == ScalingKind::Strong ? more : 1;
        point.speedup = first.elapsed / point.elapsed;
        point.efficiency = point.speedup / point.ideal;
        point.costEfficiency = first.cost * idealFactor(scaling, point) / point.cost;
    }
}

// By full names over all call paths: a program may be restructured between the sets.
// The loss of a region is what it costs beyond its ideal, in parts of the cost of the whole point:
// the sum over all regions is 1 - costEfficiency.
void addRegions(Scaling& scaling, const RunTable& table, const std::vector<Places>& sets) {
    std::map<std::string, std::vector<double>> costs;
    for (std::size_t row = 0; row < table.rows().size(); ++row) {
        const TimerInfo& timer = table.rows()[row].timer;
        std::vector<double>& cost = costs[fullName(timer)];
        cost.resize(sets.size());
        for (std::size_t set = 0; set < sets.size(); ++set) {
            for (const std::size_t run : sets[set]) {
                cost[set] += table.self(run, row) / static_cast<double>(sets[set].size());
            }
        }
    }
    for (auto& [name, cost] : costs) {
        ScalingRegion region{name, cost, {}};
        for (std::size_t set = 0; set < sets.size(); ++set) {
            const ScalingPoint& point = scaling.points[set];
            region.loss.push_back((cost[set] - cost[0] * idealFactor(scaling, point)) / point.cost);
        }
        scaling.regions.push_back(std::move(region));
    }
    std::stable_sort(scaling.regions.begin(), scaling.regions.end(),
                     [](const ScalingRegion& a, const ScalingRegion& b) {
                         return a.loss.back() > b.loss.back();
                     });
}

void noteRuns(Scaling& scaling) {
    const auto few = std::count_if(scaling.points.begin(), scaling.points.end(),
                                   [](const ScalingPoint& point) { return point.runs < 3; });
    if (few > 0) {
        scaling.warnings.emplace_back(
            "a number of ranks with less than three runs: its noise is not known");
    }
}

}  // namespace

std::vector<double> ranksOf(const RunTable& table, const std::vector<Places>& sets) {
    std::vector<double> ranks;
    for (const Places& set : sets) {
        // A set is one point of the curve.
        const std::uint32_t number = table.runs()[set.front()].ranks;
        for (const std::size_t run : set) {
            if (table.runs()[run].ranks != number) {
                throw std::invalid_argument(table.runs()[run].name +
                                            ": has another number of ranks than the other runs of "
                                            "its set");
            }
        }
        ranks.push_back(number);
    }
    return ranks;
}

Scaling scalingOf(const RunTable& table, const std::vector<std::vector<std::size_t>>& sets,
                  const std::vector<double>& ranks, ScalingKind kind) {
    require(sets, ranks);
    Scaling scaling;
    scaling.kind = kind;
    scaling.metric = table.metric();
    scaling.unit = table.unit();
    std::vector<Places> ordered;
    for (const std::size_t place : orderOf(ranks)) {
        addPoint(scaling, table, sets[place], ranks[place]);
        ordered.push_back(sets[place]);
    }
    setEfficiencies(scaling);
    addRegions(scaling, table, ordered);
    noteRuns(scaling);
    return scaling;
}

}  // namespace gantry::perf
