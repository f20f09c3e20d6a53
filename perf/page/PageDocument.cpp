// The data of the page of a run (docs/formats/page.md). Its views are those of reports, so that
// both show the same figures.

#include <perf/analysis/HistoryViews.hpp>
#include <perf/analysis/MessageTable.hpp>
#include <perf/analysis/ModuleTable.hpp>
#include <perf/analysis/ProfileNotes.hpp>
#include <perf/analysis/ReportViews.hpp>
#include <perf/document/JsonValues.hpp>
#include <perf/model/CallPaths.hpp>
#include <perf/model/Flat.hpp>
#include <perf/model/Misuse.hpp>
#include <perf/model/ModuleReportFact.hpp>
#include <perf/model/Overhead.hpp>
#include <perf/page/ModuleData.hpp>
#include <perf/page/RunDocument.hpp>
#include <perf/page/RunPage.hpp>
#include <perf/page/SourceData.hpp>

#include <cstddef>
#include <functional>
#include <future>
#include <string>
#include <utility>
#include <vector>

#include "PageTable.hpp"
#include "ProfileColumns.hpp"
#include "TimelineData.hpp"

namespace gantry::perf {

namespace {

// So that the page of a run with thousands of threads can still be opened.
constexpr std::size_t kMostOnThreads = 20000;
constexpr std::size_t kMostRows = 20000;
// Of the tables of files, whose rows are long.
constexpr std::size_t kMostFiles = 1000;

Json tableJson(ReportTable table) {
    return pageTable(std::move(table), kMostRows);
}

// Without phases its rows would be those of all timers again, which are the largest part of it.
ReportTable phasesOf(const Profile& profile, const ShownMetrics& metrics) {
    const bool hasPhases =
        std::any_of(profile.timers.begin(), profile.timers.end(),
                    [](const TimerInfo& timer) { return timer.kind == TimerKind::Phase; });
    Profile none;
    none.metrics = profile.metrics;
    return phaseTable(hasPhases ? profile : none, metrics, false);
}

Json viewsJson(const Profile& profile, const CallPaths& paths, const History& history) {
    const ShownMetrics metrics = allMetrics(profile);
    Json views{{"groups", tableJson(groupTable(profile, metrics, paths))},
               {"phases", tableJson(phasesOf(profile, metrics))},
               {"events", tableJson(eventTable(profile))},
               {"messages", tableJson(messageTable(profile, MessageEvent::Kind::Message))},
               {"oneSided", tableJson(messageTable(profile, MessageEvent::Kind::OneSided))},
               {"collectives", tableJson(messageTable(profile, MessageEvent::Kind::Collective))},
               {"messageClasses", tableJson(messageClassTable(profile))},
               {"communicators", tableJson(communicatorTable(profile))},
               {"ranks", tableJson(rankTable(profile, metrics))},
               {"changes", tableJson(changeTable(history.changes))},
               {"decisions", tableJson(decisionTable(history.decisions, Moment::SinceBegin))}};
    for (ReportTable& table : ioTables(profile)) {
        const std::string name = table.view;
        views[name] = pageTable(std::move(table), kMostFiles);
    }
    return views;
}

// What was believed of each candidate when a decision was made: columns, for the first decisions.
Json estimatesJson(const std::vector<ArchivedDecision>& decisions) {
    Json columns = Json::object();
    for (const char* key :
         {"decision", "candidate", "calls", "cost", "low", "high", "bound", "quarantine"}) {
        columns[key] = Json::array();
    }
    std::size_t leftOut = 0;
    for (std::size_t i = 0; i < decisions.size(); ++i) {
        for (const ArchivedEstimate& estimate : decisions[i].estimates) {
            if (columns["decision"].size() == kMostRows) {
                ++leftOut;
                continue;
            }
            columns["decision"].push_back(i);
            columns["candidate"].push_back(pageText(estimate.candidate));
            columns["calls"].push_back(estimate.calls);
            columns["cost"].push_back(jsonNumber(estimate.cost));
            columns["low"].push_back(jsonNumber(estimate.low));
            columns["high"].push_back(jsonNumber(estimate.high));
            columns["bound"].push_back(jsonNumber(estimate.bound));
            columns["quarantine"].push_back(estimate.quarantine);
        }
    }
    columns["leftOut"] = leftOut;
    return columns;
}

Json assemblyJson(const Assembly& assembly) {
    Json instances = Json::array();
    for (const Instance& instance : assembly.instances) {
        instances.push_back({pageText(instance.name), pageText(instance.className)});
    }
    Json connections = Json::array();
    for (const Connection& connection : assembly.connections) {
        connections.push_back({pageText(connection.user), pageText(connection.usesPort),
                               pageText(connection.provider), pageText(connection.providesPort)});
    }
    return {{"instances", instances}, {"connections", connections}};
}

Json metricsJson(const Profile& profile) {
    Json metrics = Json::array();
    for (std::size_t m = 0; m < profile.metrics.size(); ++m) {
        std::int64_t total = 0;
        for (const ThreadProfile& thread : profile.threads) {
            for (const CallPathNode& node : thread.nodes) {
                total += node.parent < 0 ? node.inclusive[m] : 0;
            }
        }
        const Metric& metric = profile.metrics[m];
        metrics.push_back({{"name", pageText(metric.name)},
                           {"unit", pageText(metric.unit)},
                           {"source", pageText(metric.source)},
                           {"total", total}});
    }
    return metrics;
}

Json machineJson(const Machine& machine) {
    return {{"host", pageText(machine.host)},
            {"cpuModel", pageText(machine.cpuModel)},
            {"cores", machine.cores},
            {"os", pageText(machine.os)},
            {"clockSource", pageText(machine.clockSource)}};
}

Json textsJson(const std::vector<std::string>& texts) {
    Json list = Json::array();
    for (const std::string& text : texts) {
        list.push_back(pageText(text));
    }
    return list;
}

Json factsJson(const Profile& profile) {
    Json facts = Json::array();
    for (const auto& [key, value] : profile.context) {
        // The report of a module is a text for `gantry report`.
        if (!key.starts_with(kModuleReportFact)) {
            facts.push_back({pageText(key), pageText(value)});
        }
    }
    return facts;
}

constexpr std::size_t kManyTimers = 100000;

// Timers and call paths of such a profile take a second each, and are made at once.
bool isLarge(const Profile& profile) {
    return profile.timers.size() >= kManyTimers;
}

// A member of a run, and how it is kept: as a value, or as its text.
template <class Part>
using Members = std::vector<std::pair<std::string, Part>>;

Json asValue(Json value) {
    return value;
}

std::string dumped(const Json& value) {
    return value.dump(-1, ' ', true);
}

// Every other column is written by a second thread.
std::string textOfColumns(const Json& columns) {
    std::vector<std::string> texts(columns.size());
    const auto write = [&columns, &texts](std::size_t first) {
        std::size_t place = 0;
        for (const auto& [key, values] : columns.items()) {
            if (place % 2 == first) {
                texts[place] = dumped(Json(key)) + ':' + dumped(values);
            }
            ++place;
        }
    };
    std::future<void> others = std::async(std::launch::async, write, 1);
    write(0);
    others.get();
    std::string text;
    for (const std::string& column : texts) {
        text += (text.empty() ? '{' : ',');
        text += column;
    }
    return text + '}';
}

std::string asText(const Json& value) {
    const bool isLong = value.is_object() && !value.empty() && value.front().is_array() &&
                        value.front().size() >= kManyTimers;
    return isLong ? textOfColumns(value) : dumped(value);
}

// The members of a run, each made into a part as soon as its value is there: as texts, only a part
// of the values is in memory at a time, and those of large profiles are written by two threads.
template <class Part, class Make>
Members<Part> membersOf(const PageSource& source, PageTimeline timeline, Make made) {
    const Profile& profile = source.profile;
    // The timers over all threads, and on each.
    auto timersMade =
        std::async(isLarge(profile) ? std::launch::async : std::launch::deferred, [&profile, made] {
            const std::vector<TimerRecord> timers = flat(profile);
            Part onThreads = made(timersOfThreads(profile, timers, kMostOnThreads));
            return std::pair(made(timerColumns(profile, timers)), std::move(onThreads));
        });
    const CallPaths paths = callPathsOf(profile);
    Part pathsMade = made(pathColumns(profile, paths));
    Part views = made(viewsJson(profile, paths, source.history));
    auto [timers, onThreads] = timersMade.get();
    std::vector<std::string> warnings = metricWarnings(profile);
    for (const std::string& warning : misuseWarnings(profile)) {
        warnings.push_back(warning);
    }
    Members<Part> run;
    const auto add = [&run, made](const char* key, Json value) {
        run.emplace_back(key, made(std::move(value)));
    };
    add("name", pageText(source.name));
    add("created", pageText(profile.created));
    add("timeNs", profile.timeNs);
    add("partial", pageText(profile.partial));
    add("machine", machineJson(profile.machine));
    add("ranks", profile.ranks ? Json(profile.ranks->size) : Json(nullptr));
    add("facts", factsJson(profile));
    add("metrics", metricsJson(profile));
    add("compensated", isCompensated(profile));
    add("overhead", overheadText(profile));
    add("warnings", textsJson(warnings));
    run.emplace_back("timers", std::move(timers));
    run.emplace_back("paths", std::move(pathsMade));
    add("threads", threadColumns(profile));
    run.emplace_back("onThreads", std::move(onThreads));
    add("assembly", assemblyJson(profile.assembly));
    run.emplace_back("views", std::move(views));
    add("modules", moduleData(profile));
    add("estimates", estimatesJson(source.history.decisions));
    add("sources", sourceData(profile, source.history.sources));
    add("analysis", source.analysis.empty() ? Json(nullptr) : Json::parse(source.analysis));
    add("tuning", source.tuning.empty() ? Json(nullptr) : Json::parse(source.tuning));
    if (source.timeline != nullptr) {
        add("timeline", timelineData(*source.timeline, profile, timeline));
    }
    return run;
}

Json runJson(const PageSource& source, PageTimeline timeline) {
    Members<Json> members = membersOf<Json>(source, timeline, asValue);
    // With room for all members: an object that grows copies the columns that it has.
    Json::object_t run;
    run.reserve(members.size());
    for (auto& [key, value] : members) {
        run.emplace(key, std::move(value));
    }
    return Json(std::move(run));
}

// The same as text, behind what `document` has.
void appendRun(std::string& document, const PageSource& source, PageTimeline timeline) {
    constexpr std::size_t kSigns = 4;  // of a member: two quotation marks, colon, comma
    const Members<std::string> members = membersOf<std::string>(source, timeline, asText);
    // What comes behind the run is within the signs of one more.
    std::size_t size = document.size() + 2 * kSigns;
    for (const auto& [key, text] : members) {
        size += key.size() + text.size() + kSigns;
    }
    document.reserve(size);
    char before = '{';
    for (const auto& [key, text] : members) {
        document += before;
        document += '"' + key + "\":";
        document += text;
        before = ',';
    }
    document += '}';
}

}  // namespace

std::string pageDocument(const PageSource& source) {
    return documentOfRuns({source}, PageTimeline::Embedded);
}

Json valueOfRuns(const std::vector<PageSource>& sources, PageTimeline timeline) {
    Json document{{"format", "gantry-page"}, {"version", kPageVersion}};
    Json& runs = document["runs"] = Json::array();
    for (const PageSource& source : sources) {
        runs.push_back(runJson(source, timeline));
    }
    return document;
}

std::string documentOfRuns(const std::vector<PageSource>& sources, PageTimeline timeline) {
    std::string document =
        "{\"format\":\"gantry-page\",\"version\":" + std::to_string(kPageVersion) + ",\"runs\":[";
    const char* between = "";
    for (const PageSource& source : sources) {
        document += between;
        appendRun(document, source, timeline);
        between = ",";
    }
    document += "]}\n";
    return document;
}

}  // namespace gantry::perf
