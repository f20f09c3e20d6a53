#include "HistoryTables.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "Rows.hpp"
#include "SourceTables.hpp"

namespace gantry::perf {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

void bindText(base::Statement& statement, int place, const std::string& text) {
    if (text.empty()) {
        statement.bind(place, nullptr);
    } else {
        statement.bind(place, std::string_view(text));
    }
}

// What is not a finite number is NULL.
double finite(double value) {
    return std::isfinite(value) ? value : kNone;
}

double orElse(double value, double otherwise) {
    return std::isnan(value) ? otherwise : value;
}

std::string textOrNone(const Rows& row, int column) {
    return row.isNull(column) ? "" : row.text(column);
}

void writeChanges(base::Database& database, const std::vector<ArchivedChange>& changes) {
    base::Statement rows =
        database.prepare("INSERT INTO change VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    for (std::size_t i = 0; i < changes.size(); ++i) {
        const ArchivedChange& change = changes[i];
        rows.bind(0, i);
        rows.bind(1, change.timeNs);
        rows.bind(2, std::string_view(change.action));
        rows.bind(3, std::string_view(change.cause));
        rows.bind(4, std::string_view(change.user));
        bindText(rows, 5, change.usesPort);
        bindText(rows, 6, change.provider);
        bindText(rows, 7, change.providesPort);
        bindText(rows, 8, change.command);
        rows.bind(9, change.implied);
        rows.runToEnd();
    }
}

void writeDecisions(base::Database& database, const std::vector<ArchivedDecision>& decisions) {
    base::Statement rows = database.prepare(
        "INSERT INTO decision VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    base::Statement estimates =
        database.prepare("INSERT INTO estimate VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
    std::int64_t nextEstimate = 0;
    for (std::size_t i = 0; i < decisions.size(); ++i) {
        const ArchivedDecision& decision = decisions[i];
        rows.insert(i, decision.timeNs, decision.time, std::string_view(decision.port),
                    decision.request, decision.repeats, std::string_view(decision.context),
                    std::string_view(decision.candidate), std::string_view(decision.reason),
                    std::string_view(decision.text), finite(decision.limit),
                    std::string_view(decision.fallback), std::string_view(decision.status),
                    finite(decision.cost), finite(decision.seconds), finite(decision.quality));
        for (const ArchivedEstimate& estimate : decision.estimates) {
            estimates.insert(nextEstimate++, i, std::string_view(estimate.candidate),
                             estimate.calls, finite(estimate.cost), finite(estimate.low),
                             finite(estimate.high), finite(estimate.bound), estimate.quarantine);
        }
    }
}

bool hasTable(base::Database& database, const std::string& name) {
    return database.number("SELECT count(*) FROM checksum WHERE object = '" + name + "'") > 0;
}

void readChanges(base::Database& database, const std::filesystem::path& path, History& history) {
    // Earlier archives of this version lack these columns.
    const bool knowsCommands =
        database.number("SELECT count(*) FROM pragma_table_info('change') WHERE name = 'command'") >
        0;
    Rows rows(database, path, "change",
              std::string("time_ns, action, cause, user, uses_port, provider, provides_port, ") +
                  (knowsCommands ? "command, implied" : "NULL AS command, 0 AS implied"),
              "id");
    while (rows.next()) {
        history.changes.push_back({rows.whole(0), rows.text(1), rows.text(2), rows.text(3),
                                   textOrNone(rows, 4), textOrNone(rows, 5), textOrNone(rows, 6),
                                   textOrNone(rows, 7), rows.truth(8)});
    }
}

ArchivedDecision decisionOf(const Rows& row) {
    ArchivedDecision decision;
    decision.timeNs = row.whole(0);
    decision.time = row.real(1);
    decision.port = row.text(2);
    decision.request = row.whole(3);
    decision.repeats = row.whole(4);
    decision.context = row.text(5);
    decision.candidate = row.text(6);
    decision.reason = row.text(7);
    decision.text = row.text(8);
    // What was infinite was written as NULL; see finite().
    decision.limit = orElse(row.real(9), kInfinity);
    decision.fallback = row.text(10);
    decision.status = row.text(11);
    decision.cost = orElse(row.real(12), kInfinity);
    decision.seconds = row.real(13);
    decision.quality = row.real(14);
    if (decision.request < 0) {
        row.fail(3, "the number of a choice");
    }
    if (decision.repeats < 1) {
        row.fail(4, "1 or more");
    }
    return decision;
}

// The estimates are in the order of their decisions.
void readEstimates(base::Database& database, const std::filesystem::path& path,
                   std::vector<ArchivedDecision>& decisions) {
    Rows rows(database, path, "estimate",
              "decision_id, candidate, calls, cost, low, high, bound, quarantine", "id");
    while (rows.next()) {
        const auto decision = rows.whole<std::size_t>(0);
        if (decision >= decisions.size()) {
            rows.fail(0, "the id of a decision");
        }
        decisions[decision].estimates.push_back(
            {rows.text(1), rows.whole(2), orElse(rows.real(3), 0), orElse(rows.real(4), 0),
             orElse(rows.real(5), kInfinity), orElse(rows.real(6), 0), rows.whole(7)});
    }
}

}  // namespace

void writeHistory(base::Database& database, const History& history) {
    writeChanges(database, history.changes);
    writeDecisions(database, history.decisions);
}

History historyIn(base::Database& database, const std::filesystem::path& path) {
    History history;
    readChanges(database, path, history);
    history.sources = sourcesIn(database, path);
    // Tables that were added later; their absence means that nothing was decided.
    if (!hasTable(database, "decision") || !hasTable(database, "estimate")) {
        return history;
    }
    Rows rows(
        database, path, "decision",
        "time_ns, time, port, request, repeats, context, candidate, reason, text, cost_limit, "
        "fallback, status, cost, seconds, quality, id",
        "id");
    while (rows.next()) {
        // The id is the place in the list, to which estimates refer.
        if (rows.whole<std::size_t>(15) != history.decisions.size()) {
            rows.fail(15, "numbers from 0 without a gap");
        }
        history.decisions.push_back(decisionOf(rows));
    }
    readEstimates(database, path, history.decisions);
    return history;
}

}  // namespace gantry::perf
