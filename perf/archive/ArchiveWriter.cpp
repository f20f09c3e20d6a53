// Fills the tables of an archive from a profile. beginArchive(), fillArchive() and endArchive() are
// one transaction in a file that nobody else sees yet; any failure leaves no archive behind.

#include "ArchiveWriter.hpp"

#include <perf/archive/Archive.hpp>
#include <perf/archive/ArchivedTimeline.hpp>
#include <perf/model/CallPaths.hpp>
#include <perf/model/Flat.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "Contents.hpp"
#include "HistoryTables.hpp"
#include "ModuleTables.hpp"
#include "NameWriter.hpp"
#include "ProcessTable.hpp"
#include "RankTables.hpp"
#include "SampleTables.hpp"
#include "Schema.hpp"
#include "SourceTables.hpp"

namespace gantry::perf {

namespace {

class ArchiveWriter final {
public:
    ArchiveWriter(base::Database& database, const Profile& profile)
        : database_(database), profile_(profile), names_(database) {}

    void write() {
        writeRun();
        writeAssembly();
        writeTimers();
        writeProcesses(database_, profile_);
        writeThreads();
        writeEvents();
        writeMisuse();
        if (!profile_.modules.empty()) {
            writeModules(database_, profile_, names_);
        }
        if (profile_.ranks) {
            writeRanks(*profile_.ranks);
        }
    }

private:
    // Values are bound by place, in the order of the columns in Schema.cpp.
    base::Statement into(const std::string& table, int columns) {
        std::string places = "?";
        for (int i = 1; i < columns; ++i) {
            places += ", ?";
        }
        return database_.prepare("INSERT INTO " + table + " VALUES (" + places + ")");
    }

    void writeRun() {
        base::Statement run = into("run", 10);
        run.bind(0, 1);
        run.bind(1, std::string_view(profile_.created));
        run.bind(2, profile_.timeNs);
        if (!profile_.partial.empty()) {
            run.bind(3, std::string_view(profile_.partial));
        }
        const Machine& machine = profile_.machine;
        run.bind(4, std::string_view(machine.host));
        run.bind(5, std::string_view(machine.cpuModel));
        run.bind(6, machine.cores);
        run.bind(7, std::string_view(machine.os));
        run.bind(8, std::string_view(machine.clockSource));
        if (profile_.ranks) {
            run.bind(9, profile_.ranks->size);
        }
        run.runToEnd();
        base::Statement context = into("context", 3);
        for (std::size_t i = 0; i < profile_.context.size(); ++i) {
            context.insert(i, std::string_view(profile_.context[i].first),
                           std::string_view(profile_.context[i].second));
        }
        base::Statement metrics = into("metric", 6);
        for (std::size_t i = 0; i < profile_.metrics.size(); ++i) {
            const Metric& metric = profile_.metrics[i];
            metrics.bind(0, i);
            metrics.bind(1, std::string_view(metric.name));
            metrics.bind(2, std::string_view(metric.unit));
            metrics.bind(3, std::string_view(metric.source));
            if (profile_.probeOverhead) {
                metrics.bind(4, profile_.probeOverhead->pair[i]);
                metrics.bind(5, profile_.probeOverhead->inside[i]);
            }
            metrics.runToEnd();
        }
    }

    void writeAssembly() {
        base::Statement instances = into("instance", 3);
        for (std::size_t i = 0; i < profile_.assembly.instances.size(); ++i) {
            const Instance& instance = profile_.assembly.instances[i];
            instances.insert(i, std::string_view(instance.name),
                             std::string_view(instance.className));
        }
        base::Statement connections = into("connection", 5);
        for (std::size_t i = 0; i < profile_.assembly.connections.size(); ++i) {
            const Connection& connection = profile_.assembly.connections[i];
            connections.insert(
                i, std::string_view(connection.user), std::string_view(connection.usesPort),
                std::string_view(connection.provider), std::string_view(connection.providesPort));
        }
    }

    // The columns that all tables of timers begin with.
    void bindTimer(base::Statement& statement, const TimerInfo& timer) {
        statement.bind(0, timer.id);
        statement.bind(1, names_.idOf(timer.name));
        statement.bind(2, names_.idOf(timer.type));
        statement.bind(3, names_.idOf(timer.group));
        statement.bind(4, kindName(timer.kind));
        if (timer.base >= 0) {
            statement.bind(5, timer.base);
        } else {
            statement.bind(5, nullptr);
        }
        statement.bind(6, timer.throttled);
    }

