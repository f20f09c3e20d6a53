#include <perf/exporters/Exporter.hpp>
#include <perf/exporters/JsonText.hpp>
#include <perf/exporters/TraceSteps.hpp>

#include <string>
#include <unordered_map>

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

/// The name and category of each timer in JSON, made once.
class TimerTexts final {
public:
    explicit TimerTexts(const Trace& trace) : trace_(trace) {}

    const std::string& operator()(std::uint32_t timer) {
        std::string& text = texts_[timer];
        if (text.empty()) {
            text = R"(,"name":)" + jsonString(trace_.timerName(timer)) + R"(,"cat":)" +
                   jsonString(timerGroup(trace_, timer));
        }
        return text;
    }

private:
    const Trace& trace_;
    std::unordered_map<std::uint32_t, std::string> texts_;
};

std::string callEvent(const std::string& timer, const TraceStep& step, const std::string& place) {
    std::string event = R"({"ph":"X",)" + place + R"(,"ts":)" +
                        microseconds(step.time - step.duration) + R"(,"dur":)" +
                        microseconds(step.duration) + timer;
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
    TimerTexts texts(trace);
    TraceSteps steps(trace, thread, window);
    for (TraceStep step; steps.next(step);) {
        // A complete event needs the duration, so it is written at the end of the call; readers
        // sort by time.
        if (step.kind == TraceStep::Kind::Leave) {
            events.add(callEvent(texts(step.id), step, place));
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
    return {"chrome",
            "Chrome trace JSON: a slice for each call, a counter for each event; Perfetto, Firefox "
            "Profiler, speedscope",
            "messages, totals, other metrics, facts",
            ".trace.json",
            TraceUse::Required,
            write};
}

}  // namespace gantry::perf
