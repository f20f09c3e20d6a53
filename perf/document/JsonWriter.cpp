// A profile as JSON (docs/formats/profile.md). JsonReader reads back all of it; what can be
// derived, such as quantiles and the standard deviation, is written for other readers only.

#include <perf/document/JsonProfile.hpp>

#include <cstddef>

#include "JsonValue.hpp"

namespace gantry::perf {

namespace {

Json metricJson(const Metric& metric) {
    return {
        {"name", text(metric.name)}, {"unit", text(metric.unit)}, {"source", text(metric.source)}};
}

Json timerJson(const TimerInfo& timer) {
    Json json{{"id", timer.id},
              {"name", text(timer.name)},
              {"type", text(timer.type)},
              {"group", text(timer.group)},
              {"kind", kindName(timer.kind)}};
    // What most timers have not is left out: documents of large programs have thousands of timers.
    if (timer.base >= 0) {
        json["base"] = timer.base;
    }
    if (timer.throttled) {
        json["throttled"] = true;
    }
    return json;
}

Json nodeJson(const CallPathNode& node, std::size_t metrics) {
    // Values stay integers: a double would lose digits of long runs.
    const auto whole = [](std::int64_t value) { return value; };
    Json json{{"timer", node.timer},
              {"parent", node.parent},
              {"calls", node.calls},
              {"childCalls", node.childCalls},
              {"inclusive", perMetric(node.inclusive, metrics, whole)},
              {"running", node.running}};
    if (node.untimed > 0) {
        // Estimated values (decision 0060) come with the bound of their error.
        json["untimed"] = node.untimed;
        json["error"] = perMetric(node.error, metrics, whole);
    }
    return json;
}

Json threadJson(const ThreadProfile& thread, std::size_t metrics) {
    Json json{{"id", thread.id},
              {"name", text(thread.name)},
              {"ended", thread.ended},
              {"cpuNs", thread.cpuNs}};
    if (thread.process >= 0) {
        json["process"] = thread.process;
    }
    if (thread.role != ThreadRole::Unknown) {
        json["role"] = roleName(thread.role);
    }
    json["nodes"] = array(thread.nodes,
                          [metrics](const CallPathNode& node) { return nodeJson(node, metrics); });
    return json;
}

// What is not known is left out.
Json processJson(const ProcessInfo& process) {
    Json json{{"run", text(process.run)},
              {"host", text(process.host)},
              {"bootId", text(process.bootId)},
              {"pid", process.pid}};
    if (process.rank >= 0) {
        json["rank"] = process.rank;
        json["size"] = process.size;
    }
    return json;
}

Json bucketsJson(const std::vector<QuantileSketch::Bucket>& buckets) {
    return array(buckets, [](const QuantileSketch::Bucket& bucket) {
        return Json::array({bucket.index, bucket.count});
    });
}

Json quantilesJson(const EventStats& event) {
    const QuantileSketch& sketch = event.quantiles;
    // Quantiles for people, then the buckets they come from, which give the profile back exactly.
    return {{"relativeError", QuantileBuckets::kRelativeError},
            {"p50", real(event.quantile(0.5).value_or(0))},
            {"p90", real(event.quantile(0.9).value_or(0))},
            {"p99", real(event.quantile(0.99).value_or(0))},
            {"zeros", sketch.zeros},
            {"collapsed", sketch.collapsed},
            {"positive", bucketsJson(sketch.positive)},
            {"negative", bucketsJson(sketch.negative)}};
}

Json eventJson(const EventStats& event) {
    Json json{{"name", text(event.name)},
              {"path", text(event.path)},
              {"count", event.count},
              {"min", real(event.min)},
              {"max", real(event.max)},
              {"mean", real(event.mean)},
              {"sumSquares", real(event.sumSquares)},
              {"m2", real(event.m2)},
              {"standardDeviation", real(event.standardDeviation())}};
    // No quantiles were kept of an event whose sketch is empty.
    if (event.quantiles.count() > 0) {
        json["quantiles"] = quantilesJson(event);
    }
    return json;
}

Json misuseJson(const Misuse& misuse) {
    return {{"kind", misuseName(misuse.kind)},
            {"name", text(misuse.name)},
            {"other", text(misuse.other)},
            {"count", misuse.count},
            {"thread", misuse.thread}};
}

Json machineJson(const Machine& machine) {
    return {{"host", text(machine.host)},
            {"cpuModel", text(machine.cpuModel)},
            {"cores", machine.cores},
            {"os", text(machine.os)},
            {"clockSource", text(machine.clockSource)}};
}

Json assemblyJson(const Assembly& assembly) {
    return {
        {"instances",
         array(assembly.instances,
               [](const Instance& instance) {
                   return Json{{"name", text(instance.name)}, {"class", text(instance.className)}};
               })},
        {"connections", array(assembly.connections, [](const Connection& connection) {
             return Json{{"user", text(connection.user)},
                         {"usesPort", text(connection.usesPort)},
                         {"provider", text(connection.provider)},
                         {"providesPort", text(connection.providesPort)}};
         })}};
}

Json rankStatsJson(const RankStats& stats) {
    return {{"min", real(stats.min)},   {"max", real(stats.max)},
            {"mean", real(stats.mean)}, {"standardDeviation", real(stats.standardDeviation)},
            {"sum", real(stats.sum)},   {"minRank", stats.minRank},
            {"maxRank", stats.maxRank}};
}

Json ranksJson(const RankReduction& ranks, std::size_t metrics) {
    return {{"size", ranks.size},
            {"timers", array(ranks.timers, [metrics](const RankRecord& record) {
                 Json json = timerJson(record.info);
                 json["ranks"] = record.ranks;
                 json["calls"] = rankStatsJson(record.calls);
                 json["inclusive"] = perMetric(record.inclusive, metrics, rankStatsJson);
                 json["exclusive"] = perMetric(record.exclusive, metrics, rankStatsJson);
                 // The two are known together or not at all.
                 if (!record.compensatedInclusive.empty()) {
                     json["compensatedInclusive"] =
                         perMetric(record.compensatedInclusive, metrics, rankStatsJson);
                     json["compensatedExclusive"] =
                         perMetric(record.compensatedExclusive, metrics, rankStatsJson);
                 }
                 return json;
             })}};
}

}  // namespace

std::string toJson(const Profile& profile) {
    const std::size_t metrics = profile.metrics.size();
    Json json{
        {"format", "gantry-profile"},
        {"version", kProfileVersion},
        {"created", text(profile.created)},
        {"timeNs", profile.timeNs},
        {"machine", machineJson(profile.machine)},
        {"metrics", array(profile.metrics, metricJson)},
        {"assembly", assemblyJson(profile.assembly)},
        {"context", array(profile.context,
                          [](const auto& fact) {
                              return Json{{"key", text(fact.first)}, {"value", text(fact.second)}};
                          })},
        {"timers", array(profile.timers, timerJson)},
        {"threads", array(profile.threads,
                          [metrics](const ThreadProfile& t) { return threadJson(t, metrics); })},
        {"events", array(profile.events, eventJson)},
        {"misuse", array(profile.misuse, misuseJson)}};
    if (!profile.processes.empty()) {
        json["processes"] = array(profile.processes, processJson);
    }
    if (!profile.partial.empty()) {
        json["partial"] = text(profile.partial);
    }
    if (profile.probeOverhead) {
        json["probeOverhead"] = {
            {"pair", perMetric(profile.probeOverhead->pair, metrics, real)},
            {"inside", perMetric(profile.probeOverhead->inside, metrics, real)}};
        if (profile.probeOverhead->untimed != decltype(ProbeOverhead::untimed){}) {
            json["probeOverhead"]["untimed"] =
                perMetric(profile.probeOverhead->untimed, metrics, real);
        }
    }
    if (profile.ranks) {
        json["ranks"] = ranksJson(*profile.ranks, metrics);
    }
    return json.dump(1) + '\n';
}

}  // namespace gantry::perf
