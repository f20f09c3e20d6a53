#include <perf/document/JsonProfile.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <set>

#include "JsonField.hpp"
#include "JsonProcesses.hpp"

namespace gantry::perf {

namespace {

// 2.3 years in ns; sums of a hundred such values still fit.
constexpr std::int64_t kMostValue = std::int64_t{1} << 56U;
// Sums over all buckets of a sketch still fit.
constexpr std::int64_t kMostInBucket = std::int64_t{1} << 48U;
constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
constexpr std::uint32_t kMostWord = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint32_t kMostId = std::numeric_limits<std::int32_t>::max();

nlohmann::json parse(std::string_view text) {
    try {
        return nlohmann::json::parse(text);
    } catch (const nlohmann::json::parse_error& error) {
        // The library counts the end of the text as one byte more.
        const std::size_t byte = std::min(error.byte, text.size());
        const std::string_view before = text.substr(0, byte);
        const auto line = 1 + std::count(before.begin(), before.end(), '\n');
        const std::string where = "line " + std::to_string(line) + ", byte " + std::to_string(byte);
        if (error.byte > text.size()) {
            throw ProfileFormatError(
                base::InputError::Kind::Damaged,
                "profile: the document ends too early, at " + where + "; the file was cut short");
        }
        throw ProfileFormatError(base::InputError::Kind::Damaged,
                                 "profile: this is not JSON at " + where + "; the file is damaged");
    } catch (const nlohmann::json::exception&) {
        throw ProfileFormatError(base::InputError::Kind::Damaged,
                                 "profile: a number is too large; the file is damaged");
    }
}

/// Returns the version.
int checkVersion(const JsonField& document) {
    if (document["format"].text() != "gantry-profile") {
        document["format"].fail("this is not a Gantry profile, whose format is \"gantry-profile\"",
                                base::InputError::Kind::WrongKind);
    }
    const auto version = document["version"].whole(1, std::numeric_limits<int>::max());
    if (version > kProfileVersion) {
        document["version"].fail("the profile has version " + std::to_string(version) +
                                     ", this program reads up to " +
                                     std::to_string(kProfileVersion) + "; use a newer Gantry",
                                 base::InputError::Kind::Newer);
    }
    return version;
}

Machine readMachine(const JsonField& field) {
    return {field["host"].text(), field["cpuModel"].text(), field["cores"].whole(0U, kMostWord),
            field["os"].text(), field["clockSource"].text()};
}

std::vector<Metric> readMetrics(const JsonField& field) {
    // Values are arrays of fixed size: this bound keeps every later index in range.
    if (field.size() < 1 || field.size() > kMaxMetrics) {
        field.fail("expected 1 to " + std::to_string(kMaxMetrics) + " metrics, found " +
                   std::to_string(field.size()));
    }
    std::vector<Metric> metrics;
    for (std::size_t i = 0; i < field.size(); ++i) {
        const JsonField metric = field[i];
        metrics.push_back({metric["name"].text(), metric["unit"].text(), metric["source"].text()});
    }
    return metrics;
}

Assembly readAssembly(const JsonField& field) {
    Assembly assembly;
    const JsonField instances = field["instances"];
    for (std::size_t i = 0; i < instances.size(); ++i) {
        const JsonField instance = instances[i];
        assembly.instances.push_back({instance["name"].text(), instance["class"].text()});
    }
    const JsonField connections = field["connections"];
    for (std::size_t i = 0; i < connections.size(); ++i) {
        const JsonField connection = connections[i];
        assembly.connections.push_back({connection["user"].text(), connection["usesPort"].text(),
                                        connection["provider"].text(),
                                        connection["providesPort"].text()});
    }
    return assembly;
}

TimerInfo readTimer(const JsonField& field, std::size_t index, std::size_t timers) {
    TimerInfo timer;
    timer.id =
        // Exactly its place: references are places.
        field["id"].whole(static_cast<std::uint32_t>(index), static_cast<std::uint32_t>(index));
    timer.name = field["name"].text();
    timer.type = field["type"].text();
    timer.group = field["group"].text();
    const std::string kind = field["kind"].text();
    const std::optional<TimerKind> known = kindFromName(kind);
    if (!known) {
        field["kind"].fail("expected timer, phase or parameter, found '" + kind + "'");
    }
    timer.kind = *known;
    if (const std::optional<JsonField> base = field.optional("base")) {
        timer.base = base->whole(0, static_cast<std::int32_t>(timers) - 1);
    }
    if (const std::optional<JsonField> throttled = field.optional("throttled")) {
        timer.throttled = throttled->boolean();
    }
    return timer;
}

std::vector<TimerInfo> readTimers(const JsonField& field) {
    std::vector<TimerInfo> timers;
    for (std::size_t i = 0; i < field.size(); ++i) {
        timers.push_back(readTimer(field[i], i, field.size()));
    }
    for (const TimerInfo& timer : timers) {
        const bool isParameter = timer.kind == TimerKind::Parameter;
        // In a second pass: a parameter may be before its timer.
        const bool hasTimer =
            timer.base >= 0 &&
            timers[static_cast<std::size_t>(timer.base)].kind != TimerKind::Parameter;
        if (isParameter != (timer.base >= 0) || (isParameter && !hasTimer)) {
            field[timer.id].fail("a parameter, and nothing else, must have a timer as its 'base'");
        }
    }
    return timers;
}

MetricValues readValues(const JsonField& field, std::size_t metrics) {
    if (field.size() != metrics) {
        field.fail("expected one value for each of the " + std::to_string(metrics) +
                   " metrics, found " + std::to_string(field.size()));
    }
    MetricValues values{};
    for (std::size_t m = 0; m < metrics; ++m) {
        values[m] = field[m].integer(0, kMostValue);
    }
    return values;
}

// Values are rounded down one by one, so that a sum may be off by one for each of its parts.
void checkNesting(const JsonField& field, const ThreadProfile& thread, std::size_t metrics) {
    std::vector<MetricValues> inside(thread.nodes.size());
    std::vector<std::int64_t> parts(thread.nodes.size());
    // From the end: children come after their parents, so a node's sum is complete when it is met.
    for (std::size_t i = thread.nodes.size(); i-- > 0;) {
        const CallPathNode& node = thread.nodes[i];
        for (std::size_t m = 0; m < metrics; ++m) {
            if (inside[i][m] - parts[i] > node.inclusive[m]) {
                field[i].fail("'inclusive' is less than what was measured inside it");
            }
        }
        if (node.parent >= 0) {
            const auto parent = static_cast<std::size_t>(node.parent);
            ++parts[parent];
            for (std::size_t m = 0; m < metrics; ++m) {
                // Bounded, as a damaged document may have any number of children.
                inside[parent][m] = std::min(inside[parent][m] + node.inclusive[m], kMost / 2);
            }
        }
    }
}

ThreadProfile readThread(const JsonField& field, const Profile& profile) {
    ThreadProfile thread;
    thread.id = field["id"].whole(0U, kMostId);
    thread.name = field["name"].text();
    thread.ended = field["ended"].boolean();
    thread.cpuNs = field["cpuNs"].integer(0, kMostValue);
    readIdentity(field, thread, profile.processes.size());
    const JsonField nodes = field["nodes"];
    const std::size_t count = nodes.size();
    // The document has an entry for each, so this is in proportion to its size.
    thread.nodes.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        const JsonField json = nodes[i];
        CallPathNode node;
        node.timer = static_cast<std::uint32_t>(
            json["timer"].integer(0, static_cast<std::int64_t>(profile.timers.size()) - 1));
        // Always before the node itself, so that no tree has a cycle.
        node.parent =
            static_cast<std::int32_t>(json["parent"].integer(-1, static_cast<std::int64_t>(i) - 1));
        node.calls = json["calls"].count();
        node.childCalls = json["childCalls"].count();
        node.inclusive = readValues(json["inclusive"], profile.metrics.size());
        node.running = json["running"].boolean();
        if (const std::optional<JsonField> untimed = json.optional("untimed")) {
            node.untimed = untimed->count();
            if (node.untimed > node.calls) {
                untimed->fail("there are more untimed calls than calls");
            }
            node.error = readValues(json["error"], profile.metrics.size());
        }
        thread.nodes.push_back(node);
    }
    checkNesting(nodes, thread, profile.metrics.size());
    return thread;
}

void readThreads(const JsonField& field, Profile& profile) {
    std::set<std::uint32_t> ids;
    for (std::size_t i = 0; i < field.size(); ++i) {
        profile.threads.push_back(readThread(field[i], profile));
        if (!ids.insert(profile.threads.back().id).second) {
            field[i]["id"].fail("thread " + std::to_string(profile.threads.back().id) +
                                " occurs here a second time");
        }
    }
}

std::vector<QuantileSketch::Bucket> readBuckets(const JsonField& field) {
    if (field.size() > QuantileSketch::kMaxBuckets) {
        field.fail("expected at most " + std::to_string(QuantileSketch::kMaxBuckets) +
                   " buckets, found " + std::to_string(field.size()));
    }
    std::vector<QuantileSketch::Bucket> buckets;
    std::uint32_t least = 0;
    for (std::size_t i = 0; i < field.size(); ++i) {
        const JsonField bucket = field[i];
        if (bucket.size() != 2) {
            bucket.fail("expected an index and a count");
        }
        // In order and without repetition, as a sketch has them.
        const auto index = bucket[0].whole(least, QuantileBuckets::kLastIndex);
        const auto count = static_cast<std::uint64_t>(bucket[1].integer(1, kMostInBucket));
        buckets.push_back({index, count});
        least = index + 1;
    }
    return buckets;
}

QuantileSketch readQuantiles(const JsonField& field) {
    if (field["relativeError"].real() != QuantileBuckets::kRelativeError) {
        field["relativeError"].fail("this program reads quantiles to 0.01; use a newer Gantry",
                                    base::InputError::Kind::Newer);
    }
    QuantileSketch sketch;
    sketch.zeros = static_cast<std::uint64_t>(field["zeros"].integer(0, kMostInBucket));
    sketch.collapsed = field["collapsed"].count();
    sketch.positive = readBuckets(field["positive"]);
    sketch.negative = readBuckets(field["negative"]);
    return sketch;
}

std::vector<EventStats> readEvents(const JsonField& field) {
    std::vector<EventStats> events;
    for (std::size_t i = 0; i < field.size(); ++i) {
        const JsonField json = field[i];
        EventStats event;
        event.name = json["name"].text();
        event.path = json["path"].text();
        event.count = json["count"].count();
        event.min = json["min"].real();
        event.max = json["max"].real();
        event.mean = json["mean"].real();
        event.sumSquares = json["sumSquares"].real();
        event.m2 = json["m2"].real();
        if (const std::optional<JsonField> quantiles = json.optional("quantiles")) {
            event.quantiles = readQuantiles(*quantiles);
        }
        events.push_back(std::move(event));
    }
    return events;
}

std::vector<Misuse> readMisuse(const JsonField& field) {
    std::vector<Misuse> list;
    for (std::size_t i = 0; i < field.size(); ++i) {
        const JsonField json = field[i];
        const std::string kind = json["kind"].text();
        const std::optional<MisuseKind> known = misuseFromName(kind);
        if (!known) {
            json["kind"].fail("there is no misuse named '" + kind + "'");
        }
        list.push_back({*known, json["name"].text(), json["other"].text(), json["count"].count(),
                        json["thread"].whole(-1, std::numeric_limits<std::int32_t>::max())});
    }
    return list;
}

RankStats readRankStats(const JsonField& field, std::uint32_t ranks) {
    const std::int64_t last = std::int64_t{ranks} - 1;
    return {field["min"].real(),
            field["max"].real(),
            field["mean"].real(),
            field["standardDeviation"].real(),
            field["sum"].real(),
            static_cast<std::uint32_t>(field["minRank"].integer(0, last)),
            static_cast<std::uint32_t>(field["maxRank"].integer(0, last))};
}

std::vector<RankStats> readRankList(const JsonField& values, std::size_t metrics,
                                    std::uint32_t ranks) {
    if (values.size() != metrics) {
        values.fail("expected one entry for each of the " + std::to_string(metrics) +
                    " metrics, found " + std::to_string(values.size()));
    }
    std::vector<RankStats> stats;
    for (std::size_t m = 0; m < metrics; ++m) {
        stats.push_back(readRankStats(values[m], ranks));
    }
    return stats;
}

RankReduction readRanks(const JsonField& field, std::size_t metrics) {
    RankReduction result;
    result.size = field["size"].whole(1U, kMostId);
    const JsonField timers = field["timers"];
    const std::vector<TimerInfo> infos = readTimers(timers);
    for (std::size_t i = 0; i < infos.size(); ++i) {
        const JsonField json = timers[i];
        RankRecord record;
        record.info = infos[i];
        record.ranks = json["ranks"].whole(0U, result.size);
        record.calls = readRankStats(json["calls"], result.size);
        record.inclusive = readRankList(json["inclusive"], metrics, result.size);
        record.exclusive = readRankList(json["exclusive"], metrics, result.size);
        if (const std::optional<JsonField> net = json.optional("compensatedInclusive")) {
            record.compensatedInclusive = readRankList(*net, metrics, result.size);
            record.compensatedExclusive =
                readRankList(json["compensatedExclusive"], metrics, result.size);
        }
        result.timers.push_back(std::move(record));
    }
    return result;
}

std::array<double, kMaxMetrics> readCosts(const JsonField& field, std::size_t metrics) {
    if (field.size() != metrics) {
        field.fail("expected one cost for each of the " + std::to_string(metrics) +
                   " metrics, found " + std::to_string(field.size()));
    }
    std::array<double, kMaxMetrics> costs{};
    for (std::size_t m = 0; m < metrics; ++m) {
        costs[m] = field[m].real();
        if (!(costs[m] >= 0 && costs[m] <= static_cast<double>(kMostValue))) {
            field[m].fail("a cost is a number from 0 to 2^56");
        }
    }
    return costs;
}

}  // namespace

