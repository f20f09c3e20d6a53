// Values of a profile in columns, for the page of a run (docs/formats/page.md).

#include "ProfileColumns.hpp"

#include <base/text/Printable.hpp>
#include <base/text/Utf8.hpp>
#include <perf/analysis/ProfileLines.hpp>
#include <perf/model/CallPaths.hpp>
#include <perf/model/Flat.hpp>
#include <perf/model/Overhead.hpp>
#include <perf/model/PhaseValues.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace gantry::perf {

namespace {

// The values of one timer or call path.
struct Values {
    std::uint64_t calls = 0;
    std::uint64_t childCalls = 0;
    bool running = false;
    MetricValues inclusive{};
    MetricValues exclusive{};
    std::uint64_t untimed = 0;
    MetricValues inclusiveError{};
    MetricValues exclusiveError{};
};

Values valuesOf(const TimerRecord& record) {
    return {record.calls,     record.childCalls, record.running,        record.inclusive,
            record.exclusive, record.untimed,    record.inclusiveError, record.exclusiveError};
}

// Columns of values. Errors only where calls were left untimed, which is rare. Columns and no
// rows: the same keys would be in each row, and equal numbers side by side compress better.
class Columns final {
public:
    Columns(const Profile& profile, std::vector<const char*> keys)
        : metrics_(profile.metrics.size()), sampled_(allUntimed(profile) > 0) {
        keys.insert(keys.end(), {"calls", "childCalls", "running"});
        if (sampled_) {
            keys.push_back("untimed");
        }
        for (const char* key : keys) {
            document_[key] = Json::array();
        }
        std::vector<const char*> byMetric{"inclusive", "exclusive"};
        if (sampled_) {
            byMetric.insert(byMetric.end(), {"inclusiveError", "exclusiveError"});
        }
        for (const char* key : byMetric) {
            document_[key] = Json::array();
            for (std::size_t m = 0; m < metrics_; ++m) {
                document_[key].push_back(Json::array());
            }
        }
    }

    void add(const Values& values) {
        document_["calls"].push_back(values.calls);
        document_["childCalls"].push_back(values.childCalls);
        document_["running"].push_back(values.running ? 1 : 0);
        add("inclusive", values.inclusive);
        add("exclusive", values.exclusive);
        if (sampled_) {
            document_["untimed"].push_back(values.untimed);
            add("inclusiveError", values.inclusiveError);
            add("exclusiveError", values.exclusiveError);
        }
    }

    void add(const char* key, Json value) { document_[key].push_back(std::move(value)); }

    Json take() { return std::move(document_); }

private:
    void add(const char* key, const MetricValues& values) {
        for (std::size_t m = 0; m < metrics_; ++m) {
            document_[key][m].push_back(values[m]);
        }
    }

    std::size_t metrics_;
    bool sampled_;
    Json document_ = Json::object();
};

// The values of each call path over the threads.
std::vector<std::pair<Values, std::uint64_t>> valuesOfPaths(const Profile& profile,
                                                            const CallPaths& paths) {
    std::vector<std::pair<Values, std::uint64_t>> all(paths.paths.size());
    for (std::size_t t = 0; t < profile.threads.size(); ++t) {
        const ThreadProfile& thread = profile.threads[t];
        const std::vector<MetricValues> exclusive = exclusiveValues(thread);
        const std::vector<MetricValues> errors = exclusiveErrors(thread);
        for (std::size_t i = 0; i < thread.nodes.size(); ++i) {
            const CallPathNode& node = thread.nodes[i];
            auto& [sum, threads] = all[static_cast<std::size_t>(paths.pathOf[t][i])];
            ++threads;
            sum.calls += node.calls;
            sum.childCalls += node.childCalls;
            sum.running = sum.running || node.running;
            sum.inclusive += node.inclusive;
            sum.exclusive += exclusive[i];
            sum.untimed += node.untimed;
            for (std::size_t m = 0; m < profile.metrics.size(); ++m) {
                if (node.error[m] != 0) {
                    sum.inclusiveError[m] = errorOfSum(sum.inclusiveError[m], node.error[m]);
                }
                if (errors[i][m] != 0) {
                    sum.exclusiveError[m] = errorOfSum(sum.exclusiveError[m], errors[i][m]);
                }
            }
        }
    }
    return all;
}

struct OnThread {
    std::size_t thread = 0;  // its place
    TimerRecord record{};
};

// Null where it is not known.
const ProcessInfo* processOf(const Profile& profile, const ThreadProfile& thread) {
    const auto place = static_cast<std::size_t>(thread.process);
    return thread.process >= 0 && place < profile.processes.size() ? &profile.processes[place]
                                                                   : nullptr;
}

}  // namespace

