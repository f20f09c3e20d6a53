#include <perf/exporters/Exporter.hpp>
#include <perf/exporters/JsonText.hpp>
#include <perf/exporters/TraceSteps.hpp>

#include <string>

namespace gantry::perf {

namespace {

/// Writes the events of one document, each on a line of its own.
class ChromeEvents final {
public:
    explicit ChromeEvents(std::ostream& output) : output_(output) {}

    void add(const std::string& event) {
        output_ << (first_ ? "\n" : ",\n") << event;
        first_ = false;
    }

    void addName(const std::string& what, const std::string& place, const std::string& name) {
        add(R"({"ph":"M",)" + place + R"(,"name":")" + what + R"(","args":{"name":)" +
            jsonString(name) + "}}");
    }

private:
    std::ostream& output_;
    bool first_ = true;
};

std::string callEvent(const Trace& trace, const TraceStep& step, const std::string& place) {
    std::string event = R"({"ph":"X",)" + place + R"(,"ts":)" +
                        microseconds(step.time - step.duration) + R"(,"dur":)" +
                        microseconds(step.duration) + R"(,"name":)" +
                        jsonString(trace.timerName(step.id)) + R"(,"cat":)" +
                        jsonString(timerGroup(trace, step.id));
    if (step.cut) {
        event += R"(,"args":{"cut":true})";
    }
    return event + '}';
}

std::string valueEvent(const Trace& trace, const TraceStep& step, const std::string& place) {
    return R"({"ph":"C",)" + place + R"(,"ts":)" + microseconds(step.time) + R"(,"name":)" +
           jsonString(trace.eventName(step.id)) + R"(,"args":{"value":)" +
           jsonNumberText(step.value) + "}}";
}

void writeThread(const Trace& trace, std::uint32_t thread, const std::string& place,
                 ExportWindow window, ChromeEvents& events) {
    TraceSteps steps(trace, thread, window);
    for (TraceStep step; steps.next(step);) {
        if (step.kind == TraceStep::Kind::Leave) {
            events.add(callEvent(trace, step, place));
        } else if (step.kind == TraceStep::Kind::Value) {
            events.add(valueEvent(trace, step, place));
        }
    }
}

void write(const ExportSource& source, std::ostream& output) {
    output << R"({"displayTimeUnit":"ns","otherData":{"creator":"gantry","created":)"
           << jsonString(source.profile.created) << R"(},"traceEvents":[)";
    ChromeEvents events(output);
    for (const RankTrace& rank : source.traces) {
        // Perfetto takes the process and the thread 0 for those of an idle processor.
        const std::string process = "\"pid\":" + std::to_string(std::uint64_t{rank.rank} + 1);
        events.addName("process_name", process, "rank " + std::to_string(rank.rank));
        for (const auto& [thread, chunks] : rank.trace->threads()) {
            const std::string place =
                process + ",\"tid\":" + std::to_string(std::uint64_t{thread} + 1);
            const std::string name = threadName(*rank.trace, thread);
            events.addName("thread_name", place,
                           "thread " + std::to_string(thread) + (name.empty() ? "" : " " + name));
            writeThread(*rank.trace, thread, place, source.window, events);
        }
    }
    output << "\n]}\n";
}

}  // namespace

Exporter chromeExporter() {
    return {
        "chrome",
        "Chrome trace JSON: a slice for each call, a counter for each event; Perfetto, Firefox "
        "Profiler, speedscope",
        "totals, call paths without a trace, other metrics, facts; calls cut at an end are marked",
        ".trace.json",
        TraceUse::Required,
        write};
}

}  // namespace gantry::perf
