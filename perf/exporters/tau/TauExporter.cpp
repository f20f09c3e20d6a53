// TAU's profile files: profile.NODE.CONTEXT.THREAD with the rank as the node, in one folder for
// each metric if there are several.

#include <base/files/FileError.hpp>
#include <base/text/NumberText.hpp>
#include <base/text/Printable.hpp>
#include <perf/exporters/Exporter.hpp>
#include <perf/exporters/JsonText.hpp>
#include <perf/exporters/Stacks.hpp>
#include <perf/model/Flat.hpp>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <fstream>
#include <map>
#include <string>

namespace gantry::perf {

namespace {

namespace fs = std::filesystem;

// Readers end a name at a quote, and have no way to write one.
std::string quoted(const std::string& name) {
    std::string text = base::printable(name);
    std::replace(text.begin(), text.end(), '"', '\'');
    return '"' + text + '"';
}

// Readers take a metric for a time, in microseconds, if its name contains TIME.
std::string metricName(const Metric& metric) {
    std::string name;
    for (const char letter : metric.name) {
        const auto byte = static_cast<unsigned char>(letter);
        name += std::isalnum(byte) != 0 ? static_cast<char>(std::toupper(byte)) : '_';
    }
    return metric.unit == "ns" ? name + "_TIME" : name;
}

std::string valueText(const Metric& metric, std::int64_t value) {
    return metric.unit == "ns" ? microseconds(value) : std::to_string(value);
}

struct Row {
    std::string name;
    std::string groups;
    std::uint64_t calls;
    std::uint64_t childCalls;
    const MetricValues* inclusive;
    const MetricValues* exclusive;
};

/// The rows of one thread are the same in the file of each metric, but for their values.
class TauFile final {
public:
    TauFile(const Profile& profile, const ThreadProfile& thread)
        : profile_(profile),
          thread_(withoutParameters(profile, thread)),
          flat_(flat(profile, thread_)),
          exclusive_(exclusiveValues(thread_)) {}

    void write(std::size_t metric, bool hasEvents, std::ostream& output) const {
        // A call path of one step would have the same name as its flat timer and is left out.
        const std::size_t deeper = static_cast<std::size_t>(
            std::count_if(thread_.nodes.begin(), thread_.nodes.end(),
                          [](const CallPathNode& node) { return node.parent >= 0; }));
        output << flat_.size() + deeper << " templated_functions_MULTI_"
               << metricName(profile_.metrics[metric])
               << "\n# Name Calls Subrs Excl Incl ProfileCalls #\n";
        for (const TimerRecord& record : flat_) {
            writeRow({fullName(record.info), record.info.group, record.calls, record.childCalls,
                      &record.inclusive, &record.exclusive},
                     metric, output);
        }
        writePaths(metric, output);
        output << "0 aggregates\n";
        writeEvents(hasEvents, output);
    }

private:
    void writeRow(const Row& row, std::size_t metric, std::ostream& output) const {
        const Metric& unit = profile_.metrics[metric];
        output << quoted(row.name) << ' ' << row.calls << ' ' << row.childCalls << ' '
               << valueText(unit, (*row.exclusive)[metric]) << ' '
               << valueText(unit, (*row.inclusive)[metric]) << " 0 GROUP=" << quoted(row.groups)
               << '\n';
    }

    void writePaths(std::size_t metric, std::ostream& output) const {
        std::vector<std::string> paths;
        for (std::size_t i = 0; i < thread_.nodes.size(); ++i) {
            const CallPathNode& node = thread_.nodes[i];
            const TimerInfo& timer = profile_.timers[node.timer];
            if (node.parent < 0) {
                paths.push_back(fullName(timer));
                continue;
            }
            paths.push_back(paths[static_cast<std::size_t>(node.parent)] + " => " +
                            fullName(timer));
            writeRow({paths[i], "TAU_CALLPATH|" + timer.group, node.calls, node.childCalls,
                      &node.inclusive, &exclusive_[i]},
                     metric, output);
        }
    }

    void writeEvents(bool hasEvents, std::ostream& output) const {
        output << (hasEvents ? profile_.events.size() : 0) << " userevents\n";
        if (!hasEvents || profile_.events.empty()) {
            return;
        }
        output << "# eventname numevents max min mean sumsqr\n";
        for (const EventStats& event : profile_.events) {
            output << quoted(displayName(event)) << ' ' << event.count << ' '
                   << base::exact(event.max) << ' ' << base::exact(event.min) << ' '
                   << base::exact(event.mean) << ' ' << base::exact(event.sumSquares) << '\n';
        }
    }

    const Profile& profile_;
    ThreadProfile thread_;
    std::vector<TimerRecord> flat_;
    std::vector<MetricValues> exclusive_;
};

void writeFile(const fs::path& path, const TauFile& file, std::size_t metric, bool hasEvents) {
    fs::create_directories(path.parent_path());
    std::ofstream output(path, std::ios::binary);
    errno = 0;
    file.write(metric, hasEvents, output);
    output.close();
    if (!output) {
        base::failOnFile(path, "cannot write", errno == 0 ? ENOSPC : errno);
    }
}

void writeFolder(const ExportSource& source, const fs::path& folder) {
    const Profile& profile = source.profile;
    std::map<std::uint32_t, std::uint32_t> threadsOf;
    for (std::size_t t = 0; t < profile.threads.size(); ++t) {
        const std::uint32_t rank = rankOf(source, t);
        const TauFile file(profile, profile.threads[t]);
        const std::string name =
            "profile." + std::to_string(rank) + ".0." + std::to_string(threadsOf[rank]++);
        for (std::size_t m = 0; m < profile.metrics.size(); ++m) {
            const fs::path place = profile.metrics.size() == 1
                                       ? folder
                                       : folder / ("MULTI__" + metricName(profile.metrics[m]));
            // Events are known over all threads only.
            writeFile(place / name, file, m, t == 0);
        }
    }
}

}  // namespace

Exporter tauExporter() {
    return {"tau",
            "a folder of TAU profiles: timers and call paths of each thread, statistics of events; "
            "ParaProf, pprof of TAU, Hatchet",
            "threads of events, which are all in the first file; parameters, most facts, and the "
            "trace",
            ".tau",
            TraceUse::None,
            nullptr,
            writeFolder};
}

}  // namespace gantry::perf