    void writeTimers() {
        base::Statement timers = into("timer", 7);
        for (const TimerInfo& timer : profile_.timers) {
            bindTimer(timers, timer);
            timers.runToEnd();
        }
    }

    // NULL for a negative one.
    static void bindPlace(base::Statement& row, int column, std::int64_t place) {
        if (place >= 0) {
            row.bind(column, place);
        } else {
            row.bind(column, nullptr);
        }
    }

    void writeThreads() {
        // Paths are united over threads here and not in the profile: SQL asks for a path over all
        // threads, while the engine has one tree for each thread.
        const CallPaths paths = callPathsOf(profile_);
        base::Statement table = into("call_path", 9);
        for (std::size_t i = 0; i < paths.paths.size(); ++i) {
            const CallPath& path = paths.paths[i];
            table.bind(0, i);
            bindPlace(table, 1, path.parent);
            bindPlace(table, 6, path.phase);
            bindPlace(table, 7, path.instance);
            table.bind(8, path.inPhase);
            table.bind(2, path.timer);
            table.bind(3, path.depth);
            table.bind(4, path.recursive);
            table.bind(5, path.inGroup);
            table.runToEnd();
        }
        base::Statement threads = into("thread", 7);
        for (std::size_t i = 0; i < profile_.threads.size(); ++i) {
            const ThreadProfile& thread = profile_.threads[i];
            threads.bind(0, thread.id);
            threads.bind(1, i);
            threads.bind(2, std::string_view(thread.name));
            threads.bind(3, thread.ended);
            threads.bind(4, thread.cpuNs);
            bindPlace(threads, 5, thread.process);
            threads.bind(6, roleName(thread.role));
            threads.runToEnd();
            writeNodes(thread, paths.pathOf[i]);
        }
    }

    // Exclusive values could be computed by a query, but then each client would have to do it
    // right.
    void writeNodes(const ThreadProfile& thread, const std::vector<std::int64_t>& pathOf) {
        base::Statement nodes = into("node", 6);
        base::Statement values = into("value", 4);
        const std::vector<MetricValues> exclusive = exclusiveValues(thread);
        for (std::size_t i = 0; i < thread.nodes.size(); ++i) {
            const CallPathNode& node = thread.nodes[i];
            nodes.insert(nextNode_, thread.id, pathOf[i], node.calls, node.childCalls,
                         node.running);
            for (std::size_t m = 0; m < profile_.metrics.size(); ++m) {
                values.insert(nextNode_, m, node.inclusive[m], exclusive[i][m]);
            }
            ++nextNode_;
        }
    }

    void writeEvents() {
        base::Statement events = into("event", 16);
        for (std::size_t i = 0; i < profile_.events.size(); ++i) {
            const EventStats& event = profile_.events[i];
            constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
            const QuantileSketch& quantiles = event.quantiles;
            events.insert(i, names_.idOf(event.name), names_.idOf(event.path), event.count,
                          event.min, event.max, event.mean, event.standardDeviation(), event.sum(),
                          event.m2, event.sumSquares, event.quantile(0.5).value_or(kNone),
                          event.quantile(0.9).value_or(kNone), event.quantile(0.99).value_or(kNone),
                          quantiles.zeros, quantiles.collapsed);
            // Quantiles are written twice: figures for people, buckets to give the profile back
            // exactly.
            writeBuckets(i, false, quantiles.positive);
            writeBuckets(i, true, quantiles.negative);
        }
    }

    void writeBuckets(std::size_t event, bool negative,
                      const std::vector<QuantileSketch::Bucket>& buckets) {
        base::Statement list = into("event_bucket", 5);
        for (const QuantileSketch::Bucket& bucket : buckets) {
            list.insert(nextBucket_++, event, negative, bucket.index, bucket.count);
        }
    }

    void writeMisuse() {
        base::Statement list = into("misuse", 6);
        for (std::size_t i = 0; i < profile_.misuse.size(); ++i) {
            const Misuse& misuse = profile_.misuse[i];
            list.bind(0, i);
            list.bind(1, misuseName(misuse.kind));
            list.bind(2, names_.idOf(misuse.name));
            list.bind(3, names_.idOf(misuse.other));
            list.bind(4, misuse.count);
            if (misuse.thread >= 0) {
                list.bind(5, misuse.thread);
            } else {
                list.bind(5, nullptr);
            }
            list.runToEnd();
        }
    }

