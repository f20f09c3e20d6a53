#include <base/text/NumberText.hpp>
#include <perf/analysis/ModuleTable.hpp>
#include <perf/analysis/Overview.hpp>
#include <perf/analysis/ProfileText.hpp>
#include <perf/analysis/TableText.hpp>

namespace gantry::perf {

namespace {

constexpr double kNs = 1e-9;
constexpr const char* kIndent = "  ";
constexpr std::size_t kMostFunctions = 4;
constexpr std::size_t kMostFiles = 3;
// Names of functions of templates fill many lines.
constexpr std::size_t kNameWidth = 44;

std::string cut(const std::string& text, bool keepEnd) {
    if (text.size() <= kNameWidth) {
        return text;
    }
    return keepEnd ? "..." + text.substr(text.size() - kNameWidth + 3)
                   : text.substr(0, kNameWidth - 3) + "...";
}

std::string partText(std::int64_t part, const TimeUse& use, const char* what) {
    return base::share(static_cast<double>(part), static_cast<double>(use.wholeNs)) + ' ' + what;
}

std::string timeText(const Profile& profile, const TimeUse& use) {
    std::string text = base::duration(static_cast<double>(use.wholeNs) * kNs) + " of " +
                       base::plural(use.threads, "thread");
    text += profile.ranks ? " on " + base::plural(profile.ranks->size, "rank") : "";
    text += ": " + partText(use.computingNs, use, use.knowsCpu ? "computing" : "other") + ", " +
            partText(use.ioNs, use, "I/O") + ", ";
    if (use.mpiNs > 0) {
        text += partText(use.mpiNs, use, "MPI") + ", ";
    }
    return paragraph("Time      ", text + (use.knowsCpu ? partText(use.waitingNs, use, "waiting")
                                                        : "how much of it waited is not known"));
}

std::string functionsText(const Profile& profile) {
    ReportTable table = hotFunctions(profile);
    if (table.rows.empty()) {
        return {};
    }
    keepFirst(table, kMostFunctions);
    for (auto& row : table.rows) {
        row[0] = cut(std::get<std::string>(row[0]), false);
    }
    return "Functions  by samples of call stacks\n" + tableText(table, kIndent);
}

// Only where files took a part of the time that one can see.
std::string filesText(const Profile& profile, const TimeUse& use) {
    constexpr std::int64_t kHundredth = 100;
    std::vector<ReportTable> tables = ioTables(profile);
    if (tables.size() < 2 || use.ioNs * kHundredth < use.wholeNs) {
        return {};
    }
    ReportTable& files = tables[1];
    keepFirst(files, kMostFiles);
    for (auto& row : files.rows) {
        row[0] = cut(std::get<std::string>(row[0]), true);
    }
    // Module and counts are in the full report.
    for (ReportColumn& column : files.columns) {
        if (column.key == "opens" || column.key == "metadata" || column.key == "reads" ||
            column.key == "writes") {
            column.shown = ReportColumn::Shown::ToPrograms;
        }
    }
    return "Files      by the time of their calls\n" + tableText(files, kIndent);
}

std::string limitsText(const std::vector<TimeLimit>& limits) {
    std::string text;
    for (const TimeLimit& limit : limits) {
        text += paragraph("Limit     ", limit.kind + ", " + base::share(limit.share, 1) +
                                            " of the time: " + limit.evidence +
                                            (limit.advice.empty() ? "" : "; " + limit.advice));
    }
    return text;
}

}  // namespace

std::string overviewText(const Profile& profile, const OverviewFacts& facts) {
    const std::optional<TimeUse> use = timeUse(profile);
    if (!use) {
        return {};
    }
    return timeText(profile, *use) + functionsText(profile) + filesText(profile, *use) +
           limitsText(timeLimits(profile, facts));
}

bool lacksPythonNames(const Profile& profile, const OverviewFacts& facts) {
    const ReportTable functions = hotFunctions(profile);
    if (facts.namesPython || functions.rows.empty()) {
        return false;
    }
    const std::string& file = std::get<std::string>(functions.rows.front()[1]);
    return file.starts_with("python3.") || file.starts_with("libpython3.");
}

}  // namespace gantry::perf
