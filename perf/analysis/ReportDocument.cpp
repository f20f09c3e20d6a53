// A report in its four formats. Text and Markdown are for people: every text of the profile goes
// through base::printable(), because names come from the program and may have any bytes. CSV and
// JSON are for programs and keep all digits (docs/formats/report.md).

#include <base/text/CsvLine.hpp>
#include <base/text/NumberText.hpp>
#include <base/text/Printable.hpp>
#include <perf/analysis/ProfileNotes.hpp>
#include <perf/analysis/ReportDocument.hpp>
#include <perf/analysis/TableText.hpp>
#include <perf/archive/History.hpp>
#include <perf/document/JsonValues.hpp>
#include <perf/model/Misuse.hpp>
#include <perf/model/Overhead.hpp>

#include <algorithm>
#include <sstream>

namespace gantry::perf {

namespace {

// The facts above the tables, line by line.
std::vector<std::string> headLines(const Profile& profile) {
    std::ostringstream head;
    const Machine& machine = profile.machine;
    // What another tool has measured may lack both.
    head << "Profile" << (profile.created.empty() ? "" : " of ") << profile.created
         << (machine.host.empty() ? "" : " on ") << machine.host << ": "
         << base::duration(static_cast<double>(profile.timeNs) * 1e-9) << " measured, "
         << base::plural(profile.assembly.instances.size(), "component") << ", "
         << base::plural(profile.threads.size(), "thread");
    if (profile.ranks) {
        head << ", " << base::plural(profile.ranks->size, "rank");
    }
    std::vector<std::string> lines{base::printable(head.str())};
    if (machine.cores > 0 || !machine.cpuModel.empty()) {
        lines.push_back(base::printable(machine.cpuModel + ", " +
                                        base::plural(machine.cores, "processor") + ", " +
                                        machine.os));
    }
    for (const Metric& metric : profile.metrics) {
        lines.push_back(
            base::printable(metric.name + " in " + metric.unit + " by " + metric.source));
    }
    lines.push_back(base::printable("values are " + valuesText(profile)));
    return lines;
}

std::vector<std::string> warnings(const Profile& profile) {
    std::vector<std::string> lines;
    if (!profile.partial.empty()) {
        lines.push_back(base::printable("this profile is partial: " + profile.partial));
    }
    for (const std::string& warning : metricWarnings(profile)) {
        lines.push_back(base::printable(warning));
    }
    // What an archive leaves out is a fact of its context (perf/archive/History.hpp).
    for (const auto& [key, value] : profile.context) {
        const bool isOfChanges = key == kChangesLeftOut;
        if (isOfChanges || key == kDecisionsLeftOut) {
            const std::string things = isOfChanges ? "changes" : "decisions";
            std::string line = "the first ";
            line.append(things).append(" were not kept, because there were too many: ");
            lines.push_back(base::printable(line.append(value)));
        }
    }
    // One line for all events: which of them it is can be seen in the profile.
    std::uint64_t collapsed = 0;
    for (const EventStats& event : profile.events) {
        collapsed += event.quantiles.collapsed;
    }
    if (collapsed > 0) {
        lines.push_back(base::plural(collapsed, "value") +
                        " of events fell outside the range in which "
                        "quantiles are known to 1 %");
    }
    for (const std::string& warning : misuseWarnings(profile)) {
        lines.push_back(base::printable(warning));
    }
    return lines;
}

// Measurement overhead, as a line of its own; empty where it is not known.
std::string overheadLine(const Profile& profile) {
    const std::string overhead = overheadText(profile);
    return overhead.empty() ? "" : base::printable("measurement overhead " + overhead);
}

// What has a meaning in Markdown, in tables as well as in lists, is escaped by a backslash.
std::string markdownText(const std::string& text) {
    std::string escaped;
    for (const char character : base::printable(text)) {
        escaped +=
            std::string_view("\\|<>*_`").find(character) != std::string_view::npos ? "\\" : "";
        escaped += character;
    }
    return escaped;
}

std::string markdownTable(const ReportTable& table) {
    const std::vector<std::size_t> columns = shownColumns(table);
    std::string titles = "|";
    std::string rule = "|";
    for (const std::size_t column : columns) {
        titles += ' ' + markdownText(table.columns[column].title) + " |";
        rule += isTextColumn(table, column) ? "---|" : "---:|";
    }
    std::string text = titles + '\n' + rule + '\n';
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        text += '|';
        for (const std::size_t column : columns) {
            // A table of Markdown drops leading blanks, so depth is shown by dots.
            const bool isIndented = column == columns.front() && !table.depths.empty();
            for (std::size_t i = 0; isIndented && i < table.depths[row]; ++i) {
                text += " &middot;";
            }
            text += ' ' +
                    markdownText(shownValue(table.rows[row][column], table.columns[column].unit)) +
                    " |";
        }
        text += '\n';
    }
    const std::string more = leftOutText(table);
    return text + (more.empty() ? "" : '\n' + more + '\n');
}

// The arrays are by metric, in the order of "metrics" in the same document.
// Nothing where the measurement overhead is not known.
Json overheadJson(const Profile& profile) {
    if (!profile.probeOverhead) {
        return nullptr;
    }
    const std::uint64_t untimed = allUntimed(profile);
    const auto all = overheadOf(profile, allCalls(profile), untimed);
    const auto error = overheadErrorOfAll(profile);
    Json overhead{{"pair", Json::array()}, {"all", Json::array()}, {"error", Json::array()}};
    for (std::size_t metric = 0; metric < profile.metrics.size(); ++metric) {
        overhead["pair"].push_back(jsonNumber(profile.probeOverhead->pair[metric]));
        overhead["all"].push_back(jsonNumber(all[metric]));
        overhead["error"].push_back(jsonNumber(error[metric]));
        if (untimed > 0) {
            overhead["untimed"].push_back(jsonNumber(profile.probeOverhead->untimed[metric]));
        }
    }
    return overhead;
}

// Numbers are written with as many digits as give them back exactly, without a unit: the head line
// has it.
std::string csvValue(const ReportValue& value) {
    if (const auto* text = std::get_if<std::string>(&value)) {
        return *text;
    }
    if (const auto* truth = std::get_if<bool>(&value)) {
        return *truth ? "1" : "0";
    }
    const auto* whole = std::get_if<std::int64_t>(&value);
    return whole ? std::to_string(*whole) : base::exact(std::get<double>(value));
}

Json jsonValue(const ReportValue& value) {
    if (const auto* text = std::get_if<std::string>(&value)) {
        return jsonText(*text);
    }
    if (const auto* truth = std::get_if<bool>(&value)) {
        return *truth;
    }
    const auto* whole = std::get_if<std::int64_t>(&value);
    return whole ? Json(*whole) : jsonNumber(std::get<double>(value));
}

// Rows are arrays, not objects: keys are written once, however long the table is. The order of
// values is that of the columns, hidden ones included.
Json tableJson(const ReportTable& table) {
    Json columns = Json::array();
    for (const ReportColumn& column : table.columns) {
        columns.push_back({{"key", jsonText(column.key)}, {"unit", jsonText(column.unit)}});
    }
    Json rows = Json::array();
    for (const std::vector<perf::ReportValue>& row : table.rows) {
        Json values = Json::array();
        std::transform(row.begin(), row.end(), std::back_inserter(values), jsonValue);
        rows.push_back(std::move(values));
    }
    return {{"view", table.view}, {"columns", columns}, {"rows", rows}, {"leftOut", table.leftOut}};
}

}  // namespace

