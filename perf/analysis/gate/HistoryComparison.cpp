// A run beside the results of a gate. Which results count, and how far they lie apart by
// themselves.

#include <base/text/Joined.hpp>
#include <base/text/NameSuggestion.hpp>
#include <base/text/NumberText.hpp>
#include <perf/analysis/compare/RankTest.hpp>
#include <perf/analysis/compare/ValueComparisons.hpp>
#include <perf/analysis/gate/HistoryComparison.hpp>

#include <boost/math/distributions/students_t.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <set>
#include <stdexcept>

#include "HistorySeries.hpp"

namespace gantry::perf {

namespace {

constexpr double kAlpha = 0.01;
// No number of runs decides against so few others that even this many do not.
constexpr std::size_t kMostRuns = 1000;

bool isAboveZero(double value) {
    return std::isfinite(value) && value > 0;
}

// By which the logarithm of the median of one more result of the level is away from theirs, with
// 99 %: the prediction interval of a normal distribution. Runs inside a result share its state of
// the machine, so that only results, not runs, say something about it.
double driftOf(const std::vector<double>& medians) {
    const auto size = static_cast<double>(medians.size());
    if (medians.size() < kLeastResults) {
        return std::numeric_limits<double>::quiet_NaN();
    }
    std::vector<double> logs;
    logs.reserve(medians.size());
    for (const double value : medians) {
        logs.push_back(std::log(value));
    }
    const double middle = mean(logs);
    double squares = 0;
    for (const double value : logs) {
        squares += (value - middle) * (value - middle);
    }
    const boost::math::students_t student(size - 1);
    const double bound = boost::math::quantile(student, 1 - kAlpha / 2);
    return bound * std::sqrt(squares / (size - 1) * (1 + 1 / size));
}

// The interval of the runs says nothing about the state of the machine; both are independent, so
// that their widths add up as squares.
void widen(ValueComparison& value, double drift) {
    const double shift = std::log1p(value.relative);
    const double below = shift - std::log1p(value.relativeLow);
    const double above = std::log1p(value.relativeHigh) - shift;
    value.relativeLow = std::expm1(shift - std::hypot(below, drift));
    value.relativeHigh = std::expm1(shift + std::hypot(above, drift));
    value.low = value.before * value.relativeLow;
    value.high = value.before * value.relativeHigh;
}

// The least number of new runs that the test needs to be able to decide at all.
std::size_t leastRuns(std::size_t before) {
    std::size_t runs = 1;
    while (smallestP(before, runs) >= kAlpha && runs < kMostRuns) {
        ++runs;
    }
    return runs;
}

std::size_t runsNeededBy(const HistoryComparison& comparison, double limit) {
    const std::size_t least = leastRuns(comparison.runs);
    if (comparison.newRuns < least) {
        return least;
    }
    // Where the results themselves differ by more than the limit, further runs do not decide.
    return std::expm1(comparison.drift) < limit
               ? runsNeededFor(comparison.value, comparison.newRuns, comparison.limit)
               : 0;
}

void judge(HistoryComparison& comparison, double limit) {
    const bool isDriftKnown = !std::isnan(comparison.drift);
    if (!isDriftKnown) {
        comparison.warnings.push_back(
            "the present level has " + base::plural(comparison.results, "result") + "; at least " +
            std::to_string(kLeastResults) +
            " are needed to know how much results differ without a change, so nothing counts as "
            "a change");
        return;
    }
    widen(comparison.value, comparison.drift);
    comparison.value.verdict =
        judgeValue(comparison.value, comparison.value.p < kAlpha, comparison.limit);
    if (comparison.value.verdict == Verdict::CannotTell) {
        comparison.runsNeeded = runsNeededBy(comparison, limit);
    }
}

std::string listed(const std::set<std::string>& names) {
    return base::joined(std::vector<std::string>(names.begin(), names.end()), ", ");
}

std::string chosenName(const std::set<std::string>& names, const std::string& name,
                       const std::string& command) {
    if (!name.empty()) {
        if (!names.contains(name)) {
            throw std::invalid_argument(
                "the history has no gate '" + name + "'" +
                base::suggest(name, std::vector<std::string>(names.begin(), names.end())));
        }
        return name;
    }
    if (names.contains(command)) {
        return command;
    }
    if (names.size() != 1) {
        throw std::invalid_argument("the history has several gates, and none is called '" +
                                    command + "': name one of " + listed(names));
    }
    return *names.begin();
}

bool isMetric(const std::string& asked, const std::string& metric) {
    return asked.empty() || metric == asked || metric == asked + " of the whole run";
}

}  // namespace

HistoryComparison compareWithHistory(const std::vector<GateRecord>& series,
                                     const std::vector<double>& values, double limit) {
    if (series.empty() || values.empty()) {
        throw std::invalid_argument(series.empty() ? "the history has no result to compare with"
                                                   : "there is no run to compare");
    }
    std::vector<double> medians;
    medians.reserve(series.size());
    for (const GateRecord& record : series) {
        medians.push_back(record.median);
    }
    if (!std::all_of(medians.begin(), medians.end(), isAboveZero)) {
        throw std::invalid_argument("a result of the history is not a number above 0");
    }
    if (!std::all_of(values.begin(), values.end(), isAboveZero)) {
        throw std::invalid_argument(
            "a run has no value above 0, so there is nothing to compare; choose another metric");
    }
    const std::vector<ChangePoint> changes = changePoints(medians);
    HistoryComparison comparison;
    comparison.older = changes.empty() ? 0 : changes.back().index;
    comparison.results = series.size() - comparison.older;
    comparison.newRuns = values.size();
    const GateRecord& first = series[comparison.older];
    comparison.name = first.name;
    comparison.metric = first.metric;
    comparison.unit = first.unit;
    comparison.machine = first.machine;
    comparison.since = first.time;
    std::vector<double> before;
    for (std::size_t i = comparison.older; i < series.size(); ++i) {
        const std::vector<double>& runs = series[i].values;
        std::copy_if(runs.begin(), runs.end(), std::back_inserter(before), isAboveZero);
    }
    comparison.runs = before.size();
    medians.erase(medians.begin(), medians.begin() + static_cast<std::ptrdiff_t>(comparison.older));
    comparison.drift = driftOf(medians);
    comparison.limit =
        std::isnan(comparison.drift) ? limit : std::max(limit, std::expm1(comparison.drift));
    if (before.empty()) {
        comparison.value = mediansOf(medians, values);
        comparison.warnings.emplace_back(
            "the results of the present level were kept without their single runs, by an earlier "
            "version, so nothing counts as a change");
        return comparison;
    }
    ComparisonOptions options;
    options.confidence = 1 - kAlpha;
    comparison.value = compareValues(before, values, options);
    judge(comparison, limit);
    return comparison;
}

std::vector<std::vector<GateRecord>> seriesFor(const std::vector<GateRecord>& records,
                                               const std::string& name, const std::string& command,
                                               const std::string& metric,
                                               const std::string& machine) {
    std::set<std::string> names;
    for (const GateRecord& record : records) {
        names.insert(record.name);
    }
    if (names.empty()) {
        throw std::invalid_argument("the history has no result to compare with");
    }
    const std::string chosen = chosenName(names, name, command);
    std::set<std::string> machines;
    std::set<std::string> metrics;
    std::vector<std::vector<GateRecord>> found;
    for (HistorySeries& series : historySeries(records)) {
        const GateRecord& any = series.records.front();
        if (any.name != chosen) {
            continue;
        }
        machines.insert(any.machine);
        if (any.machine != machine) {
            continue;
        }
        metrics.insert(any.metric);
        if (isMetric(metric, any.metric)) {
            found.push_back(std::move(series.records));
        }
    }
    if (metrics.empty()) {
        throw std::invalid_argument("the results of '" + chosen + "' are of another machine (" +
                                    listed(machines) + "), not of " + machine +
                                    ": values of different machines are not compared");
    }
    if (found.empty()) {
        throw std::invalid_argument("the results of '" + chosen + "' are not of the metric '" +
                                    metric + "', but of " + listed(metrics));
    }
    return found;
}

}  // namespace gantry::perf
