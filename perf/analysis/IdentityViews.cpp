// Tables of what was measured by rank, host or thread, and of timers over threads or ranks. With
// very many ranks an archive has totals of each rank in place of its threads; then `ranks` is not
// empty, and threads are not counted a second time.

#include <base/text/NumberText.hpp>
#include <perf/analysis/IdentityViews.hpp>
#include <perf/analysis/ProfileLines.hpp>
#include <perf/model/EventStats.hpp>
#include <perf/model/Flat.hpp>
#include <perf/model/Overhead.hpp>
#include <perf/model/RankMerger.hpp>

#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "MetricColumns.hpp"

namespace gantry::perf {

namespace {

using Shown = ReportColumn::Shown;

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

// Not known is a NaN, as in every column of numbers of a report.
ReportValue wholeOrNone(std::int64_t number, bool known) {
    return known ? ReportValue(number) : ReportValue(kUnknown);
}

// Older profiles do not say of which process a thread is; it then has the defaults.
const ProcessInfo& processOf(const Profile& profile, const ThreadProfile& thread) {
    static const ProcessInfo unknown;
    return thread.process < 0 ? unknown
                              : profile.processes.at(static_cast<std::size_t>(thread.process));
}

std::string hostOf(const Profile& profile, const ProcessInfo& process) {
    return process.host.empty() ? profile.machine.host : process.host;
}

// Threads, what they measured, and how often they called something.
struct Sums {
    std::int64_t threads = 0;
    std::int64_t calls = 0;
    std::int64_t cpuNs = 0;
    std::int64_t measured = 0;

    void add(const ThreadProfile& thread, std::size_t metric) {
        ++threads;
        cpuNs += thread.cpuNs;
        for (const CallPathNode& node : thread.nodes) {
            calls += static_cast<std::int64_t>(node.calls);
            // Only nodes at the top: what is below is part of them.
            measured += node.parent < 0 ? node.inclusive[metric] : 0;
        }
    }

    void add(const RankTotals& rank, std::size_t metric) {
        threads += rank.threads;
        calls += rank.calls;
        cpuNs += rank.cpuNs;
        measured += rank.measured.at(metric);
    }
};

class IdentityTable final {
public:
    IdentityTable(const Profile& profile, std::size_t metric, bool withLibraries,
                  const std::vector<RankTotals>& ranks)
        : profile_(profile),
          ranks_(ranks),
          metric_(profile.metrics[metric]),
          place_(metric),
          withLibraries_(withLibraries),
          total_(totalOf(profile, metric)) {}

    ReportTable byRank() {
        ReportTable table{"by rank", "process", {}, {}, {}, 0};
        table.columns = {{"rank", "rank", ""}, {"host", "host", ""}, {"pid", "process", ""}};
        addSumColumns(table);
        Sums unknown;
        const std::vector<Sums> sums = sumsOfProcesses(unknown);
        for (std::size_t i = 0; i < sums.size(); ++i) {
            const ProcessInfo& process = profile_.processes[i];
            table.rows.push_back({wholeOrNone(process.rank, process.rank >= 0),
                                  hostOf(profile_, process),
                                  wholeOrNone(process.pid, process.pid > 0)});
            addSums(table.rows.back(), sums[i]);
        }
        // Threads of an older profile, which does not say of which process they are.
        if (unknown.threads > 0) {
            table.rows.push_back({kUnknown, profile_.machine.host, kUnknown});
            addSums(table.rows.back(), unknown);
        }
        return table;
    }

    ReportTable byHost() {
        ReportTable table{"by host", "host", {}, {}, {}, 0};
        table.columns = {{"host", "host", ""},
                         {"processes", "processes", ""},
                         {"ranks", "ranks", "", Shown::WhenUsed}};
        addSumColumns(table);
        struct Host {
            std::int64_t processes = 0;
            std::vector<std::uint32_t> ranks;
            Sums sums;
        };
        // Hosts of processes without a thread are listed as well.
        std::map<std::string, Host> hosts;
        for (const ProcessInfo& process : profile_.processes) {
            Host& host = hosts[hostOf(profile_, process)];
            ++host.processes;
            if (process.rank >= 0) {
                host.ranks.push_back(static_cast<std::uint32_t>(process.rank));
            }
        }
        for (const RankTotals& rank : ranks_) {
            if (const auto process = processOfRank().find(rank.rank);
                process != processOfRank().end()) {
                hosts[hostOf(profile_, profile_.processes[process->second])].sums.add(rank, place_);
            }
        }
        for (const ThreadProfile& thread : profile_.threads) {
            if (counts(thread) && ranks_.empty()) {
                hosts[hostOf(profile_, processOf(profile_, thread))].sums.add(thread, place_);
            }
        }
        for (const auto& [name, host] : hosts) {
            table.rows.push_back(
                {name, wholeOrNone(host.processes, host.processes > 0), rankList(host.ranks)});
            addSums(table.rows.back(), host.sums);
        }
        return table;
    }

