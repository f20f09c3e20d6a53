#include "TopView.hpp"

#include <base/text/NumberText.hpp>
#include <perf/model/Flat.hpp>

#include <algorithm>
#include <utility>

#include "TextTable.hpp"

namespace gantry::tools {

namespace {

constexpr double kNsPerSecond = 1e9;

using Key = std::pair<std::string, std::string>;

std::string threadName(const perf::ThreadProfile& thread) {
    return std::to_string(thread.id) + (thread.name.empty() ? "" : " " + thread.name);
}

void addTo(std::map<Key, TopLine>& lines, const Key& key, const TopLine& line) {
    TopLine& sum = lines[key];
    sum.thread = key.first;
    sum.name = key.second;
    sum.calls += line.calls;
    sum.inclusive += line.inclusive;
    sum.exclusive += line.exclusive;
    sum.running = sum.running || line.running;
}

void addTimers(std::map<Key, TopLine>& lines, const std::vector<perf::TimerRecord>& records,
               const std::string& thread) {
    for (const perf::TimerRecord& record : records) {
        TopLine line;
        line.calls = record.calls;
        line.inclusive = static_cast<double>(record.inclusive[0]);
        line.exclusive = static_cast<double>(record.exclusive[0]);
        line.running = record.running;
        addTo(lines, {thread, perf::shownName(record.info)}, line);
    }
}

void addCallPaths(std::map<Key, TopLine>& lines, const perf::Profile& profile,
                  const perf::ThreadProfile& thread, const std::string& name) {
    std::vector<std::string> paths;
    std::vector<double> inside(thread.nodes.size());
    for (std::size_t i = thread.nodes.size(); i-- > 0;) {
        const perf::CallPathNode& node = thread.nodes[i];
        if (node.parent >= 0) {
            inside[static_cast<std::size_t>(node.parent)] += static_cast<double>(node.inclusive[0]);
        }
    }
    for (std::size_t i = 0; i < thread.nodes.size(); ++i) {
        const perf::CallPathNode& node = thread.nodes[i];
        const std::string own = perf::shownName(profile.timers[node.timer]);
        paths.push_back(
            node.parent < 0 ? own : paths[static_cast<std::size_t>(node.parent)] + " => " + own);
        TopLine line;
        line.calls = node.calls;
        line.inclusive = static_cast<double>(node.inclusive[0]);
        line.exclusive = line.inclusive - inside[i];
        line.running = node.running;
        addTo(lines, {name, paths.back()}, line);
    }
}

std::map<Key, TopLine> allLines(const perf::Profile& profile, const TopOptions& options) {
    std::map<Key, TopLine> lines;
    if (!options.threads && !options.callPaths) {
        addTimers(lines, perf::flat(profile), {});
        return lines;
    }
    for (const perf::ThreadProfile& thread : profile.threads) {
        const std::string name = options.threads ? threadName(thread) : std::string();
        if (options.callPaths) {
            addCallPaths(lines, profile, thread, name);
            continue;
        }
        addTimers(lines, perf::flat(profile, thread), name);
    }
    return lines;
}

bool comesBefore(const TopLine& a, const TopLine& b, TopOptions::Sort sort) {
    switch (sort) {
        case TopOptions::Sort::Rate:
            return a.exclusivePerSecond > b.exclusivePerSecond;
        case TopOptions::Sort::Exclusive:
            return a.exclusive > b.exclusive;
        case TopOptions::Sort::Inclusive:
            return a.inclusive > b.inclusive;
        case TopOptions::Sort::Calls:
            return a.calls > b.calls;
        case TopOptions::Sort::Name:
            break;
    }
    return a.name < b.name;
}

}  // namespace

std::vector<TopLine> topLines(const perf::Profile& now, const perf::Profile* before,
                              const TopOptions& options) {
    const std::map<Key, TopLine> current = allLines(now, options);
    const std::map<Key, TopLine> earlier =
        before != nullptr ? allLines(*before, options) : std::map<Key, TopLine>();
    const std::int64_t since = before != nullptr ? before->timeNs : 0;
    const double seconds = static_cast<double>(now.timeNs - since) / kNsPerSecond;
    std::vector<TopLine> lines;
    for (const auto& [key, line] : current) {
        lines.push_back(line);
        const auto old = earlier.find(key);
        const TopLine then = old != earlier.end() ? old->second : TopLine{};
        if (seconds > 0) {
            lines.back().callsPerSecond =
                static_cast<double>(line.calls - std::min(line.calls, then.calls)) / seconds;
            lines.back().exclusivePerSecond =
                std::max(0.0, line.exclusive - then.exclusive) / seconds;
        }
    }
    std::stable_sort(lines.begin(), lines.end(), [&](const TopLine& a, const TopLine& b) {
        return comesBefore(a, b, options.sort);
    });
    return lines;
}

std::string topTable(const perf::Profile& now, const std::vector<TopLine>& lines,
                     const TopOptions& options) {
    const perf::Metric& metric = now.metrics.front();
    const bool isTime = metric.unit == "ns";
    std::vector<TextTable::Column> columns;
    if (options.threads) {
        columns.push_back({"thread", TextTable::Align::Left});
    }
    columns.push_back({options.callPaths ? "call path" : "timer", TextTable::Align::Left});
    for (const char* const title : {"calls", "calls/s"}) {
        columns.push_back({title});
    }
    columns.push_back({metric.name + " incl."});
    columns.push_back({metric.name + " excl."});
    columns.push_back({isTime ? "busy" : metric.name + "/s"});
    TextTable table(columns);
    const std::size_t shown =
        options.most == 0 ? lines.size() : std::min(options.most, lines.size());
    for (std::size_t i = 0; i < shown; ++i) {
        const TopLine& line = lines[i];
        std::vector<std::string> cells;
        if (options.threads) {
            cells.push_back(line.thread);
        }
        cells.push_back(line.name + (line.running ? " (running)" : ""));
        cells.push_back(base::count(line.calls));
        cells.push_back(base::count(static_cast<std::uint64_t>(line.callsPerSecond)));
        cells.push_back(base::quantity(line.inclusive, metric.unit));
        cells.push_back(base::quantity(line.exclusive, metric.unit));
        cells.push_back(isTime ? base::share(line.exclusivePerSecond, kNsPerSecond)
                               : base::quantity(line.exclusivePerSecond, metric.unit));
        table.addRow(std::move(cells));
    }
    std::string text = table.text();
    if (lines.size() > shown) {
        text += "... " + base::plural(lines.size() - shown, "more line") + '\n';
    }
    return text;
}

}  // namespace gantry::tools
