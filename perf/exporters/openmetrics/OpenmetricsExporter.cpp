// The text format of OpenMetrics 1.0. All values are gauges: they are those of one finished run,
// not counters of a process that a server asks again and again.

#include <base/text/NumberText.hpp>
#include <base/text/Printable.hpp>
#include <perf/exporters/Exporter.hpp>
#include <perf/model/Flat.hpp>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace gantry::perf {

namespace {

using Labels = std::vector<std::pair<const char*, std::string>>;

std::string labelText(const Labels& labels) {
    std::string text;
    for (const auto& [key, value] : labels) {
        text += (text.empty() ? "" : ",") + std::string(key) + "=\"";
        for (const char character : base::printable(value)) {
            text += character == '"' || character == '\\' ? std::string{'\\', character}
                                                          : std::string{character};
        }
        text += '"';
    }
    return '{' + text + '}';
}

// Nanoseconds as seconds, exactly.
std::string seconds(std::int64_t ns) {
    constexpr std::int64_t kSecond = 1'000'000'000;
    const std::string rest = std::to_string(std::abs(ns % kSecond));
    return (ns < 0 ? "-" : "") + std::to_string(std::abs(ns / kSecond)) + '.' +
           std::string(9 - rest.size(), '0') + rest;
}

class MetricsText final {
public:
    explicit MetricsText(std::ostream& output) : output_(output) {}

    /// Begins a family; its samples follow. A unit is the end of the name as well.
    void family(const std::string& name, const std::string& help, const std::string& unit = "") {
        name_ = name;
        output_ << "# HELP " << name << ' ' << help << "\n# TYPE " << name << " gauge\n";
        if (!unit.empty()) {
            output_ << "# UNIT " << name << ' ' << unit << '\n';
        }
    }

    void sample(const Labels& labels, const std::string& value) {
        output_ << name_ << labelText(labels) << ' ' << value << '\n';
    }

private:
    std::ostream& output_;
    std::string name_;
};

Labels labelsOf(const TimerInfo& timer) {
    return {{"timer", timer.name},
            {"type", timer.type},
            {"group", timer.group},
            {"kind", std::string(kindName(timer.kind))}};
}

/// The inclusive or the exclusive values of all metrics that are times, or of all others.
struct Family {
    const char* name;
    const char* help;
    MetricValues TimerRecord::*values;
};

void writeValues(const Profile& profile, const std::vector<TimerRecord>& records, Family family,
                 bool times, MetricsText& text) {
    // A family has one unit, which its name ends in. Times become seconds, the base unit of
    // OpenMetrics; other metrics carry their unit as a label.
    const auto belongs = [times](const Metric& metric) { return (metric.unit == "ns") == times; };
    if (std::none_of(profile.metrics.begin(), profile.metrics.end(), belongs)) {
        return;
    }
    text.family(std::string("gantry_timer_") + family.name + (times ? "_seconds" : ""), family.help,
                times ? "seconds" : "");
    for (const TimerRecord& record : records) {
        for (std::size_t m = 0; m < profile.metrics.size(); ++m) {
            const Metric& metric = profile.metrics[m];
            if (!belongs(metric)) {
                continue;
            }
            const std::int64_t value = (record.*family.values)[m];
            Labels labels = labelsOf(record.info);
            labels.emplace_back("metric", metric.name);
            if (!times) {
                labels.emplace_back("unit", metric.unit);
            }
            text.sample(labels, times ? seconds(value) : std::to_string(value));
        }
    }
}

void writeTimers(const Profile& profile, MetricsText& text) {
    const std::vector<TimerRecord> records = flat(profile);
    text.family("gantry_timer_calls", "Calls of the timer on all threads.");
    for (const TimerRecord& record : records) {
        text.sample(labelsOf(record.info), std::to_string(record.calls));
    }
    const Family inclusive{"inclusive", "Value of the metric in the timer and what it called.",
                           &TimerRecord::inclusive};
    const Family exclusive{"exclusive", "Value of the metric in the timer itself.",
                           &TimerRecord::exclusive};
    for (const bool times : {true, false}) {
        writeValues(profile, records, inclusive, times, text);
        writeValues(profile, records, exclusive, times, text);
    }
}

void writeEvents(const Profile& profile, MetricsText& text) {
    struct Column {
        const char* name;
        const char* help;
        double (*value)(const EventStats&);
    };
    const Column columns[] = {
        {"values", "Number of values of the event.",
         [](const EventStats& event) { return static_cast<double>(event.count); }},
        {"minimum", "Least value of the event.", [](const EventStats& event) { return event.min; }},
        {"maximum", "Greatest value of the event.",
         [](const EventStats& event) { return event.max; }},
        {"mean", "Mean of the values of the event.",
         [](const EventStats& event) { return event.mean; }},
        {"deviation", "Standard deviation of the values of the event.",
         [](const EventStats& event) { return event.standardDeviation(); }},
    };
    for (const Column& column : columns) {
        if (profile.events.empty()) {
            break;
        }
        text.family(std::string("gantry_event_") + column.name, column.help);
        for (const EventStats& event : profile.events) {
            text.sample({{"event", event.name}, {"path", event.path}},
                        base::exact(column.value(event)));
        }
    }
}

void write(const ExportSource& source, std::ostream& output) {
    const Profile& profile = source.profile;
    MetricsText text(output);
    text.family("gantry_run_seconds", "Time from the beginning of the measurement to its end.",
                "seconds");
    text.sample({{"created", profile.created}, {"host", profile.machine.host}},
                seconds(profile.timeNs));
    writeTimers(profile, text);
    writeEvents(profile, text);
    output << "# EOF\n";
}

}  // namespace

Exporter openmetricsExporter() {
    return {"openmetrics",
            "calls, inclusive and exclusive values of each timer, statistics of events, as gauges; "
            "Prometheus, and all that reads OpenMetrics",
            "call paths, threads, ranks, quantiles, most facts, and the trace",
            ".prom",
            TraceUse::None,
            write};
}

}  // namespace gantry::perf
