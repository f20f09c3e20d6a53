// A JSON object on each line (docs/formats/ndjson.md). Call paths and names are written out in
// each: a tool that reads line by line needs no other lines but those of the metrics.

#include <base/text/Joined.hpp>
#include <perf/exporters/Exporter.hpp>
#include <perf/exporters/JsonText.hpp>
#include <perf/exporters/TraceSteps.hpp>
#include <perf/model/Flat.hpp>

#include <string>

namespace gantry::perf {

namespace {

/// One line: an object whose members are added one after the other.
// Written by hand instead of through a document: a trace has millions of lines.
class Line final {
public:
    explicit Line(const char* record) { text("record", record); }

    Line& text(const char* key, std::string_view value) { return raw(key, jsonString(value)); }
    template <class Number>
    Line& number(const char* key, Number value) {
        return raw(key, std::to_string(value));
    }
    Line& flag(const char* key, bool value) { return raw(key, value ? "true" : "false"); }
    Line& raw(const std::string& key, const std::string& value) {
        line_ += (line_.empty() ? "{" : ",") + ('"' + key + "\":" + value);
        return *this;
    }

    void write(std::ostream& output) const { output << line_ << "}\n"; }

private:
    std::string line_;
};

std::string listOf(const std::vector<std::string>& values) {
    return '[' + base::joined(values, ",") + ']';
}

void writeRun(const Profile& profile, std::ostream& output) {
    Line("run")
        .text("format", "gantry-ndjson")
        .number("version", 1)
        .text("created", profile.created)
        .number("timeNs", profile.timeNs)
        .text("partial", profile.partial)
        .text("host", profile.machine.host)
        .write(output);
    for (const Metric& metric : profile.metrics) {
        Line("metric").text("name", metric.name).text("unit", metric.unit).write(output);
    }
    for (const auto& [key, value] : profile.context) {
        Line("fact").text("key", key).text("value", value).write(output);
    }
}

void writeThread(const ExportSource& source, std::size_t place, std::ostream& output) {
    const Profile& profile = source.profile;
    const ThreadProfile& thread = profile.threads[place];
    const std::vector<MetricValues> exclusive = exclusiveValues(thread);
    // Parents come before their children, so the path above is always there.
    std::vector<std::vector<std::string>> paths;
    for (std::size_t i = 0; i < thread.nodes.size(); ++i) {
        const CallPathNode& node = thread.nodes[i];
        const TimerInfo& timer = profile.timers[node.timer];
        paths.push_back(node.parent < 0 ? std::vector<std::string>()
                                        : paths[static_cast<std::size_t>(node.parent)]);
        paths.back().push_back(jsonString(fullName(timer)));
        std::vector<std::string> inclusive;
        std::vector<std::string> own;
        for (std::size_t m = 0; m < profile.metrics.size(); ++m) {
            inclusive.push_back(std::to_string(node.inclusive[m]));
            own.push_back(std::to_string(exclusive[i][m]));
        }
        Line line("path");
        if (!source.rankOf.empty()) {
            line.number("rank", rankOf(source, place));
        }
        line.number("thread", thread.id)
            .text("threadName", thread.name)
            .raw("path", listOf(paths.back()))
            .text("name", timer.name)
            .text("type", timer.type)
            .text("group", timer.group)
            .text("kind", kindName(timer.kind))
            .number("calls", node.calls)
            .number("childCalls", node.childCalls)
            .flag("running", node.running)
            .raw("inclusive", listOf(inclusive))
            .raw("exclusive", listOf(own))
            .write(output);
    }
}

void writeEvents(const Profile& profile, std::ostream& output) {
    for (const EventStats& event : profile.events) {
        Line("event")
            .text("name", event.name)
            .text("path", event.path)
            .number("count", event.count)
            .raw("min", jsonNumberText(event.min))
            .raw("max", jsonNumberText(event.max))
            .raw("mean", jsonNumberText(event.mean))
            .raw("deviation", jsonNumberText(event.standardDeviation()))
            .write(output);
    }
}

void writeTrace(const RankTrace& rank, ExportWindow window, std::ostream& output) {
    for (const auto& [thread, chunks] : rank.trace->threads()) {
        TraceSteps steps(*rank.trace, thread, window);
        for (TraceStep step; steps.next(step);) {
            const bool isValue = step.kind == TraceStep::Kind::Value;
            const bool isEnter = step.kind == TraceStep::Kind::Enter;
            Line line(isValue ? "value" : isEnter ? "enter" : "leave");
            line.number("rank", rank.rank).number("thread", thread).number("time", step.time);
            if (isValue) {
                line.text("name", rank.trace->eventName(step.id))
                    .raw("value", jsonNumberText(step.value));
            } else {
                line.text("name", rank.trace->timerName(step.id)).number("depth", step.depth);
            }
            if (step.cut) {
                line.flag("cut", true);
            }
            line.write(output);
        }
    }
}

void write(const ExportSource& source, std::ostream& output) {
    writeRun(source.profile, output);
    for (std::size_t t = 0; t < source.profile.threads.size(); ++t) {
        writeThread(source, t, output);
    }
    writeEvents(source.profile, output);
    for (const RankTrace& rank : source.traces) {
        writeTrace(rank, source.window, output);
    }
}

}  // namespace

Exporter ndjsonExporter() {
    return {
        "ndjson",
        "a JSON object a line for each call path of each thread, each event, and each step of a "
        "trace; jq, pandas, sqlite3, DuckDB",
        "quantiles, values over the ranks, assembly, misuse",
        ".ndjson",
        TraceUse::Optional,
        write};
}

}  // namespace gantry::perf