    ReportTable byThread() {
        ReportTable table{"by thread", "thread", {}, {}, {}, 0};
        table.columns = {
            {"rank", "rank", "", Shown::WhenUsed},     {"host", "host", "", Shown::ToPrograms},
            {"pid", "process", "", Shown::ToPrograms}, {"thread", "thread", ""},
            {"name", "name", "", Shown::WhenUsed},     {"role", "role", ""},
            {"ended", "ended", "", Shown::ToPrograms}};
        addSumColumns(table);
        for (const ThreadProfile& thread : profile_.threads) {
            if (!counts(thread)) {
                continue;
            }
            const ProcessInfo& process = processOf(profile_, thread);
            table.rows.push_back(
                {process.rank >= 0 ? std::to_string(process.rank) : "", hostOf(profile_, process),
                 wholeOrNone(process.pid, process.pid > 0), std::int64_t{thread.id}, thread.name,
                 std::string(roleName(thread.role)), thread.ended});
            Sums sums;
            sums.add(thread, place_);
            addSums(table.rows.back(), sums);
        }
        return table;
    }

    ReportTable byFunction() {
        ReportTable table{"by function", "timer", {}, {}, {}, 0};
        const std::string& unit = metric_.unit;
        table.columns = {{"component", "component", ""},
                         {"method", "method", ""},
                         {"threads", "threads", ""},
                         {"calls", "calls", "", Shown::ToPrograms},
                         {"sum", metric_.name + " excl.", unit},
                         {"min", "min", unit},
                         {"mean", "mean", unit},
                         {"max", "max", unit},
                         {"deviation", "deviation", unit},
                         {"imbalance", "imbalance", "%"},
                         {"maxAt", "max at", ""}};
        if (!ranks_.empty()) {
            addRowsOverRanks(table);
            return table;
        }
        struct Row {
            Moments values;
            std::int64_t calls = 0;
            const ThreadProfile* greatest = nullptr;
        };
        std::map<std::uint32_t, Row> rows;
        for (const ThreadProfile& thread : profile_.threads) {
            // One value for each thread, not for each call path: the deviation is between threads.
            for (const TimerRecord& record : flat(profile_, thread)) {
                Row& row = rows[record.info.id];
                const auto value = static_cast<double>(record.exclusive[place_]);
                // Of equal ones, the first thread stays.
                if (row.values.count == 0 || value > row.values.max) {
                    row.greatest = &thread;
                }
                row.values.add(value);
                row.calls += static_cast<std::int64_t>(record.calls);
            }
        }
        for (const auto& [timer, row] : rows) {
            const ProfileLine names = lineOf(profile_.timers[timer]);
            const Moments& values = row.values;
            const double imbalance = imbalanceOf(values.max, values.mean);
            table.rows.push_back({names.component, names.method,
                                  static_cast<std::int64_t>(values.count), row.calls, values.sum(),
                                  values.min, values.mean, values.max, values.standardDeviation(),
                                  imbalance, placeOf(*row.greatest)});
        }
        sortRows(table, "sum");
        return table;
    }

private:
    // Percent imbalance: by how much the slowest exceeds the mean, 0 where all are equal.
    static double imbalanceOf(double max, double mean) {
        return mean > 0 ? 100 * (max - mean) / mean : 0;
    }

    // The same columns, with ranks for threads.
    void addRowsOverRanks(ReportTable& table) const {
        table.columns[2].title = "ranks";
        for (const RankRecord& record : profile_.ranks->timers) {
            const ProfileLine names = lineOf(record.info);
            const auto& list = record.compensatedExclusive.empty() || !isCompensated(profile_)
                                   ? record.exclusive
                                   : record.compensatedExclusive;
            const RankStats& values = list.at(place_);
            table.rows.push_back({names.component, names.method, std::int64_t{record.ranks},
                                  static_cast<std::int64_t>(record.calls.sum), values.sum,
                                  values.min, values.mean, values.max, values.standardDeviation,
                                  imbalanceOf(values.max, values.mean),
                                  "rank " + std::to_string(values.maxRank)});
        }
        sortRows(table, "sum");
    }

    // Made at the first use, since most reports need no look-up by rank.
    [[nodiscard]] const std::map<std::uint32_t, std::size_t>& processOfRank() {
        const bool made = !placeOfRank_.empty();
        for (std::size_t i = 0; !made && i < profile_.processes.size(); ++i) {
            placeOfRank_.try_emplace(static_cast<std::uint32_t>(profile_.processes[i].rank), i);
        }
        return placeOfRank_;
    }

