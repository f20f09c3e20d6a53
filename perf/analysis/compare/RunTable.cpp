#include <base/text/Joined.hpp>
#include <perf/analysis/compare/RunTable.hpp>
#include <perf/model/Flat.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

namespace gantry::perf {

namespace {

double at(const std::vector<double>& values, std::size_t row) {
    return row < values.size() ? values[row] : 0;
}

// What distinguishes timers, in one text: lengths make it unique whatever bytes the names have.
std::string keyOf(const TimerInfo& timer) {
    return std::to_string(timer.name.size()) + ' ' + std::to_string(timer.type.size()) + ' ' +
           std::string(kindName(timer.kind)) + ' ' + timer.name + timer.type + timer.group;
}

std::string metricNames(const Profile& profile) {
    const std::string names = base::joined(profile.metrics, ", ", &Metric::name);
    return names.empty() ? "none" : names;
}

}  // namespace

std::size_t RunTable::metricIn(const std::string& name, const Profile& profile) {
    // The first run decides for all that follow.
    if (options_.metric.empty() && !profile.metrics.empty()) {
        options_.metric = profile.metrics.front().name;
    }
    for (std::size_t m = 0; m < profile.metrics.size(); ++m) {
        if (profile.metrics[m].name != options_.metric) {
            continue;
        }
        if (runs_.empty()) {
            unit_ = profile.metrics[m].unit;
        } else if (unit_ != profile.metrics[m].unit) {
            throw std::invalid_argument(name + ": " + options_.metric + " is in '" +
                                        profile.metrics[m].unit + "', in the runs before in '" +
                                        unit_ + "'; values of different units are not compared");
        }
        return m;
    }
    throw std::invalid_argument(name + ": does not have the metric '" + options_.metric +
                                "', but " + metricNames(profile) +
                                "; choose one that all runs have");
}

std::size_t RunTable::timerPlace(const TimerInfo& timer) {
    TimerInfo info = timer;
    if (const auto renamed = options_.renames.find(info.name); renamed != options_.renames.end()) {
        info.name = renamed->second;
    }
    const auto [place, isNew] = timerPlaces_.emplace(keyOf(info), timers_.size());
    if (isNew) {
        timers_.push_back(info);
    }
    return place->second;
}

std::size_t RunTable::rowPlace(std::int64_t parent, std::size_t timer) {
    const auto [place, isNew] = rowPlaces_.try_emplace({parent, timer}, rows_.size());
    if (isNew) {
        const std::int32_t depth =
            parent < 0 ? 0 : rows_[static_cast<std::size_t>(parent)].depth + 1;
        rows_.push_back({parent, depth, timers_[timer]});
    }
    return place->second;
}

// Exclusive values come from one pass: a node's inclusive value is added to its row and taken off
// the row above.
void RunTable::addThread(const Profile& profile, const ThreadProfile& thread, std::size_t metric,
                         const std::vector<std::size_t>& timers, Values& values) {
    std::vector<std::int64_t> rowOf;
    rowOf.reserve(thread.nodes.size());
    for (const CallPathNode& node : thread.nodes) {
        const std::int64_t parent =
            node.parent < 0 ? -1 : rowOf[static_cast<std::size_t>(node.parent)];
        const std::size_t row = rowPlace(parent, timers[node.timer]);
        rowOf.push_back(static_cast<std::int64_t>(row));
        if (row >= values.self.size()) {
            values.self.resize(row + 1);
            values.total.resize(row + 1);
            values.calls.resize(row + 1);
        }
        const auto inclusive = static_cast<double>(node.inclusive[metric]);
        values.self[row] += inclusive;
        values.total[row] += inclusive;
        values.calls[row] += static_cast<double>(node.calls);
        if (parent >= 0) {
            values.self[static_cast<std::size_t>(parent)] -= inclusive;
        }
        // Only profiles of one metric have estimates.
        if (node.untimed > 0 && profile.metrics.size() == 1) {
            values.error.resize(std::max(values.error.size(), row + 1));
            // Errors of different threads are taken for independent, so their squares add up.
            values.error[row] =
                std::hypot(values.error[row], static_cast<double>(node.error[metric]));
        }
    }
}

std::size_t RunTable::add(const std::string& name, const Profile& profile) {
    const std::size_t metric = metricIn(name, profile);
    std::vector<std::size_t> timers;
    timers.reserve(profile.timers.size());
    for (const TimerInfo& timer : profile.timers) {
        timers.push_back(timerPlace(timer));
    }
    Values values;
    values.self.reserve(rows_.size());
    for (const ThreadProfile& thread : profile.threads) {
        addThread(profile, thread, metric, timers, values);
    }
    RunTableRun run{
        name, profile.created, profile.partial, static_cast<double>(profile.timeNs) * 1e-9, 1,
        false};
    if (profile.ranks) {
        run.ranks = std::max(1U, profile.ranks->size);
        run.overRanks = true;
    }
    if (options_.perRank && run.ranks > 1) {
        for (std::vector<double>* column : {&values.self, &values.total, &values.error}) {
            for (double& value : *column) {
                value /= run.ranks;
            }
        }
    }
    sums_.push_back(std::accumulate(values.self.begin(), values.self.end(), 0.0));
    runs_.push_back(std::move(run));
    values_.push_back(std::move(values));
    return runs_.size() - 1;
}

double RunTable::self(std::size_t run, std::size_t row) const {
    return at(values_[run].self, row);
}

double RunTable::total(std::size_t run, std::size_t row) const {
    return at(values_[run].total, row);
}

double RunTable::calls(std::size_t run, std::size_t row) const {
    return at(values_[run].calls, row);
}

double RunTable::error(std::size_t run, std::size_t row) const {
    return at(values_[run].error, row);
}

std::string RunTable::path(std::size_t row) const {
    std::string text = fullName(rows_[row].timer);
    for (std::int64_t above = rows_[row].parent; above >= 0;) {
        const RunTableRow& parent = rows_[static_cast<std::size_t>(above)];
        text.insert(0, fullName(parent.timer) + " > ");
        above = parent.parent;
    }
    return text;
}

}  // namespace gantry::perf