Profile fromJson(std::string_view text) {
    const nlohmann::json json = parse(text);
    const JsonField document(json);
    const int version = checkVersion(document);
    Profile profile;
    profile.created = document["created"].text();
    profile.timeNs = document["timeNs"].integer(0, kMostValue);
    profile.machine = readMachine(document["machine"]);
    profile.metrics = readMetrics(document["metrics"]);
    profile.assembly = readAssembly(document["assembly"]);
    const JsonField context = document["context"];
    for (std::size_t i = 0; i < context.size(); ++i) {
        const JsonField fact = context[i];
        profile.context.emplace_back(fact["key"].text(), fact["value"].text());
    }
    profile.timers = readTimers(document["timers"]);
    // Documents of an older Gantry have none.
    if (const std::optional<JsonField> processes = document.optional("processes")) {
        profile.processes = readProcesses(*processes);
    }
    readThreads(document["threads"], profile);
    profile.events = readEvents(document["events"]);
    profile.misuse = readMisuse(document["misuse"]);
    if (const std::optional<JsonField> partial = document.optional("partial")) {
        profile.partial = partial->text();
    }
    // Version 1 had another name for it.
    const char* const overheadKey = version == 1 ? "pairCost" : "probeOverhead";
    if (const std::optional<JsonField> cost = document.optional(overheadKey)) {
        ProbeOverhead& overhead = profile.probeOverhead.emplace();
        overhead.pair = readCosts((*cost)["pair"], profile.metrics.size());
        overhead.inside = readCosts((*cost)["inside"], profile.metrics.size());
        if (const std::optional<JsonField> untimed = cost->optional("untimed")) {
            overhead.untimed = readCosts(*untimed, profile.metrics.size());
        }
    }
    if (const std::optional<JsonField> ranks = document.optional("ranks")) {
        profile.ranks = readRanks(*ranks, profile.metrics.size());
    }
    return profile;
}

}  // namespace gantry::perf
