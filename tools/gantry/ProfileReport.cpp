#include "ProfileReport.hpp"

#include <perf/model/Flat.hpp>
#include <perf/model/Overhead.hpp>

#include <algorithm>
#include <numeric>

#include "Format.hpp"
#include "TextTable.hpp"

namespace gantry::tools {

namespace {

using Align = TextTable::Align;

/// Timers of components are named INSTANCE::METHOD with the instance as their group; others are
/// shown as they are.
ProfileLine lineOf(const perf::TimerInfo& timer) {
    ProfileLine line;
    line.component = timer.group;
    line.type = timer.type;
    const std::string prefix = timer.group + "::";
    perf::TimerInfo method = timer;
    method.type.clear();
    if (method.name.rfind(prefix, 0) == 0) {
        method.name.erase(0, prefix.size());
    }
    line.method = perf::shownName(method);
    return line;
}

void sortLines(std::vector<ProfileLine>& lines, SortBy sortBy) {
    std::stable_sort(lines.begin(), lines.end(),
                     [sortBy](const ProfileLine& a, const ProfileLine& b) {
                         switch (sortBy) {
                             case SortBy::Exclusive:
                                 return a.exclusive.front() > b.exclusive.front();
                             case SortBy::Inclusive:
                                 return a.inclusive.front() > b.inclusive.front();
                             case SortBy::Calls:
                                 return a.calls > b.calls;
                             case SortBy::Name:
                                 break;
                         }
                         return a.component + a.method < b.component + b.method;
                     });
}

std::string leftOut(std::size_t all, std::size_t shown, const std::string& indent) {
    return all > shown ? indent + "... " + plural(all - shown, "more timer") + "\n" : "";
}

}  // namespace

std::vector<ProfileLine> profileLines(const perf::Profile& profile, SortBy sortBy) {
    std::vector<ProfileLine> lines;
    for (const perf::TimerRecord& record : perf::flat(profile)) {
        ProfileLine line = lineOf(record.info);
        line.calls = record.calls;
        line.childCalls = record.childCalls;
        line.running = record.running;
        for (std::size_t metric = 0; metric < profile.metrics.size(); ++metric) {
            line.inclusive.push_back(static_cast<double>(record.inclusive[metric]));
            line.exclusive.push_back(static_cast<double>(record.exclusive[metric]));
        }
        lines.push_back(std::move(line));
    }
    sortLines(lines, sortBy);
    return lines;
}

std::string profileTable(const perf::Profile& profile, SortBy sortBy, std::size_t most,
                         const std::string& indent, bool withOverhead) {
    const std::vector<ProfileLine> lines = profileLines(profile, sortBy);
    const double total = std::accumulate(
        lines.begin(), lines.end(), 0.0,
        [](double sum, const ProfileLine& line) { return sum + line.exclusive.front(); });
    std::vector<TextTable::Column> columns{
        {"component", Align::Left}, {"class", Align::Left}, {"method", Align::Left}, {"calls"}};
    for (const perf::Metric& metric : profile.metrics) {
        columns.push_back({metric.name + " incl."});
        columns.push_back({metric.name + " excl."});
    }
    columns.push_back({"share"});
    if (withOverhead) {
        columns.push_back({"overhead"});
    }
    TextTable table(columns);
    const std::size_t shown = most == 0 ? lines.size() : std::min(most, lines.size());
    for (std::size_t row = 0; row < shown; ++row) {
        const ProfileLine& line = lines[row];
        std::vector<std::string> cells{line.component, line.type,
                                       line.method + (line.running ? " (running)" : ""),
                                       count(line.calls)};
        for (std::size_t metric = 0; metric < profile.metrics.size(); ++metric) {
            cells.push_back(quantity(line.inclusive[metric], profile.metrics[metric].unit));
            cells.push_back(quantity(line.exclusive[metric], profile.metrics[metric].unit));
        }
        cells.push_back(share(line.exclusive.front(), total));
        if (withOverhead) {
            cells.push_back(profile.pairCost ? quantity(perf::overheadOf(profile, line.calls)[0],
                                                        profile.metrics.front().unit)
                                             : "-");
        }
        table.addRow(std::move(cells));
    }
    return table.text(indent) + leftOut(lines.size(), shown, indent);
}

std::string rankTable(const perf::Profile& profile, std::size_t most, const std::string& indent) {
    if (!profile.ranks) {
        return {};
    }
    std::vector<perf::RankRecord> records = profile.ranks->timers;
    std::stable_sort(records.begin(), records.end(),
                     [](const perf::RankRecord& a, const perf::RankRecord& b) {
                         return a.exclusive[0].sum > b.exclusive[0].sum;
                     });
    const perf::Metric& metric = profile.metrics.front();
    const double total = std::accumulate(
        records.begin(), records.end(), 0.0,
        [](double sum, const perf::RankRecord& record) { return sum + record.exclusive[0].sum; });
    TextTable table({{"component", Align::Left},
                     {"method", Align::Left},
                     {"ranks"},
                     {"calls"},
                     {metric.name + " incl. mean"},
                     {"excl. mean"},
                     {"deviation"},
                     {"min @rank"},
                     {"max @rank"},
                     {"share"}});
    const std::size_t shown = most == 0 ? records.size() : std::min(most, records.size());
    const auto atRank = [&](double value, std::uint32_t rank) {
        return quantity(value, metric.unit) + " @" + std::to_string(rank);
    };
    for (std::size_t row = 0; row < shown; ++row) {
        const perf::RankRecord& record = records[row];
        const ProfileLine names = lineOf(record.info);
        const perf::RankStats& values = record.exclusive[0];
        table.addRow(
            {names.component, names.method, std::to_string(record.ranks),
             count(static_cast<std::uint64_t>(record.calls.sum)),
             quantity(record.inclusive[0].mean, metric.unit), quantity(values.mean, metric.unit),
             quantity(values.standardDeviation, metric.unit), atRank(values.min, values.minRank),
             atRank(values.max, values.maxRank), share(values.sum, total)});
    }
    return table.text(indent) + leftOut(records.size(), shown, indent);
}

std::vector<std::string> metricWarnings(const perf::Profile& profile) {
    std::vector<std::string> warnings;
    for (const auto& [key, value] : profile.context) {
        if (key == perf::kRefusedMetric) {
            warnings.push_back("not measured: " + value);
        } else if (key == perf::kThreadsWithoutMetric) {
            warnings.push_back("threads whose counters could not be set up, which show 0: " +
                               value);
        }
    }
    return warnings;
}

std::string overheadText(const perf::Profile& profile) {
    if (!profile.pairCost) {
        return {};
    }
    const perf::Metric& metric = profile.metrics.front();
    const std::uint64_t calls = perf::allCalls(profile);
    const double all = perf::overheadOf(profile, calls)[0];
    return quantity(profile.pairCost->pair[0], metric.unit) + " a start and stop, " +
           quantity(all, metric.unit) + " in all (" +
           share(all, static_cast<double>(perf::outermostTotal(profile))) + " of " + metric.name +
           ")";
}

}  // namespace gantry::tools
