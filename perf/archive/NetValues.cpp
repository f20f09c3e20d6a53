#include "NetValues.hpp"

#include <perf/model/NodeValues.hpp>
#include <perf/model/Overhead.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "Schema.hpp"

namespace gantry::perf {

namespace {

// What a query that depends on values has in it.
constexpr std::array<std::string_view, 9> kOfValues{"flat",      "tree",     "by_group",
                                                    "by_thread", "by_phase", "totals",
                                                    "measured",  "value",    "over_ranks"};

// The numbering of nodes is that of the archive: thread by thread. In SQLite a name without a
// schema means the temporary table first.
void writeValues(base::Database& database, const Profile& net) {
    database.run(
        "CREATE TEMP TABLE value (node_id INTEGER NOT NULL, metric_id INTEGER NOT NULL, "
        "inclusive INTEGER NOT NULL, exclusive INTEGER NOT NULL, "
        "PRIMARY KEY (node_id, metric_id)) WITHOUT ROWID");
    database.run(
        "CREATE TEMP TABLE value_error (node_id INTEGER NOT NULL, metric_id INTEGER NOT NULL, "
        "inclusive INTEGER NOT NULL, exclusive INTEGER NOT NULL, "
        "PRIMARY KEY (node_id, metric_id)) WITHOUT ROWID");
    base::Statement values = database.prepare("INSERT INTO temp.value VALUES (?, ?, ?, ?)");
    base::Statement errors = database.prepare("INSERT INTO temp.value_error VALUES (?, ?, ?, ?)");
    std::int64_t id = 0;
    for (const ThreadProfile& thread : net.threads) {
        for (const NodeValues& record : nodeValues(net, thread)) {
            for (std::size_t m = 0; m < net.metrics.size(); ++m) {
                values.insert(id, m, record.inclusive[m], record.exclusive[m]);
                errors.insert(id, m, record.inclusiveError[m], record.exclusiveError[m]);
            }
            ++id;
        }
    }
}

void writeRanks(base::Database& database) {
    if (database.number("SELECT count(*) FROM main.sqlite_schema WHERE type = 'table' AND "
                        "name = 'rank_compensated'") == 0) {
        return;
    }
    database.run(
        "CREATE TEMP TABLE rank_value AS SELECT * FROM (SELECT r.id, r.rank_timer_id, r.figure, "
        "r.metric_id, c.min, c.max, c.mean, c.deviation, c.sum, c.min_rank, c.max_rank "
        "FROM main.rank_value r JOIN main.rank_compensated c ON c.rank_timer_id = r.rank_timer_id "
        "AND c.figure = r.figure AND c.metric_id = r.metric_id "
        "UNION ALL SELECT id, rank_timer_id, figure, metric_id, min, max, mean, deviation, sum, "
        "min_rank, max_rank FROM main.rank_value WHERE figure = 'calls') ORDER BY id");
}

}  // namespace

// May say yes for a query that does not need them, which only costs time.
bool asksForValues(std::string_view sql) {
    std::string lower(sql);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return std::any_of(kOfValues.begin(), kOfValues.end(), [&lower](std::string_view name) {
        return lower.find(name) != std::string::npos;
    });
}

void shadowValues(base::Database& database, const Profile& net) {
    // No file beside the archive.
    database.run("PRAGMA temp_store = MEMORY");
    writeValues(database, net);
    writeRanks(database);
    for (const SchemaObject& view : schemaViews()) {
        const std::string statement(view.statement);
        constexpr std::string_view kCreate = "CREATE VIEW ";
        database.run("CREATE TEMP VIEW " + statement.substr(kCreate.size()));
    }
}

}  // namespace gantry::perf
