// The tables `sample` and `sampling`: what is estimated in a profile in which calls were counted
// and not timed (decision 0060).

#include "SampleTables.hpp"

#include <perf/model/Overhead.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "Rows.hpp"
#include "Schema.hpp"

namespace gantry::perf {

namespace {

bool hasTables(base::Database& database) {
    return database.number(
               "SELECT count(*) FROM sqlite_schema "
               "WHERE type = 'table' AND name IN ('sample', 'sampling')") == 2;
}

// As they are numbered: thread by thread.
std::vector<CallPathNode*> nodesOf(Profile& profile) {
    std::vector<CallPathNode*> nodes;
    for (ThreadProfile& thread : profile.threads) {
        for (CallPathNode& node : thread.nodes) {
            nodes.push_back(&node);
        }
    }
    return nodes;
}

std::size_t placeIn(const Rows& row, int column, std::size_t places, const char* what) {
    const auto place = row.whole<std::size_t>(column);
    if (place >= places) {
        row.fail(column, what);
    }
    return place;
}

}  // namespace

// Also where no call was left untimed: the cost of counting one is known and has to be kept.
bool hasSamples(const Profile& profile) {
    return allUntimed(profile) > 0 ||
           (profile.probeOverhead &&
            profile.probeOverhead->untimed != decltype(ProbeOverhead::untimed){});
}

void writeSamples(base::Database& database, const Profile& profile) {
    for (const SchemaObject& table : sampleTables()) {
        database.run(table.statement);
    }
    base::Statement samples = database.prepare("INSERT INTO sample VALUES (?, ?, ?, ?)");
    std::int64_t id = 0;
    for (const ThreadProfile& thread : profile.threads) {
        for (const CallPathNode& node : thread.nodes) {
            for (std::size_t m = 0; node.untimed > 0 && m < profile.metrics.size(); ++m) {
                samples.insert(id, m, node.untimed, node.error[m]);
            }
            ++id;
        }
    }
    base::Statement costs = database.prepare("INSERT INTO sampling VALUES (?, ?)");
    for (std::size_t m = 0; profile.probeOverhead && m < profile.metrics.size(); ++m) {
        costs.insert(m, profile.probeOverhead->untimed[m]);
    }
}

void readSamples(base::Database& database, const std::filesystem::path& path, Profile& profile) {
    if (!hasTables(database)) {
        return;
    }
    const std::vector<CallPathNode*> nodes = nodesOf(profile);
    Rows samples(database, path, "sample", "node_id, metric_id, untimed, error",
                 "node_id, metric_id");
    while (samples.next()) {
        CallPathNode& node = *nodes[placeIn(samples, 0, nodes.size(), "the id of a node")];
        const std::size_t metric =
            placeIn(samples, 1, profile.metrics.size(), "the id of a metric");
        node.untimed = samples.whole<std::uint64_t>(2);
        node.error[metric] = samples.whole(3);
    }
    Rows costs(database, path, "sampling", "id, untimed_overhead", "id");
    while (costs.next()) {
        const std::size_t metric = placeIn(costs, 0, profile.metrics.size(), "the id of a metric");
        if (profile.probeOverhead) {
            profile.probeOverhead->untimed[metric] = costs.real(1);
        }
    }
}

}  // namespace gantry::perf
