// The records of a trace in a list, as text, CSV or JSON. Nothing is kept between two lines, so
// that a long trace takes no memory.

#include <base/text/CsvLine.hpp>
#include <base/text/NumberText.hpp>
#include <base/text/Printable.hpp>
#include <perf/analysis/TraceText.hpp>
#include <perf/document/JsonValues.hpp>

#include <algorithm>
#include <array>
#include <cstdio>

namespace gantry::perf {

namespace {

// Indexed by TraceKind; number 0 is not used in a trace.
constexpr std::array kKindNames{"?", "start", "stop", "event", "value", "lost", "thread"};
// Columns. Deep recursion would otherwise push names out of sight.
constexpr std::size_t kMostIndent = 60;

std::string kindName(TraceKind kind) {
    return kKindNames[static_cast<std::size_t>(kind)];
}

std::uint64_t lostOf(const Trace& trace) {
    std::uint64_t lost = 0;
    for (const auto& [number, thread] : trace.tables().threads) {
        lost += thread.lost;
    }
    return lost;
}

// The totals of a trace and of the profile of the same run are counted independently; that they
// agree is evidence that neither lost something. A running program changes both between two looks.
std::string verdictText(const std::optional<TotalsCheck>& check, bool running) {
    if (running) {
        return "not compared, the program still runs";
    }
    if (!check) {
        return "not compared, there is no profile";
    }
    switch (check->verdict) {
        case TotalsCheck::Verdict::Equal:
            return "equal to the profile in " + base::plural(check->paths, "call path");
        case TotalsCheck::Verdict::Incomplete:
            return "not compared, " + check->why;
        case TotalsCheck::Verdict::Differ:
            break;
    }
    return "differ from the profile: " + check->why;
}

Json verdictJson(const std::optional<TotalsCheck>& check, bool running) {
    if (running || !check) {
        return nullptr;
    }
    constexpr std::array kWords{"equal", "differ", "incomplete"};
    return Json{{"verdict", kWords[static_cast<std::size_t>(check->verdict)]},
                {"callPaths", check->paths},
                {"why", check->why.empty() ? Json(nullptr) : Json(check->why)}};
}

}  // namespace

TraceText::TraceText(Format format, const Trace& trace)
    : format_(format),
      trace_(trace),
      unit_(trace.tables().clock ? trace.tables().clock->unit : std::string()) {}

std::string TraceText::nameOf(const TraceRow& row) const {
    switch (row.kind) {
        case TraceKind::Start:
        case TraceKind::Stop:
            return trace_.timerName(row.id);
        case TraceKind::Event:
            return trace_.eventName(row.id);
        case TraceKind::Lost:
            return base::plural(row.id, "record");
        default:
            return "system id " + std::to_string(row.id);
    }
}

// The metric of a trace need not be a time in ns; its units are then shown as they are.
std::string TraceText::timeText(std::int64_t units) const {
    if (unit_ != "ns") {
        return std::to_string(units);
    }
    char text[48];
    std::snprintf(text, sizeof text, "%.9f", static_cast<double>(units) * 1e-9);
    return text;
}

std::string TraceText::head() const {
    if (format_ == Format::Text) {
        return unit_ == "ns" ? "       seconds  thread\n" : "          time  thread\n";
    }
    if (format_ == Format::Csv) {
        return base::csvLine(
            {"time", "unit", "thread", "kind", "name", "depth", "duration", "value"});
    }
    return "{\n  \"format\": \"gantry-trace\",\n  \"version\": 1,\n  \"unit\": " +
           jsonText(unit_).dump(-1, ' ', true) + ",\n  \"records\": [";
}

std::string TraceText::line(const TraceRow& row) {
    if (format_ == Format::Json) {
        return jsonLine(row);
    }
    if (format_ == Format::Text) {
        return textLine(row);
    }
    return base::csvLine({std::to_string(row.time), unit_, std::to_string(row.thread),
                          kindName(row.kind), nameOf(row), std::to_string(row.depth),
                          row.duration ? std::to_string(*row.duration) : "",
                          row.value ? base::exact(*row.value) : ""});
}

std::string TraceText::textLine(const TraceRow& row) const {
    // By TraceKind; a value never has a line of its own, since TraceRows joins it with its event.
    constexpr const char* kSigns = "?>< *!@";
    char begin[64];
    std::snprintf(begin, sizeof begin, "%14s  %6u  ", timeText(row.time).c_str(), row.thread);
    std::string line = begin + std::string(2 * std::min(row.depth, kMostIndent / 2), ' ');
    if (row.kind == TraceKind::Event) {
        line += "* ";
    } else {
        line += kSigns[static_cast<std::size_t>(row.kind)] + std::string(" ");
    }
    line += base::printable(nameOf(row));
    if (row.kind == TraceKind::Lost) {
        line += " lost";
    }
    if (row.duration) {
        line += "  " + base::quantity(static_cast<double>(*row.duration), unit_);
    }
    if (row.value) {
        line += " = " + base::exact(*row.value);
    }
    return line + '\n';
}

std::string TraceText::jsonLine(const TraceRow& row) {
    Json object{{"time", row.time},
                {"thread", row.thread},
                {"kind", kindName(row.kind)},
                {"depth", row.depth}};
    if (row.kind == TraceKind::Lost) {
        object["records"] = row.id;
    } else if (row.kind == TraceKind::Thread) {
        object["systemId"] = row.id;
    } else {
        object["name"] = jsonText(nameOf(row));
    }
    if (row.duration) {
        object["duration"] = *row.duration;
    }
    if (row.value) {
        object["value"] = jsonNumber(*row.value);
    }
    // Lines are streamed, so the comma is written before a record: whether one follows is not
    // known.
    const std::string separator = isFirst_ ? "\n    " : ",\n    ";
    isFirst_ = false;
    return separator + object.dump(-1, ' ', true);
}

std::string TraceText::tail(const std::optional<TotalsCheck>& check, bool running) const {
    const std::uint64_t lost = lostOf(trace_);
    if (format_ == Format::Csv) {
        return {};
    }
    if (format_ == Format::Json) {
        const Json all{{"records", trace_.records()},
                       {"threads", trace_.threads().size()},
                       {"bytes", trace_.bytes()},
                       {"lost", lost},
                       {"totals", verdictJson(check, running)}};
        return "\n  ],\n  \"trace\": " + all.dump(-1, ' ', true) + "\n}\n";
    }
    // Headers of chunks included, so that the number times the records is the size of the trace.
    char each[32];
    std::snprintf(each, sizeof each, "%.2f",
                  static_cast<double>(trace_.bytes()) /
                      static_cast<double>(std::max<std::uint64_t>(trace_.records(), 1)));
    return "Trace      " + base::plural(trace_.records(), "record") + " of " +
           base::plural(trace_.threads().size(), "thread") + ", " + each + " bytes each; " +
           std::to_string(lost) + " lost\nTotals     " +
           base::printable(verdictText(check, running)) + '\n';
}

}  // namespace gantry::perf