    // By place of the process; unknown: of threads without one.
    std::vector<Sums> sumsOfProcesses(Sums& unknown) {
        std::vector<Sums> sums(profile_.processes.size());
        for (const RankTotals& rank : ranks_) {
            if (const auto process = processOfRank().find(rank.rank);
                process != processOfRank().end()) {
                sums[process->second].add(rank, place_);
            }
        }
        for (const ThreadProfile& thread : profile_.threads) {
            if (counts(thread) && ranks_.empty()) {
                Sums& sum =
                    thread.process < 0 ? unknown : sums[static_cast<std::size_t>(thread.process)];
                sum.add(thread, place_);
            }
        }
        return sums;
    }

    [[nodiscard]] bool counts(const ThreadProfile& thread) const {
        return withLibraries_ || thread.role != ThreadRole::Library;
    }

    [[nodiscard]] std::string placeOf(const ThreadProfile& thread) const {
        const ProcessInfo& process = processOf(profile_, thread);
        const std::string own = "thread " + std::to_string(thread.id);
        return process.rank >= 0 ? "rank " + std::to_string(process.rank) + ", " + own : own;
    }

    void addSumColumns(ReportTable& table) const {
        table.columns.push_back(
            {"threads", "threads", "", table.noun == "thread" ? Shown::ToPrograms : Shown::Always});
        table.columns.push_back({"calls", "calls", ""});
        table.columns.push_back({"cpu", "CPU time", "ns"});
        table.columns.push_back({"measured", metric_.name + " measured", metric_.unit});
        table.columns.push_back({"share", "share", "%"});
    }

    void addSums(std::vector<ReportValue>& row, const Sums& sums) const {
        row.emplace_back(sums.threads);
        row.emplace_back(sums.calls);
        row.emplace_back(sums.cpuNs);
        row.emplace_back(sums.measured);
        row.emplace_back(shareOf(static_cast<double>(sums.measured), total_));
    }

    const Profile& profile_;
    const std::vector<RankTotals>& ranks_;
    std::map<std::uint32_t, std::size_t> placeOfRank_;
    const Metric& metric_;
    std::size_t place_;
    bool withLibraries_;
    double total_;
};

std::string hostsOf(const Profile& profile) {
    std::set<std::string> hosts;
    for (const ProcessInfo& process : profile.processes) {
        hosts.insert(process.host);
    }
    return hosts.size() == 1 ? *hosts.begin() : base::plural(hosts.size(), "host");
}

// The ranks that left nothing.
std::vector<std::uint32_t> missingRanks(const Profile& profile) {
    std::vector<std::uint32_t> missing;
    std::set<std::int32_t> present;
    for (const ProcessInfo& process : profile.processes) {
        present.insert(process.rank);
    }
    for (std::uint32_t rank = 0; profile.ranks && rank < profile.ranks->size; ++rank) {
        if (present.count(static_cast<std::int32_t>(rank)) == 0) {
            missing.push_back(rank);
        }
    }
    return missing;
}

}  // namespace

std::optional<ReportBy> reportByName(std::string_view name) {
    return name == "rank"       ? std::optional(ReportBy::Rank)
           : name == "host"     ? std::optional(ReportBy::Host)
           : name == "thread"   ? std::optional(ReportBy::Thread)
           : name == "function" ? std::optional(ReportBy::Function)
                                : std::nullopt;
}

ReportTable identityTable(const Profile& profile, const ShownMetrics& metrics, ReportBy by,
                          bool withLibraries, const std::vector<RankTotals>& ranks) {
    IdentityTable tables(profile, metrics.front(), withLibraries, ranks);
    switch (by) {
        case ReportBy::Rank:
            return tables.byRank();
        case ReportBy::Host:
            return tables.byHost();
        case ReportBy::Thread:
            return tables.byThread();
        case ReportBy::Function:
            break;
    }
    return tables.byFunction();
}

std::string processesText(const Profile& profile) {
    const std::size_t processes = profile.processes.size();
    std::string text =
        (profile.ranks ? base::plural(processes, "rank")
                       : std::to_string(processes) + (processes == 1 ? " process" : " processes")) +
        " on " + hostsOf(profile) + ", " + base::plural(profile.threads.size(), "thread") + ", " +
        base::plural(profile.timers.size(), "timer") + '\n';
    if (const auto missing = missingRanks(profile); !missing.empty()) {
        text += std::string("missing: ") + (missing.size() == 1 ? "rank " : "ranks ") +
                rankList(missing) + " of " + std::to_string(profile.ranks->size) + '\n';
    }
    return text;
}

}  // namespace gantry::perf
