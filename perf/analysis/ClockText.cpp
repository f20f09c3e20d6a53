// What is known of the clocks of a run, in words and as JSON (docs/formats/clock.md).

#include <base/text/NumberText.hpp>
#include <perf/analysis/ClockText.hpp>
#include <perf/clock/ClockReading.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>
#include <set>

namespace gantry::perf {

namespace {

using Kind = TraceClockState::Kind;

constexpr const char* kIndent = "           ";

std::string nameOf(const TraceClockState& trace) {
    std::string name = trace.rank >= 0 ? "rank " + std::to_string(trace.rank) : "a trace";
    return trace.host.empty() ? name : name + " on " + trace.host;
}

std::string duration(double ns) {
    return base::quantity(ns, "ns");
}

const char* wordFor(Kind kind) {
    switch (kind) {
        case Kind::Reference:
            return "reference";
        case Kind::Compared:
            return "compared";
        case Kind::BeginOnly:
            return "compared once";
        case Kind::NotCompared:
            break;
    }
    return "not compared";
}

std::string lineOf(const TraceClockState& trace) {
    std::string line = nameOf(trace) + ": ";
    switch (trace.kind) {
        case Kind::Reference:
            return line + "the clock of all times below";
        case Kind::Compared:
            line += "compared " + base::plural(trace.readings, "time") + ", off by at most " +
                    duration(trace.boundNs);
            break;
        case Kind::BeginOnly:
            line += "compared once, off by at most " + duration(trace.boundNs) +
                    " if it drifts by 100 ppm";
            break;
        case Kind::NotCompared:
            line += "not compared; by the system's time";
            break;
    }
    if (trace.leftOut > 0) {
        line += "; " + base::plural(trace.leftOut, "reading") + " went backwards";
    }
    return line;
}

}  // namespace

std::string orderText(const ClockReport& report) {
    if (!report.repair) {
        return {};
    }
    const ClockRepair& repair = *report.repair;
    // An order is a pair of moments of which one must come before the other: a send before its
    // receipt, or what a collective call implies. It is broken if the clocks say otherwise.
    std::string text = "Order      " + std::to_string(report.brokenAsMeasured) + " of " +
                       base::plural(report.orders, "order") + " broken by these clocks, " +
                       std::to_string(repair.broken) + " after repair\n";
    if (repair.moved > 0) {
        text += kIndent + base::plural(repair.moved, "event") + " moved, by at most " +
                duration(static_cast<double>(repair.largestShiftNs)) + "; " +
                std::to_string(repair.changed) + " of " +
                base::plural(repair.intervals, "interval") + "\n" + kIndent +
                "changed by more than 1 %\n";
    }
    if (repair.contradictions > 0) {
        text += kIndent + base::plural(repair.contradictions, "order") +
                " contradict others and are left out\n";
    }
    return text;
}

std::string clockText(const ClockReport& report) {
    std::string text;
    if (report.oneClock) {
        text = "Clock      the ranks read one clock; nothing is corrected; " +
               std::to_string(report.brokenAsMeasured) + " of " +
               base::plural(report.orders, "order") + " broken\n";
    } else {
        text = "Clock      different clocks; a message needs at least " +
               duration(static_cast<double>(report.latencyNs)) + "\n";
        for (const TraceClockState& trace : report.traces) {
            text += kIndent + lineOf(trace) + '\n';
        }
    }
    text += orderText(report);
    if (report.backwards > 0) {
        text += kIndent + base::plural(report.backwards, "event") +
                " before the one ahead in the same thread: its clock went backwards\n";
    }
    return text;
}

// Processes of one running system read one clock. The identity of the boot, not the name of the
// host, decides: containers of one machine have different names, and a name may be reused.
bool readsOneClock(const Profile& profile) {
    const std::vector<ProcessInfo>& all = profile.processes;
    return std::all_of(all.begin(), all.end(), [&](const ProcessInfo& process) {
        return !process.bootId.empty() && process.bootId == all.front().bootId;
    });
}

std::string clockOfRun(const Profile& profile) {
    if (profile.processes.size() < 2) {
        return {};
    }
    std::set<std::string> clocks;
    for (const ProcessInfo& process : profile.processes) {
        clocks.insert(process.bootId);
    }
    // An unknown identity may equal any other.
    if (clocks.count("") > 0) {
        return "not known whether the processes read one clock";
    }
    const std::string processes = std::to_string(profile.processes.size()) + " processes";
    if (clocks.size() == 1) {
        return "one for all " + processes + "; nothing is corrected";
    }
    std::uint64_t bound = 0;
    std::size_t readings = 0;
    for (const auto& [key, value] : profile.context) {
        const auto reading = key.starts_with(kClockFact) ? clockReading(value) : std::nullopt;
        readings += reading ? 1 : 0;
        bound = std::max(bound, reading ? reading->boundNs : 0);
    }
    const std::string all = std::to_string(clocks.size()) + " clocks of " + processes + ", ";
    return readings == 0 ? all + "which were not compared"
                         : all + "compared " + base::plural(readings, "time") +
                               " with that of rank 0, to within " +
                               duration(static_cast<double>(bound)) + " each";
}

std::string clockJson(const ClockReport& report) {
    nlohmann::ordered_json json{{"oneClock", report.oneClock},
                                {"orders", report.orders},
                                {"broken", report.brokenAsMeasured},
                                {"backwards", report.backwards},
                                {"latencyNs", report.latencyNs}};
    json["ranks"] = nlohmann::ordered_json::array();
    for (const TraceClockState& trace : report.traces) {
        nlohmann::ordered_json rank{{"rank", trace.rank},           {"host", trace.host},
                                    {"clock", wordFor(trace.kind)}, {"readings", trace.readings},
                                    {"leftOut", trace.leftOut},     {"boundNs", trace.boundNs}};
        // How far that clock is off is unknown, which is not the same as 0.
        if (trace.kind == Kind::NotCompared) {
            rank["boundNs"] = nullptr;
        }
        json["ranks"].push_back(std::move(rank));
    }
    if (report.repair) {
        const ClockRepair& repair = *report.repair;
        json["repair"] = {
            {"broken", repair.broken},       {"contradictions", repair.contradictions},
            {"moved", repair.moved},         {"largestShiftNs", repair.largestShiftNs},
            {"intervals", repair.intervals}, {"changed", repair.changed}};
    }
    return json.dump(1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace gantry::perf
