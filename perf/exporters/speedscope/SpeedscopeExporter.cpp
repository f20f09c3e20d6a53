// speedscope's JSON: from a trace, each thread's calls in time; else one profile of weighted stacks
// for each thread and metric.

#include <perf/exporters/Exporter.hpp>
#include <perf/exporters/JsonText.hpp>
#include <perf/exporters/Stacks.hpp>
#include <perf/exporters/TraceSteps.hpp>
#include <perf/model/Flat.hpp>

#include <algorithm>
#include <map>
#include <string>

namespace gantry::perf {

namespace {

void writeBegin(std::ostream& output, const Profile& profile) {
    output
        << R"({"$schema":"https://www.speedscope.app/file-format-schema.json","exporter":"gantry",)"
        << "\n\"name\":" << jsonString("gantry " + profile.created) << ",\n";
}

std::string frameOf(const std::string& name) {
    return "{\"name\":" + jsonString(name) + '}';
}

// The threads of one rank need no rank in their names.
std::string nameOfThread(const ExportSource& source, std::size_t place) {
    const ThreadProfile& thread = source.profile.threads[place];
    const std::string rank =
        source.rankOf.empty() ? "" : "rank " + std::to_string(rankOf(source, place)) + " ";
    return rank + "thread " + std::to_string(thread.id) +
           (thread.name.empty() ? "" : " " + thread.name);
}

/// The exclusive value of one metric of each call path of a thread: a weight for its stack.
void writeSamples(const ThreadProfile& thread, const std::vector<MetricValues>& exclusive,
                  std::size_t metric, std::ostream& output) {
    std::vector<std::string> stacks;
    std::string weights;
    std::int64_t sum = 0;
    output << R"("samples":[)";
    for (std::size_t i = 0; i < thread.nodes.size(); ++i) {
        const CallPathNode& node = thread.nodes[i];
        stacks.push_back(
            (node.parent < 0 ? "" : stacks[static_cast<std::size_t>(node.parent)] + ',') +
            std::to_string(node.timer));
        // Of running calls that were read while they ran it may be slightly negative.
        const std::int64_t value = std::max<std::int64_t>(exclusive[i][metric], 0);
        output << (i == 0 ? "" : ",") << "\n[" << stacks[i] << ']';
        weights += (i == 0 ? "" : ",") + std::to_string(value);
        sum += value;
    }
    output << "],\n\"weights\":[" << weights << R"(],"startValue":0,"endValue":)" << sum << '}';
}

void writeProfile(const ExportSource& source, std::ostream& output) {
    const Profile& profile = source.profile;
    writeBegin(output, profile);
    output << R"("shared":{"frames":[)";
    for (std::size_t i = 0; i < profile.timers.size(); ++i) {
        output << (i == 0 ? "\n" : ",\n") << frameOf(fullName(profile.timers[i]));
    }
    output << "]},\n\"profiles\":[";
    const char* separator = "\n";
    for (std::size_t t = 0; t < profile.threads.size(); ++t) {
        const ThreadProfile thread = withoutParameters(profile, profile.threads[t]);
        const std::vector<MetricValues> exclusive = exclusiveValues(thread);
        for (std::size_t m = 0; m < profile.metrics.size(); ++m) {
            const Metric& metric = profile.metrics[m];
            const std::string_view unit = longUnit(metric.unit);
            output << separator << R"({"type":"sampled","name":)"
                   << jsonString(nameOfThread(source, t) + ": " + metric.name +
                                 (unit.empty() ? " [" + metric.unit + "]" : ""))
                   << ",\"unit\":\"" << (unit.empty() ? "none" : unit) << "\",";
            writeSamples(thread, exclusive, m, output);
            separator = ",\n";
        }
    }
    output << "]}\n";
}

/// The frames of the timers of several traces, which have numbers of their own.
class Frames final {
public:
    void add(const Trace& trace) {
        for (const auto& [number, timer] : trace.tables().timers) {
            frameOf(trace, number);
        }
    }

    std::size_t frameOf(const Trace& trace, std::uint32_t timer) {
        return places_.try_emplace(trace.timerName(timer), places_.size()).first->second;
    }

    [[nodiscard]] std::vector<std::string> names() const {
        std::vector<std::string> names(places_.size());
        for (const auto& [name, place] : places_) {
            names[place] = name;
        }
        return names;
    }

private:
    std::map<std::string, std::size_t> places_;
};

void writeEvents(const RankTrace& rank, std::uint32_t thread, ExportWindow window, Frames& frames,
                 std::ostream& output) {
    TraceSteps steps(*rank.trace, thread, window);
    const char* separator = "\n";
    // The format demands begin and end of the values, which are known behind the events only.
    std::int64_t first = 0;
    std::int64_t last = 0;
    bool some = false;
    for (TraceStep step; steps.next(step);) {
        if (step.kind == TraceStep::Kind::Value) {
            continue;
        }
        first = some ? first : step.time;
        last = step.time;
        some = true;
        output << separator << R"({"type":")" << (step.kind == TraceStep::Kind::Enter ? 'O' : 'C')
               << R"(","frame":)" << frames.frameOf(*rank.trace, step.id) << R"(,"at":)"
               << step.time << '}';
        separator = ",\n";
    }
    output << R"(],"startValue":)" << first << R"(,"endValue":)" << last << '}';
}

void writeTrace(const ExportSource& source, std::ostream& output) {
    writeBegin(output, source.profile);
    Frames frames;
    for (const RankTrace& rank : source.traces) {
        frames.add(*rank.trace);
    }
    output << "\"profiles\":[";
    const char* separator = "\n";
    for (const RankTrace& rank : source.traces) {
        for (const auto& [thread, chunks] : rank.trace->threads()) {
            const std::string name = threadName(*rank.trace, thread);
            output << separator << R"({"type":"evented","name":)"
                   << jsonString("rank " + std::to_string(rank.rank) + " thread " +
                                 std::to_string(thread) + (name.empty() ? "" : " " + name))
                   << R"(,"unit":"nanoseconds","events":[)";
            writeEvents(rank, thread, source.window, frames, output);
            separator = ",\n";
        }
    }
    // Behind the events, because a timer may be missing in the tables.
    output << "],\n\"shared\":{\"frames\":[";
    separator = "\n";
    for (const std::string& name : frames.names()) {
        output << separator << frameOf(name);
        separator = ",\n";
    }
    output << "]}}\n";
}

void write(const ExportSource& source, std::ostream& output) {
    if (source.traces.empty()) {
        writeProfile(source, output);
    } else {
        writeTrace(source, output);
    }
}

}  // namespace

Exporter speedscopeExporter() {
    return {
        "speedscope",
        "each thread's calls in time, from a trace, or else a profile of its call paths for each "
        "metric; speedscope",
        "numbers of calls, events, types and groups, facts; with a trace: other metrics",
        ".speedscope.json",
        TraceUse::Optional,
        write};
}

}  // namespace gantry::perf
