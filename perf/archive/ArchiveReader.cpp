#include "ArchiveReader.hpp"

#include <perf/archive/ArchiveError.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ById.hpp"
#include "ModuleTables.hpp"
#include "ProcessTable.hpp"
#include "ProfileCheck.hpp"
#include "RankTables.hpp"
#include "Rows.hpp"
#include "SampleTables.hpp"

namespace gantry::perf {

namespace {

// The file is not trusted: every reference is looked up, and the finished profile is checked once
// more.
class ArchiveReader final {
public:
    ArchiveReader(base::Database& database, const std::filesystem::path& path)
        : database_(database), path_(path) {}

    // Names before what refers to them, timers before paths, threads before misuse: each reference
    // is looked up when it is read.
    Profile read() {
        readRun();
        readAssembly();
        readNames();
        readTimers();
        readProcesses(database_, path_, profile_);
        readThreads();
        readSamples(database_, path_, profile_);
        readEvents();
        readMisuse();
        readModules(database_, path_, names_, profile_);
        return std::move(profile_);
    }

private:
    Rows rows(const std::string& table, const std::string& columns, const std::string& order) {
        return {database_, path_, table, columns, order};
    }

    void readRun() {
        Rows run = rows(
            "run", "created, time_ns, partial, host, cpu_model, cores, os, clock_source, ranks",
            "id");
        if (!run.next()) {
            run.fail(0, "one row");
        }
        profile_.created = run.text(0);
        profile_.timeNs = run.whole(1);
        profile_.partial = run.isNull(2) ? "" : run.text(2);
        profile_.machine = {run.text(3), run.text(4), run.whole<std::uint32_t>(5), run.text(6),
                            run.text(7)};
        if (!run.isNull(8)) {
            profile_.ranks.emplace().size = run.whole<std::uint32_t>(8);
        }
        Rows context = rows("context", "key, value", "id");
        while (context.next()) {
            profile_.context.emplace_back(context.text(0), context.text(1));
        }
        // Version 1 had other names for these columns.
        const bool first = database_.number(
                               "SELECT count(*) FROM pragma_table_info('metric') "
                               "WHERE name = 'pair_cost'") > 0;
        const std::string overhead =
            first ? "pair_cost, pair_cost_inside" : "probe_overhead, probe_overhead_inside";
        Rows metrics = rows("metric", "name, unit, source, " + overhead, "id");
        while (metrics.next()) {
            const std::size_t place = profile_.metrics.size();
            profile_.metrics.push_back({metrics.text(0), metrics.text(1), metrics.text(2)});
            // All metrics have it or none; the first row shows which.
            if (place == 0 && !metrics.isNull(3)) {
                profile_.probeOverhead.emplace();
            }
            if (profile_.probeOverhead && place < kMaxMetrics) {
                profile_.probeOverhead->pair[place] = metrics.real(3);
                profile_.probeOverhead->inside[place] = metrics.real(4);
            }
        }
        if (profile_.metrics.empty() || profile_.metrics.size() > kMaxMetrics) {
            metrics.fail(0, "1 to " + std::to_string(kMaxMetrics) + " rows");
        }
    }

    void readAssembly() {
        Rows instances = rows("instance", "name, class", "id");
        while (instances.next()) {
            profile_.assembly.instances.push_back({instances.text(0), instances.text(1)});
        }
        Rows connections = rows("connection", "user, uses_port, provider, provides_port", "id");
        while (connections.next()) {
            profile_.assembly.connections.push_back({connections.text(0), connections.text(1),
                                                     connections.text(2), connections.text(3)});
        }
    }

    void readNames() {
        Rows names = rows("name", "id, text", "id");
        while (names.next()) {
            names_.add(names.whole(0), names.text(1));
        }
    }

    const std::string& name(const Rows& row, int column) const {
        const std::string* const found = names_.find(row.whole(column));
        if (found == nullptr) {
            row.fail(column, "the id of a name");
        }
        return *found;
    }

    // The columns that all tables of timers begin with.
    TimerInfo timer(const Rows& row) const {
        const std::optional<TimerKind> kind = kindFromName(row.text(4));
        if (!kind) {
            row.fail(4, "timer, phase or parameter");
        }
        return {row.whole<std::uint32_t>(0), name(row, 1), name(row, 2), name(row, 3), *kind,
                row.wholeOrNone(5),          row.truth(6)};
    }

