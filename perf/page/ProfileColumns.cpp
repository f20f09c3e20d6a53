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
#include <iterator>
#include <list>
#include <numeric>
#include <string_view>
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
    // rows: how many there will be.
    Columns(const Profile& profile, const std::vector<const char*>& keys, std::size_t rows)
        : metrics_(profile.metrics.size()), rows_(rows), sampled_(allUntimed(profile) > 0) {
        texts_.resize(keys.size());
        for (std::size_t i = 0; i < keys.size(); ++i) {
            texts_[i] = column(keys[i]);
        }
        calls_ = column("calls");
        childCalls_ = column("childCalls");
        running_ = column("running");
        if (sampled_) {
            untimed_ = column("untimed");
        }
        inclusive_ = byMetric("inclusive");
        exclusive_ = byMetric("exclusive");
        if (sampled_) {
            inclusiveError_ = byMetric("inclusiveError");
            exclusiveError_ = byMetric("exclusiveError");
        }
    }

    void add(const Values& values) {
        add(calls_, values.calls);
        add(childCalls_, values.childCalls);
        add(running_, values.running ? 1 : 0);
        add(inclusive_, values.inclusive);
        add(exclusive_, values.exclusive);
        if (sampled_) {
            add(untimed_, values.untimed);
            add(inclusiveError_, values.inclusiveError);
            add(exclusiveError_, values.exclusiveError);
        }
    }

    // The values of a row in the order of the keys.
    template <class... Cells>
    void addCells(Cells&&... cells) {
        std::size_t place = 0;
        (add(texts_[place++], std::forward<Cells>(cells)), ...);
    }

    // With room for all members: an object that grows copies the columns that it has.
    Json take() {
        Json::object_t document;
        document.reserve(columns_.size() + 1);
        for (auto& [key, lists] : columns_) {
            if (isByMetric(key)) {
                List all;
                std::move(lists.begin(), lists.end(), std::back_inserter(all));
                document.emplace(key, std::move(all));
            } else {
                document.emplace(key, std::move(lists.front()));
            }
        }
        return Json(std::move(document));
    }

private:
    using List = Json::array_t;
    using Lists = std::vector<List>;

    static bool isByMetric(std::string_view key) {
        return key.starts_with("inclusive") || key.starts_with("exclusive");
    }

    Lists* lists(const char* key, std::size_t count) {
        Lists& added = columns_.emplace_back(key, Lists(count)).second;
        for (List& list : added) {
            list.reserve(rows_);
        }
        return &added;
    }

    List* column(const char* key) { return &lists(key, 1)->front(); }
    Lists* byMetric(const char* key) { return lists(key, metrics_); }

    template <class Cell>
    static void add(List* list, Cell&& cell) {
        list->emplace_back(std::forward<Cell>(cell));
    }

    void add(Lists* lists, const MetricValues& values) const {
        for (std::size_t m = 0; m < metrics_; ++m) {
            (*lists)[m].emplace_back(values[m]);
        }
    }

    std::size_t metrics_;
    std::size_t rows_;
    bool sampled_;
    // By key, in the order in which they are written; a list, whose elements stay where they are.
    std::list<std::pair<const char*, Lists>> columns_;
    std::vector<List*> texts_;
    List* calls_ = nullptr;
    List* childCalls_ = nullptr;
    List* running_ = nullptr;
    List* untimed_ = nullptr;
    Lists* inclusive_ = nullptr;
    Lists* exclusive_ = nullptr;
    Lists* inclusiveError_ = nullptr;
    Lists* exclusiveError_ = nullptr;
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
    std::uint32_t timer = 0;
    Values values{};
};

// The places of the `most` timers with the largest exclusive values.
std::vector<std::size_t> largestOf(const std::vector<TimerRecord>& timers, std::size_t most) {
    std::vector<std::size_t> places(timers.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    if (places.size() > most) {
        std::nth_element(places.begin(), places.begin() + static_cast<std::ptrdiff_t>(most),
                         places.end(), [&timers](std::size_t a, std::size_t b) {
                             return timers[a].exclusive[0] > timers[b].exclusive[0];
                         });
        places.resize(most);
    }
    return places;
}

void keepLargest(std::vector<OnThread>& all, std::size_t most) {
    if (all.size() > most) {
        std::nth_element(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(most), all.end(),
                         [](const OnThread& a, const OnThread& b) {
                             return a.values.exclusive[0] > b.values.exclusive[0];
                         });
        all.resize(most);
    }
}

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

Json timerColumns(const Profile& profile, const std::vector<TimerRecord>& timers) {
    Columns columns(profile, {"id", "name", "component", "class", "method", "kind", "instance"},
                    timers.size());
    for (const TimerRecord& record : timers) {
        const ProfileLine line = lineOf(record.info);
        columns.addCells(record.info.id, pageText(shownName(record.info)), pageText(line.component),
                         pageText(line.type),
                         pageText(line.method + samplingMark(record.calls, record.untimed)),
                         line.kind, isPhaseInstance(profile, record.info) ? 1 : 0);
        columns.add(valuesOf(record));
    }
    return columns.take();
}

Json pathColumns(const Profile& profile, const CallPaths& paths) {
    const auto values = valuesOfPaths(profile, paths);
    Columns columns(profile, {"parent", "timer", "threads"}, paths.paths.size());
    for (std::size_t i = 0; i < paths.paths.size(); ++i) {
        columns.addCells(paths.paths[i].parent, paths.paths[i].timer, values[i].second);
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

Json timersOfThreads(const Profile& profile, const std::vector<TimerRecord>& timers,
                     std::size_t most) {
    const bool isAlone = profile.threads.size() == 1;
    std::vector<OnThread> all;
    std::size_t count = 0;
    for (std::size_t t = 0; t < profile.threads.size(); ++t) {
        // Of one thread alone, the sums over all threads are its own.
        const std::vector<TimerRecord> own =
            isAlone ? std::vector<TimerRecord>{} : flat(profile, profile.threads[t]);
        const std::vector<TimerRecord>& records = isAlone ? timers : own;
        count += records.size();
        for (const std::size_t place : largestOf(records, most)) {
            all.push_back({t, records[place].info.id, valuesOf(records[place])});
        }
        keepLargest(all, most);
    }
    std::sort(all.begin(), all.end(), [](const OnThread& a, const OnThread& b) {
        return std::pair(a.timer, a.thread) < std::pair(b.timer, b.thread);
    });
    Columns columns(profile, {"timer", "thread"}, all.size());
    for (const OnThread& one : all) {
        columns.addCells(one.timer, one.thread);
        columns.add(one.values);
    }
    Json document = columns.take();
    document["leftOut"] = count - all.size();
    return document;
}

}  // namespace gantry::perf
