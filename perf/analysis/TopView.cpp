// The live view of a program: rates from two snapshots, one line for each timer or call path.

#include <base/text/NumberText.hpp>
#include <base/text/Printable.hpp>
#include <base/text/TextTable.hpp>
#include <base/text/Utf8.hpp>
#include <perf/analysis/TopView.hpp>
#include <perf/model/Flat.hpp>
#include <perf/model/PhaseValues.hpp>

#include <algorithm>
#include <sstream>
#include <string_view>
#include <utility>

namespace gantry::perf {

namespace {

constexpr double kNsPerSecond = 1e9;

using Key = std::pair<std::string, std::string>;

std::string threadName(const ThreadProfile& thread) {
    return std::to_string(thread.id) + (thread.name.empty() ? "" : " " + thread.name);
}

// Several nodes can have one name, such as those of threads that are shown together.
void addTo(std::map<Key, TopLine>& lines, const Key& key, const TopLine& line) {
    TopLine& sum = lines[key];
    sum.thread = key.first;
    sum.name = key.second;
    sum.calls += line.calls;
    sum.inclusive += line.inclusive;
    sum.exclusive += line.exclusive;
    sum.cpu += line.cpu;
    sum.running = sum.running || line.running;
}

// The metric of processor time behind the first one; 0 for none.
std::size_t cpuMetric(const Profile& profile) {
    for (std::size_t m = 1; m < profile.metrics.size(); ++m) {
        if (profile.metrics[m].name == "cpu" && profile.metrics[m].unit == "ns") {
            return m;
        }
    }
    return 0;
}

void addTimers(std::map<Key, TopLine>& lines, const Profile& profile,
               const std::vector<TimerRecord>& records, const std::string& thread) {
    const std::size_t cpu = cpuMetric(profile);
    for (const TimerRecord& record : records) {
        // The phase itself has the values of all its instances.
        if (isPhaseInstance(profile, record.info)) {
            continue;
        }
        TopLine line;
        line.calls = record.calls;
        line.inclusive = static_cast<double>(record.inclusive[0]);
        line.exclusive = static_cast<double>(record.exclusive[0]);
        line.cpu = cpu == 0 ? 0 : static_cast<double>(record.exclusive[cpu]);
        line.running = record.running;
        addTo(lines, {thread, shownName(record.info)}, line);
    }
}

void addCallPaths(std::map<Key, TopLine>& lines, const Profile& profile,
                  const ThreadProfile& thread, const std::string& name) {
    std::vector<std::string> paths;
    const std::vector<MetricValues> exclusive = exclusiveValues(thread);
    const std::size_t cpu = cpuMetric(profile);
    for (std::size_t i = 0; i < thread.nodes.size(); ++i) {
        const CallPathNode& node = thread.nodes[i];
        const std::string own = shownName(profile.timers[node.timer]);
        paths.push_back(
            node.parent < 0 ? own : paths[static_cast<std::size_t>(node.parent)] + " => " + own);
        TopLine line;
        line.calls = node.calls;
        line.inclusive = static_cast<double>(node.inclusive[0]);
        line.exclusive = static_cast<double>(exclusive[i][0]);
        line.cpu = cpu == 0 ? 0 : static_cast<double>(exclusive[i][cpu]);
        line.running = node.running;
        addTo(lines, {name, paths.back()}, line);
    }
}

std::map<Key, TopLine> allLines(const Profile& profile, const TopOptions& options) {
    std::map<Key, TopLine> lines;
    if (!options.threads && !options.callPaths) {
        addTimers(lines, profile, flat(profile), {});
        return lines;
    }
    for (const ThreadProfile& thread : profile.threads) {
        const std::string name = options.threads ? threadName(thread) : std::string();
        if (options.callPaths) {
            addCallPaths(lines, profile, thread, name);
            continue;
        }
        addTimers(lines, profile, flat(profile, thread), name);
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

/// At most that many characters of a printable text, and "..." for its beginning.
std::string lastOf(const std::string& text, std::size_t width) {
    constexpr std::size_t kDots = 3;
    std::size_t left = base::widthOf(text);
    if (left <= width) {
        return text;
    }
    std::size_t at = 0;
    while (left + kDots > width && at < text.size()) {
        at += std::max<std::size_t>(1, base::characterLength(std::string_view(text).substr(at)));
        --left;
    }
    return "..." + text.substr(at);
}

std::size_t widest(const std::string& text) {
    std::size_t most = 0;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        most = std::max(most, base::widthOf(line));
    }
    return most;
}

std::vector<base::TextTable::Column> columnsOf(const Profile& profile, const TopOptions& options) {
    const Metric& metric = profile.metrics.front();
    std::vector<base::TextTable::Column> columns;
    if (options.threads) {
        columns.push_back({"thread", base::TextTable::Align::Left});
    }
    columns.push_back({options.callPaths ? "call path" : "timer", base::TextTable::Align::Left});
    for (const std::string& title : {std::string("calls"), std::string("calls/s"),
                                     metric.name + " incl.", metric.name + " excl."}) {
        columns.push_back({title});
    }
    const bool isTime = metric.unit == "ns";
    columns.push_back({!isTime ? metric.name + "/s" : metric.name == "cpu" ? "busy" : "time"});
    if (cpuMetric(profile) != 0) {
        columns.push_back({"busy"});
    }
    return columns;
}

/// The table with names of at most that many characters.
std::string tableText(const Profile& profile, const std::vector<TopLine>& lines,
                      const TopOptions& options, std::size_t nameWidth) {
    const Metric& metric = profile.metrics.front();
    base::TextTable table(columnsOf(profile, options));
    for (const TopLine& line : lines) {
        std::vector<std::string> cells;
        if (options.threads) {
            // A thread begins with its number; a name behind it takes an eighth of the window.
            constexpr std::size_t kPart = 8;
            cells.push_back(options.width == 0
                                ? line.thread
                                : firstOf(base::printable(line.thread), options.width / kPart));
        }
        cells.push_back(
            lastOf(base::printable(line.name) + (line.running ? " (running)" : ""), nameWidth));
        cells.push_back(base::count(line.calls));
        cells.push_back(base::count(static_cast<std::uint64_t>(line.callsPerSecond)));
        cells.push_back(base::quantity(line.inclusive, metric.unit));
        cells.push_back(base::quantity(line.exclusive, metric.unit));
        cells.push_back(metric.unit == "ns" ? base::share(line.exclusivePerSecond, kNsPerSecond)
                                            : base::quantity(line.exclusivePerSecond, metric.unit));
        if (cpuMetric(profile) != 0) {
            cells.push_back(base::share(line.cpuPerSecond, kNsPerSecond));
        }
        table.addRow(cells);
    }
    return table.text();
}

}  // namespace

std::string firstOf(const std::string& text, std::size_t width) {
    std::size_t at = 0;
    for (std::size_t i = 0; i < width && at < text.size(); ++i) {
        at += std::max<std::size_t>(1, base::characterLength(std::string_view(text).substr(at)));
    }
    return text.substr(0, at);
}

// A program that was restarted, or whose estimates step back, gives a rate of 0 and not a negative
// one.
std::vector<TopLine> topLines(const Profile& now, const Profile* before,
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
            lines.back().cpuPerSecond = std::max(0.0, line.cpu - then.cpu) / seconds;
        }
    }
    std::stable_sort(lines.begin(), lines.end(), [&](const TopLine& a, const TopLine& b) {
        return comesBefore(a, b, options.sort);
    });
    return lines;
}

// In two steps: the table with full names shows how wide it is, and by how much the names have to
// give way.
std::string topTable(const Profile& now, const std::vector<TopLine>& lines,
                     const TopOptions& options) {
    constexpr std::size_t kLeastName = 12;
    const std::size_t shown =
        options.most == 0 ? lines.size() : std::min(options.most, lines.size());
    const std::vector<TopLine> first(lines.begin(),
                                     lines.begin() + static_cast<std::ptrdiff_t>(shown));
    std::size_t longest = kLeastName;
    for (const TopLine& line : first) {
        longest = std::max(longest, base::widthOf(base::printable(line.name)) +
                                        (line.running ? std::string(" (running)").size() : 0));
    }
    std::string text = tableText(now, first, options, longest);
    const std::size_t width = widest(text);
    if (options.width > 0 && width > options.width) {
        const std::size_t excess = width - options.width;
        text = tableText(now, first, options,
                         longest > kLeastName + excess ? longest - excess : kLeastName);
    }
    if (lines.size() > shown) {
        text += "... " + base::plural(lines.size() - shown, "more line") + '\n';
    }
    return text;
}

}  // namespace gantry::perf