    std::size_t rowsOf(const std::string& table) {
        return static_cast<std::size_t>(database_.number("SELECT count(*) FROM " + table));
    }

    void readTimers() {
        profile_.timers.reserve(rowsOf("timer"));
        Rows timers =
            rows("timer", "id, name_id, type_id, group_id, kind, base_id, throttled", "id");
        while (timers.next()) {
            profile_.timers.push_back(timer(timers));
        }
        if (profile_.ranks) {
            readRankTimers(*profile_.ranks);
            readRankValues(*profile_.ranks);
            readCompensatedRanks(database_, path_, profile_.metrics.size(), *profile_.ranks);
        }
    }

    void readRankTimers(RankReduction& ranks) {
        Rows timers = rows("rank_timer",
                           "id, name_id, type_id, group_id, kind, base_id, throttled, ranks", "id");
        while (timers.next()) {
            RankRecord& record = ranks.timers.emplace_back();
            record.info = timer(timers);
            record.ranks = timers.whole<std::uint32_t>(7);
            record.inclusive.resize(profile_.metrics.size());
            record.exclusive.resize(profile_.metrics.size());
        }
    }

    void readRankValues(RankReduction& ranks) {
        Rows values = rows("rank_value",
                           "rank_timer_id, figure, metric_id, min, max, mean, deviation, sum, "
                           "min_rank, max_rank",
                           "id");
        while (values.next()) {
            const auto place = values.whole<std::size_t>(0);
            // Ids of timers over ranks count from 0 in the order of the rows, as profileIn()
            // verifies at the end.
            if (place >= ranks.timers.size()) {
                values.fail(0, "the id of a timer over ranks");
            }
            rankStats(values, ranks.timers[place]) = {values.real(3),
                                                      values.real(4),
                                                      values.real(5),
                                                      values.real(6),
                                                      values.real(7),
                                                      values.whole<std::uint32_t>(8),
                                                      values.whole<std::uint32_t>(9)};
        }
    }

    // Where the row belongs in the record.
    RankStats& rankStats(const Rows& row, RankRecord& record) const {
        const std::string figure = row.text(1);
        if (figure == "calls") {
            return record.calls;
        }
        if (figure != "inclusive" && figure != "exclusive") {
            row.fail(1, "calls, inclusive or exclusive");
        }
        const std::size_t metric = metricOf(row, 2);
        return figure == "inclusive" ? record.inclusive[metric] : record.exclusive[metric];
    }

    std::size_t metricOf(const Rows& row, int column) const {
        const auto metric = row.whole<std::size_t>(column);
        if (metric >= profile_.metrics.size()) {
            row.fail(column, "the id of a metric");
        }
        return metric;
    }

    void readThreads() {
        std::unordered_map<std::int64_t, std::size_t> placeOf;
        // Earlier archives of this version lack these columns.
        const bool knowsProcesses = hasProcesses(database_);
        Rows threads =
            rows("thread",
                 std::string("id, name, ended, cpu_ns, ") + (knowsProcesses ? "process_id, role"
                                                                            : "NULL AS process_id, "
                                                                              "'unknown' AS role"),
                 "position");
        while (threads.next()) {
            placeOf[threads.whole(0)] = profile_.threads.size();
            ThreadProfile& thread = profile_.threads.emplace_back();
            thread.id = threads.whole<std::uint32_t>(0);
            thread.name = threads.text(1);
            thread.ended = threads.truth(2);
            thread.cpuNs = threads.whole(3);
            thread.process = threads.wholeOrNone(4);
            const std::optional<ThreadRole> role = roleFromName(threads.text(5));
            if (!role) {
                threads.fail(5, "main, worker, library or unknown");
            }
            thread.role = *role;
        }
        readPaths();
        nodesByPath_.resize(profile_.threads.size());
        if (profile_.threads.size() == 1) {
            // Growing would copy what may be hundreds of megabytes.
            profile_.threads[0].nodes.reserve(rowsOf("node"));
        }
        // Both in the order of nodes: one pass over each, without a look-up for each value.
        Rows values = rows("value", "node_id, metric_id, inclusive", "node_id, metric_id");
        Rows nodes = rows("node", "thread_id, path_id, calls, child_calls, running, id", "id");
        while (nodes.next()) {
            const auto thread = placeOf.find(nodes.whole(0));
            if (thread == placeOf.end()) {
                nodes.fail(0, "the id of a thread");
            }
            addNode(nodes, thread->second, values);
        }
        // What is left belongs to no node.
        if (values.next()) {
            values.fail(0, "the id of a node");
        }
    }

