// Views for people who open an archive with any SQLite client (docs/formats/archive.md). Values are
// as measured: what `gantry report` shows may be compensated. A change of the text of one changes
// its digest, as in Schema.cpp.

#include "Schema.hpp"

namespace gantry::perf {

namespace {

// What is not text is shown as an SQL literal in hexadecimal digits.
constexpr SchemaObject kShownName{"shown_name", R"(CREATE VIEW shown_name AS
SELECT id, CASE typeof(text) WHEN 'blob' THEN 'x''' || lower(hex(text)) || '''' ELSE text END AS text
FROM name)"};
constexpr SchemaObject kTimers{"timers", R"(CREATE VIEW timers AS
SELECT timer.id AS id, n.text || CASE t.text WHEN '' THEN '' ELSE ' ' || t.text END AS name,
    g.text AS group_name, timer.kind AS kind, timer.base_id AS base_id
FROM timer JOIN shown_name n ON n.id = timer.name_id JOIN shown_name t ON t.id = timer.type_id
    JOIN shown_name g ON g.id = timer.group_id)"};
constexpr SchemaObject kMeasured{"measured", R"(CREATE VIEW measured AS
SELECT node.thread_id, node.path_id, call_path.parent_id, call_path.timer_id, call_path.depth,
    call_path.recursive, call_path.in_group, node.calls, node.child_calls, node.running,
    value.metric_id, value.inclusive, value.exclusive
FROM value JOIN node ON node.id = value.node_id JOIN call_path ON call_path.id = node.path_id)"};
// Exclusive values count each moment once, so their sum is what was measured in all.
constexpr SchemaObject kTotals{"totals", R"(CREATE VIEW totals AS
SELECT metric_id, sum(exclusive) AS total FROM measured GROUP BY metric_id)"};
// The second part adds to a timer what ran under its parameters, as flat() of perf/model does.
constexpr SchemaObject kFlat{"flat", R"(CREATE VIEW flat AS
SELECT timers.name AS name, timers.group_name AS group_name, timers.kind AS kind,
    sum(own * calls) AS calls, sum(child_calls) AS child_calls,
    metric.name AS metric, metric.unit AS unit,
    sum(own * (1 - recursive) * inclusive) AS inclusive, sum(exclusive) AS exclusive,
    round(100.0 * sum(exclusive) / nullif(totals.total, 0), 1) AS share_percent,
    max(own * running) AS running, timers.id AS timer_id
FROM (SELECT timer_id, 1 AS own, recursive, calls, child_calls, running, metric_id, inclusive,
          exclusive
      FROM measured
      UNION ALL
      SELECT timer.base_id, 0, 0, calls, child_calls, running, metric_id, inclusive, exclusive
      FROM measured JOIN timer ON timer.id = measured.timer_id
      WHERE timer.base_id IS NOT NULL) AS part
    JOIN timers ON timers.id = part.timer_id JOIN metric ON metric.id = part.metric_id
    JOIN totals ON totals.metric_id = part.metric_id
GROUP BY metric.id, timers.id
HAVING sum(own * calls) > 0 OR max(own * running) > 0 OR sum(own * inclusive) <> 0
ORDER BY metric.id, sum(exclusive) DESC)"};
// Ids of call paths are in depth-first order, so sorting by them gives the tree.
constexpr SchemaObject kTree{"tree", R"(CREATE VIEW tree AS
SELECT printf('%*s', 2 * min(depth, 40), '') || timers.name AS name,
    timers.group_name AS group_name, timers.kind AS kind, count(*) AS threads,
    sum(calls) AS calls, sum(child_calls) AS child_calls,
    metric.name AS metric, metric.unit AS unit, sum(inclusive) AS inclusive,
    sum(exclusive) AS exclusive, depth, path_id, parent_id
FROM measured JOIN timers ON timers.id = timer_id JOIN metric ON metric.id = metric_id
GROUP BY metric.id, path_id
ORDER BY metric.id, path_id)"};
constexpr SchemaObject kByGroup{"by_group", R"(CREATE VIEW by_group AS
SELECT timers.group_name AS group_name,
    count(DISTINCT CASE WHEN timers.kind <> 'parameter' THEN timers.id END) AS timers,
    sum((timers.kind <> 'parameter') * calls) AS calls,
    metric.name AS metric, metric.unit AS unit, sum((1 - in_group) * inclusive) AS inclusive,
    sum(exclusive) AS exclusive,
    round(100.0 * sum(exclusive) / nullif(totals.total, 0), 1) AS share_percent
FROM measured JOIN timers ON timers.id = timer_id JOIN metric ON metric.id = measured.metric_id
    JOIN totals ON totals.metric_id = measured.metric_id
GROUP BY metric.id, timers.group_name
ORDER BY metric.id, sum(exclusive) DESC)"};
constexpr SchemaObject kByThread{"by_thread", R"(CREATE VIEW by_thread AS
SELECT thread.id AS thread_id, thread.name AS name, thread.ended AS ended,
    thread.cpu_ns AS cpu_ns, coalesce(sums.call_paths, 0) AS call_paths,
    metric.name AS metric, metric.unit AS unit, coalesce(sums.measured, 0) AS measured,
    thread.role AS role, process.rank AS rank, process.host AS host, process.pid AS pid
FROM thread JOIN metric
    LEFT JOIN process ON process.id = thread.process_id
    LEFT JOIN (SELECT thread_id, metric_id, count(*) AS call_paths, sum(exclusive) AS measured
               FROM measured GROUP BY thread_id, metric_id) AS sums
    ON sums.thread_id = thread.id AND sums.metric_id = metric.id
ORDER BY thread.position, metric.id)"};
// The second part takes from a phase, or an outer instance, what is distinguished as an instance.
constexpr SchemaObject kByPhase{"by_phase", R"(CREATE VIEW by_phase AS
SELECT phase.name AS phase, instance.name AS instance, timers.name AS name,
    timers.group_name AS group_name, sum(own * part.calls) AS calls,
    sum(part.child_calls) AS child_calls, metric.name AS metric, metric.unit AS unit,
    sum(own * (1 - in_phase) * part.inclusive) AS inclusive, sum(part.exclusive) AS exclusive,
    part.phase_id AS phase_id, part.instance_id AS instance_id, part.timer_id AS timer_id
FROM (SELECT c.phase_id, c.instance_id, coalesce(t.base_id, t.id) AS timer_id, metric_id,
          t.kind <> 'parameter' OR coalesce(c.instance_id = t.id, 0) AS own, c.in_phase,
          calls, child_calls, inclusive, exclusive, running
      FROM measured JOIN call_path c ON c.id = path_id JOIN timer t ON t.id = c.timer_id
      UNION ALL
      SELECT above.phase_id, above.instance_id, coalesce(t.base_id, t.id), metric_id, 1,
          above.in_phase, -calls, 0, -inclusive, 0, 0
      FROM measured JOIN call_path c ON c.id = path_id AND c.instance_id = c.timer_id
          JOIN call_path above ON above.id = c.parent_id
          JOIN timer t ON t.id = above.timer_id) AS part
    JOIN timers ON timers.id = part.timer_id JOIN metric ON metric.id = part.metric_id
    LEFT JOIN timers phase ON phase.id = part.phase_id
    LEFT JOIN timers instance ON instance.id = part.instance_id
GROUP BY metric.id, part.phase_id, part.instance_id, part.timer_id
HAVING sum(own * part.calls) > 0 OR sum(part.exclusive) <> 0 OR max(running) > 0 OR
    sum(own * (1 - in_phase) * part.inclusive) <> 0
ORDER BY metric.id, part.phase_id, part.instance_id, sum(part.exclusive) DESC)"};
constexpr SchemaObject kEvents{"events", R"(CREATE VIEW events AS
SELECT n.text AS name, p.text AS path, count, min, p50, p90, p99, max, mean, deviation, sum
FROM event JOIN shown_name n ON n.id = name_id JOIN shown_name p ON p.id = path_id
ORDER BY event.id)"};
constexpr SchemaObject kOverRanks{"over_ranks", R"(CREATE VIEW over_ranks AS
SELECT n.text || CASE t.text WHEN '' THEN '' ELSE ' ' || t.text END AS name,
    g.text AS group_name, rank_timer.ranks AS ranks, figure, metric.name AS metric,
    coalesce(metric.unit, 'calls') AS unit, min, min_rank, mean, max, max_rank, deviation, sum
FROM rank_value JOIN rank_timer ON rank_timer.id = rank_timer_id
    JOIN shown_name n ON n.id = name_id JOIN shown_name t ON t.id = type_id
    JOIN shown_name g ON g.id = group_id LEFT JOIN metric ON metric.id = metric_id
ORDER BY rank_value.id)"};
constexpr SchemaObject kMisuses{"misuses", R"(CREATE VIEW misuses AS
SELECT misuse.kind AS kind, n.text AS name, o.text AS other, misuse.count AS count,
    misuse.thread_id AS thread_id
FROM misuse JOIN shown_name n ON n.id = name_id JOIN shown_name o ON o.id = other_id
ORDER BY misuse.id)"};

constexpr SchemaObject kDecisions{"decisions", R"(CREATE VIEW decisions AS
SELECT time_ns, port, request, repeats, context, decision.candidate AS candidate, reason,
    estimate.cost AS expected, estimate.low AS low, estimate.high AS high, cost_limit, status,
    decision.cost AS cost, seconds, quality, fallback, text
FROM decision LEFT JOIN estimate ON estimate.decision_id = decision.id
    AND estimate.candidate = decision.candidate
ORDER BY decision.id)"};
constexpr SchemaObject kHistory{"history", R"(CREATE VIEW history AS
SELECT time_ns, 'change' AS what, action AS why,
    CASE WHEN uses_port IS NULL THEN user ELSE user || '.' || uses_port END AS port,
    coalesce(provider, '') AS who, '' AS status, NULL AS seconds, cause AS text
FROM change
UNION ALL
SELECT time_ns, 'decision', reason, port, candidate, status, seconds, text FROM decision
ORDER BY time_ns)"};

}  // namespace

const std::vector<SchemaObject>& schemaViews() {
    static const std::vector<SchemaObject> views{
        kShownName, kTimers,  kMeasured, kTotals,    kFlat,    kTree,      kByGroup,
        kByThread,  kByPhase, kEvents,   kOverRanks, kMisuses, kDecisions, kHistory};
    return views;
}

}  // namespace gantry::perf