std::string reportText(const ReportDocument& report) {
    std::string text;
    for (const std::string& line : headLines(report.profile)) {
        text += line + '\n';
    }
    for (const ReportTable& table : report.tables) {
        text += '\n' + (table.rows.empty() ? "no " + table.noun + "s\n" : tableText(table));
    }
    if (const std::string overhead = overheadLine(report.profile); !overhead.empty()) {
        text += '\n' + overhead + '\n';
    }
    for (const std::string& warning : warnings(report.profile)) {
        text += "warning: " + warning + '\n';
    }
    return text;
}

std::string reportMarkdown(const ReportDocument& report) {
    std::string text;
    for (const std::string& line : headLines(report.profile)) {
        text +=
            (text.empty() ? "# " : "- ") + markdownText(line) + '\n' + (text.empty() ? "\n" : "");
    }
    for (const ReportTable& table : report.tables) {
        text += "\n## " + table.view + "\n\n" +
                (table.rows.empty() ? "no " + table.noun + "s\n" : markdownTable(table));
    }
    if (const std::string overhead = overheadLine(report.profile); !overhead.empty()) {
        text += '\n' + markdownText(overhead) + '\n';
    }
    for (const std::string& warning : warnings(report.profile)) {
        text += "\n**Warning:** " + markdownText(warning) + '\n';
    }
    return text;
}

std::string reportCsv(const ReportDocument& report) {
    std::string text;
    for (const ReportTable& table : report.tables) {
        std::vector<std::string> cells;
        for (const ReportColumn& column : table.columns) {
            cells.push_back(column.key + (column.unit.empty() ? "" : " [" + column.unit + ']'));
        }
        text += (text.empty() ? "" : "\n") + base::csvLine(cells);
        for (const std::vector<perf::ReportValue>& row : table.rows) {
            cells.clear();
            std::transform(row.begin(), row.end(), std::back_inserter(cells), csvValue);
            text += base::csvLine(cells);
        }
    }
    return text;
}

std::string reportJson(const ReportDocument& report) {
    const Profile& profile = report.profile;
    Json metrics = Json::array();
    for (const Metric& metric : profile.metrics) {
        metrics.push_back({{"name", jsonText(metric.name)},
                           {"unit", jsonText(metric.unit)},
                           {"source", jsonText(metric.source)}});
    }
    const Machine& machine = profile.machine;
    Json document{{"format", "gantry-report"},
                  {"version", 1},
                  {"created", jsonText(profile.created)},
                  {"timeNs", profile.timeNs},
                  {"partial", jsonText(profile.partial)},
                  {"machine",
                   {{"host", jsonText(machine.host)},
                    {"cpuModel", jsonText(machine.cpuModel)},
                    {"cores", machine.cores},
                    {"os", jsonText(machine.os)}}},
                  {"threads", profile.threads.size()},
                  {"ranks", profile.ranks ? profile.ranks->size : 1},
                  {"metrics", metrics},
                  {"compensated", isCompensated(profile)},
                  {"overhead", overheadJson(profile)},
                  {"warnings", Json::array()}};
    for (const std::string& warning : metricWarnings(profile)) {
        document["warnings"].push_back(jsonText(warning));
    }
    document["views"] = Json::array();
    for (const ReportTable& table : report.tables) {
        document["views"].push_back(tableJson(table));
    }
    document["misuse"] = Json::array();
    for (const Misuse& misuse : profile.misuse) {
        document["misuse"].push_back(jsonText(describe(misuse)));
    }
    return jsonDocument(document);
}

}  // namespace gantry::perf
