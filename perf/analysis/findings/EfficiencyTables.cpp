// The efficiency of a run and of its parts as tables. CPU columns are there for all parts or for
// none.

#include <perf/analysis/findings/Efficiency.hpp>

namespace gantry::perf {

namespace {

constexpr double kPercent = 100;

void addPart(ReportTable& table, const std::string& kind, const EfficiencyPart& part) {
    const EfficiencyFactors& factors = part.factors;
    std::vector<ReportValue> row{kind,
                                 part.name,
                                 factors.timeNs,
                                 factors.parallel * kPercent,
                                 factors.loadBalance * kPercent,
                                 factors.communication * kPercent};
    if (table.columns.size() > row.size()) {
        row.emplace_back(factors.cpuLoadBalance.value_or(1) * kPercent);
    }
    table.rows.push_back(std::move(row));
}

}  // namespace

ReportTable efficiencyTable(const RunEfficiency& run) {
    ReportTable table{"efficiency", "part", {}, {}, {}, 0};
    table.columns = {{"kind", "", ""},
                     {"name", "part", ""},
                     {"time", "time", "ns"},
                     {"parallel", "parallel", "%"},
                     {"loadBalance", "load balance", "%"},
                     {"communication", "communication", "%"}};
    if (run.hasCpu) {
        table.columns.push_back({"cpuLoadBalance", "CPU balance", "%"});
    }
    addPart(table, "run", run.whole);
    for (const EfficiencyPart& phase : run.phases) {
        addPart(table, "phase", phase);
    }
    for (const EfficiencyPart& region : run.regions) {
        addPart(table, "region", region);
    }
    return table;
}

ReportTable rankWorkTable(const RunEfficiency& run, const EfficiencyPart& part) {
    ReportTable table{"ranks", "rank", {}, {}, {}, 0};
    table.columns = {
        {"rank", "rank", ""}, {"useful", "useful", "ns"}, {"communication", "communication", "ns"}};
    if (run.hasCpu) {
        table.columns.push_back({"cpu", "useful CPU", "ns"});
    }
    for (const RankWork& work : part.ranks) {
        std::vector<ReportValue> row{work.rank < 0 ? std::string("-") : std::to_string(work.rank),
                                     work.useful, work.communication};
        if (run.hasCpu) {
            row.emplace_back(work.cpu);
        }
        table.rows.push_back(std::move(row));
    }
    return table;
}

}  // namespace gantry::perf