std::string pageText(const std::string& bytes) {
    return base::isUtf8(bytes) ? bytes : base::printable(bytes);
}

Json timerColumns(const Profile& profile) {
    Columns columns(profile, {"id", "name", "component", "class", "method", "kind", "instance"});
    for (const TimerRecord& record : flat(profile)) {
        const ProfileLine line = lineOf(record.info);
        columns.add("id", record.info.id);
        columns.add("name", pageText(shownName(record.info)));
        columns.add("component", pageText(line.component));
        columns.add("class", pageText(line.type));
        columns.add("method", pageText(line.method + samplingMark(record.calls, record.untimed)));
        columns.add("kind", line.kind);
        columns.add("instance", isPhaseInstance(profile, record.info) ? 1 : 0);
        columns.add(valuesOf(record));
    }
    return columns.take();
}

Json pathColumns(const Profile& profile) {
    const CallPaths paths = callPathsOf(profile);
    const auto values = valuesOfPaths(profile, paths);
    Columns columns(profile, {"parent", "timer", "threads"});
    for (std::size_t i = 0; i < paths.paths.size(); ++i) {
        columns.add("parent", paths.paths[i].parent);
        columns.add("timer", paths.paths[i].timer);
        columns.add("threads", values[i].second);
        columns.add(values[i].first);
    }
    return columns.take();
}

Json threadColumns(const Profile& profile) {
    Json threads = Json::array();
    for (const ThreadProfile& thread : profile.threads) {
        Json measured = Json::array();
        for (std::size_t m = 0; m < profile.metrics.size(); ++m) {
            std::int64_t sum = 0;
            for (const CallPathNode& node : thread.nodes) {
                sum += node.parent < 0 ? node.inclusive[m] : 0;
            }
            measured.push_back(sum);
        }
        const ProcessInfo* process = processOf(profile, thread);
        threads.push_back({{"id", thread.id},
                           {"name", pageText(thread.name)},
                           {"rank", process != nullptr ? process->rank : -1},
                           {"host", process != nullptr ? pageText(process->host) : ""},
                           {"pid", process != nullptr ? process->pid : 0},
                           {"role", roleName(thread.role)},
                           {"ended", thread.ended},
                           {"cpuNs", thread.cpuNs},
                           {"callPaths", thread.nodes.size()},
                           {"measured", measured}});
    }
    return threads;
}

Json timersOfThreads(const Profile& profile, std::size_t most) {
    std::vector<OnThread> all;
    for (std::size_t t = 0; t < profile.threads.size(); ++t) {
        for (TimerRecord& record : flat(profile, profile.threads[t])) {
            all.push_back({t, std::move(record)});
        }
    }
    const std::size_t leftOut = all.size() > most ? all.size() - most : 0;
    if (leftOut > 0) {
        // The largest exclusive values stay; their order is made afterwards, over what is kept.
        std::nth_element(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(most), all.end(),
                         [](const OnThread& a, const OnThread& b) {
                             return a.record.exclusive[0] > b.record.exclusive[0];
                         });
        all.resize(most);
    }
    std::sort(all.begin(), all.end(), [](const OnThread& a, const OnThread& b) {
        return std::pair(a.record.info.id, a.thread) < std::pair(b.record.info.id, b.thread);
    });
    Columns columns(profile, {"timer", "thread"});
    for (const OnThread& one : all) {
        columns.add("timer", one.record.info.id);
        columns.add("thread", one.thread);
        columns.add(valuesOf(one.record));
    }
    Json document = columns.take();
    document["leftOut"] = leftOut;
    return document;
}

}  // namespace gantry::perf
