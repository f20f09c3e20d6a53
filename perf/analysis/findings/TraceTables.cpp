#include <perf/analysis/findings/TraceAnalysis.hpp>

namespace gantry::perf {

namespace {

constexpr double kInPercent = 100;

double partOfTime(std::int64_t time, double whole) {
    return whole > 0 ? static_cast<double>(time) / whole * kInPercent : 0;
}

ReportTable placeTable(const std::string& view, const std::string& noun,
                       const std::vector<PlaceRow>& rows, double whole) {
    ReportTable table{view, noun, {}, {}, {}, 0};
    table.columns = {{"rank", "rank", ""},
                     {"time", noun, "ns"},
                     {"share", "share", "%"},
                     {"path", "call path", ""}};
    for (const PlaceRow& row : rows) {
        table.rows.push_back({std::to_string(row.rank), static_cast<double>(row.timeNs),
                              partOfTime(row.timeNs, whole), row.path});
    }
    return table;
}

ReportTable waitTable(const TraceAnalysis& trace, double whole) {
    ReportTable table{"waits", "wait", {}, {}, {}, 0};
    table.columns = {{"kind", "wait", ""},     {"rank", "rank", ""},    {"cause", "for rank", ""},
                     {"time", "time", "ns"},   {"share", "share", "%"}, {"count", "calls", ""},
                     {"path", "call path", ""}};
    for (const WaitRow& row : trace.waits) {
        table.rows.push_back({std::string(waitName(row.kind)), std::to_string(row.rank),
                              std::to_string(row.cause), static_cast<double>(row.timeNs),
                              partOfTime(row.timeNs, whole), static_cast<std::int64_t>(row.count),
                              row.path});
    }
    return table;
}

}  // namespace

void addReplay(ReportTable& efficiency, const TraceAnalysis& trace) {
    constexpr std::size_t kName = 1;
    efficiency.columns.push_back({"serialization", "serialization", "%"});
    efficiency.columns.push_back({"transfer", "transfer", "%"});
    for (std::vector<ReportValue>& row : efficiency.rows) {
        const std::string& kind = std::get<std::string>(row[0]);
        const PartReplay* const part =
            trace.partNamed(std::get<std::string>(row[kName]), kind == "phase");
        if (kind == "run") {
            row.emplace_back(trace.serialization * kInPercent);
            row.emplace_back(trace.transfer * kInPercent);
        } else if (part != nullptr) {
            row.emplace_back(part->serialization * kInPercent);
            row.emplace_back(part->transfer * kInPercent);
        } else {
            row.emplace_back(std::string("-"));
            row.emplace_back(std::string("-"));
        }
    }
}

std::vector<ReportTable> traceTables(const TraceAnalysis& trace) {
    const double length = trace.replayedWaits ? trace.idealNs : trace.lengthNs;
    const double whole = length * static_cast<double>(trace.ranks.size());
    return {waitTable(trace, whole), placeTable("delays", "made others wait", trace.delays, whole),
            placeTable("critical", "critical path", trace.critical,
                       static_cast<double>(trace.criticalNs))};
}

}  // namespace gantry::perf