    void readPaths() {
        Rows paths = rows("call_path", "id, parent_id, timer_id", "id");
        while (paths.next()) {
            const std::int64_t parent = paths.isNull(1) ? -1 : paths.whole(1);
            paths_.add(paths.whole(0), Path{parent, paths.whole<std::uint32_t>(2)});
        }
    }

    void addNode(const Rows& row, std::size_t threadPlace, Rows& values) {
        ThreadProfile& thread = profile_.threads[threadPlace];
        auto& nodeOf = nodesByPath_[threadPlace];
        const std::int64_t pathId = row.whole(1);
        const Path* const path = paths_.find(pathId);
        if (path == nullptr ||
            !nodeOf.add(pathId, static_cast<std::int32_t>(thread.nodes.size()))) {
            row.fail(1, "the id of a call path, once in each thread");
        }
        CallPathNode node;
        node.timer = path->timer;
        if (path->parent >= 0) {
            const std::int32_t* const parent = nodeOf.find(path->parent);
            if (parent == nullptr) {
                row.fail(1, "a call path below a later one");
            }
            node.parent = *parent;
        }
        node.calls = row.whole<std::uint64_t>(2);
        node.childCalls = row.whole<std::uint64_t>(3);
        node.running = row.truth(4);
        for (std::size_t m = 0; m < profile_.metrics.size(); ++m) {
            // Exactly one row for each metric, in their order; anything else is a damaged table.
            if (!values.next() || values.whole(0) != row.whole(5) || metricOf(values, 1) != m) {
                row.fail(5, "one row of 'value' for each metric");
            }
            node.inclusive[m] = values.whole(2);
        }
        thread.nodes.push_back(node);
    }

    void readEvents() {
        std::unordered_map<std::int64_t, std::size_t> placeOf;
        Rows events = rows("event",
                           "name_id, path_id, count, min, max, mean, m2, sum_squares, zeros, "
                           "collapsed, id",
                           "id");
        while (events.next()) {
            EventStats& event = profile_.events.emplace_back();
            event.name = name(events, 0);
            event.path = name(events, 1);
            event.count = events.whole<std::uint64_t>(2);
            event.min = events.real(3);
            event.max = events.real(4);
            event.mean = events.real(5);
            event.m2 = events.real(6);
            event.sumSquares = events.real(7);
            event.quantiles.zeros = events.whole<std::uint64_t>(8);
            event.quantiles.collapsed = events.whole<std::uint64_t>(9);
            placeOf[events.whole(10)] = profile_.events.size() - 1;
        }
        Rows buckets = rows("event_bucket", "event_id, negative, bucket, count", "id");
        while (buckets.next()) {
            const auto event = placeOf.find(buckets.whole(0));
            if (event == placeOf.end()) {
                buckets.fail(0, "the id of an event");
            }
            QuantileSketch& quantiles = profile_.events[event->second].quantiles;
            (buckets.truth(1) ? quantiles.negative : quantiles.positive)
                .push_back({buckets.whole<std::uint32_t>(2), buckets.whole<std::uint64_t>(3)});
        }
    }

    void readMisuse() {
        Rows list = rows("misuse", "kind, name_id, other_id, count, thread_id", "id");
        while (list.next()) {
            const std::optional<MisuseKind> kind = misuseFromName(list.text(0));
            if (!kind) {
                list.fail(0, "a kind of misuse");
            }
            profile_.misuse.push_back({*kind, name(list, 1), name(list, 2),
                                       list.whole<std::uint64_t>(3), list.wholeOrNone(4)});
        }
    }

    struct Path {
        std::int64_t parent;
        std::uint32_t timer;
    };

    base::Database& database_;
    const std::filesystem::path& path_;
    Profile profile_;
    ById<std::string> names_;
    ById<Path> paths_;
    std::vector<ById<std::int32_t>> nodesByPath_;
};

}  // namespace

Profile profileIn(base::Database& database, const std::filesystem::path& path) {
    Profile profile = ArchiveReader(database, path).read();
    if (const std::string fault = faultOf(profile); !fault.empty()) {
        throw ArchiveError(
            ArchiveError::Kind::Damaged, path,
            "the profile contradicts itself: " + fault + "; take another copy of the file");
    }
    return profile;
}

}  // namespace gantry::perf