    void writeRanks(const RankReduction& ranks) {
        base::Statement timers = into("rank_timer", 8);
        for (const RankRecord& record : ranks.timers) {
            bindTimer(timers, record.info);
            timers.bind(7, record.ranks);
            timers.runToEnd();
            writeRankValue(record, "calls", {}, record.calls);
            for (std::size_t m = 0; m < profile_.metrics.size(); ++m) {
                writeRankValue(record, "inclusive", m, record.inclusive[m]);
                writeRankValue(record, "exclusive", m, record.exclusive[m]);
            }
        }
    }

    void writeRankValue(const RankRecord& record, std::string_view figure,
                        std::optional<std::size_t> metric, const RankStats& stats) {
        base::Statement value = into("rank_value", 11);
        value.bind(0, nextRankValue_++);
        value.bind(1, record.info.id);
        value.bind(2, figure);
        // An unbound column is NULL.
        if (metric) {
            value.bind(3, *metric);
        }
        value.bind(4, stats.min);
        value.bind(5, stats.max);
        value.bind(6, stats.mean);
        value.bind(7, stats.standardDeviation);
        value.bind(8, stats.sum);
        value.bind(9, stats.minRank);
        value.bind(10, stats.maxRank);
        value.runToEnd();
    }

    base::Database& database_;
    const Profile& profile_;
    NameWriter names_;
    std::int64_t nextNode_ = 0;
    std::int64_t nextBucket_ = 0;
    std::int64_t nextRankValue_ = 0;
};

void writeTrace(base::Database& database, const std::vector<ArchivedChunk>& trace) {
    database.run(traceTable().statement);
    base::Statement chunks = database.prepare(std::string("INSERT INTO ") + traceTable().name +
                                              " VALUES (?, ?, ?, ?, ?, ?, ?)");
    std::int64_t id = 0;
    for (const ArchivedChunk& chunk : trace) {
        if (chunk.kind != kTimelineChunk) {
            chunks.insert(id++, chunk.kind, chunk.thread, chunk.firstNs, chunk.records, chunk.lost,
                          std::string_view(chunk.bytes));
        }
    }
}

// In a table of its own, which programs that do not know it ignore.
void writeTimeline(base::Database& database, const std::vector<ArchivedChunk>& trace) {
    std::int64_t id = 0;
    for (const ArchivedChunk& chunk : trace) {
        if (chunk.kind != kTimelineChunk) {
            continue;
        }
        if (id == 0) {
            database.run(timelineTable().statement);
        }
        database.prepare(std::string("INSERT INTO ") + timelineTable().name + " VALUES (?, ?)")
            .insert(id++, std::string_view(chunk.bytes));
    }
}

// A view is a text that SQLite keeps. Nobody asks one while the archive is written, so that SQLite
// need not understand it now: that takes as long as all tables of a short program.
void writeViews(base::Database& database) {
    database.run("PRAGMA writable_schema = ON");
    base::Statement insert =
        database.prepare("INSERT INTO sqlite_schema VALUES ('view', ?, ?, 0, ?)");
    for (const SchemaObject& view : schemaViews()) {
        insert.insert(std::string_view(view.name), std::string_view(view.name),
                      std::string_view(view.statement));
    }
    database.run("PRAGMA writable_schema = OFF");
}

}  // namespace

void beginArchive(base::Database& database, PageSize pages) {
    database.run("PRAGMA page_size = " + std::to_string(static_cast<int>(pages)));
    database.run("PRAGMA application_id = " + std::to_string(kApplicationId));
    database.run("PRAGMA user_version = " + std::to_string(kArchiveVersion));
    // One transaction: without it SQLite would write the file anew for each row.
    database.run("BEGIN");
}

void fillArchive(base::Database& database, const Profile& profile,
                 const std::vector<ArchivedChunk>& trace, const History& history) {
    for (const auto* tables : {&schemaTables(), &addedTables()}) {
        for (const SchemaObject& table : *tables) {
            database.run(table.statement);
        }
    }
    writeViews(database);
    ArchiveWriter(database, profile).write();
    if (hasSamples(profile)) {
        writeSamples(database, profile);
    }
    if (profile.ranks) {
        writeCompensatedRanks(database, *profile.ranks);
    }
    writeHistory(database, history);
    writeSources(database, history.sources);
    if (!trace.empty()) {
        writeTrace(database, trace);
        writeTimeline(database, trace);
    }
}

void endArchive(base::Database& database) {
    // Last, over everything before.
    writeChecksums(database);
    database.run("COMMIT");
}

}  // namespace gantry::perf
