#include <perf/analysis/ModuleReport.hpp>
#include <perf/model/ModuleReportFact.hpp>

#include <algorithm>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "ModuleFormula.hpp"

namespace gantry::perf {

namespace {

constexpr std::string_view kFirstLine = "gantry-module-report 1";
constexpr std::size_t kMostColumns = 64;

// "KEYWORD the rest", without blanks at the end.
std::pair<std::string, std::string> splitLine(std::string line) {
    while (!line.empty() && (line.back() == ' ' || line.back() == '\r')) {
        line.pop_back();
    }
    const std::size_t blank = std::min(line.find(' '), line.size());
    return {line.substr(0, blank), line.substr(std::min(blank + 1, line.size()))};
}

std::string unitOf(const std::string& formula, const std::vector<ModuleField>& fields) {
    const auto field = std::find_if(fields.begin(), fields.end(),
                                    [&](const ModuleField& each) { return each.name == formula; });
    return field == fields.end() ? std::string() : field->unit;
}

class ReportReader final {
public:
    explicit ReportReader(const ModuleRecords& module)
        : module_(module), records_(reducedByName(module)) {
        report_.table.view = "module";
        report_.table.noun = "record";
        report_.table.columns = {{"name", "name", ""}};
        for (const ModuleRecord& record : records_) {
            report_.table.rows.push_back({record.name});
        }
    }

    ModuleReport read(const std::string& text) {
        std::istringstream lines(text);
        std::string line;
        std::getline(lines, line);
        if (splitLine(line) != splitLine(std::string(kFirstLine))) {
            throw std::invalid_argument("line 1: '" + std::string(kFirstLine) + "' is expected");
        }
        for (std::size_t number = 2; std::getline(lines, line); ++number) {
            try {
                addLine(line);
            } catch (const std::invalid_argument& error) {
                throw std::invalid_argument("line " + std::to_string(number) + ": " + error.what());
            }
        }
        if (report_.table.columns.size() == 1) {
            throw std::invalid_argument("it has no column");
        }
        if (!order_.empty()) {
            sortRows(report_.table, order_);
        }
        return std::move(report_);
    }

private:
    void addLine(const std::string& line) {
        const auto [keyword, value] = splitLine(line);
        if (keyword.empty() || keyword.front() == '#') {
            return;
        }
        if (keyword == "title") {
            report_.title = value;
        } else if (keyword == "text") {
            report_.notes.push_back(value);
        } else if (keyword == "names") {
            report_.table.columns.front().title = value;
        } else if (keyword == "column") {
            addColumn(value);
        } else if (keyword == "sort") {
            sortBy(value);
        }
        // Further keywords are of later versions, which say more and change nothing.
    }

    // "TITLE = FORMULA", with " in UNIT" where it is not that of the only field.
    void addColumn(const std::string& value) {
        const std::size_t equals = value.find(" = ");
        if (equals == std::string::npos || equals == 0) {
            throw std::invalid_argument("'column TITLE = FORMULA' is expected");
        }
        if (report_.table.columns.size() > kMostColumns) {
            throw std::invalid_argument("there are more than 64 columns");
        }
        std::string formula = value.substr(equals + 3);
        std::string unit = unitOf(formula, module_.fields);
        if (const std::size_t in = formula.rfind(" in "); in != std::string::npos) {
            unit = formula.substr(in + 4);
            formula.resize(in);
        }
        const RecordValue column = readFormula(formula, module_.fields, records_);
        const std::string title = value.substr(0, equals);
        // "20 calls" in a column of calls would say it twice.
        unit = unit == title ? "" : unit;
        const auto isSame = [&](const ReportColumn& known) { return known.key == title; };
        if (std::any_of(report_.table.columns.begin(), report_.table.columns.end(), isSame)) {
            throw std::invalid_argument("there is another column '" + title + "'");
        }
        report_.table.columns.push_back({title, title, unit});
        for (std::size_t i = 0; i < records_.size(); ++i) {
            report_.table.rows[i].emplace_back(column(records_[i]));
        }
    }

    void sortBy(const std::string& title) {
        const auto isIt = [&](const ReportColumn& column) { return column.key == title; };
        if (std::none_of(report_.table.columns.begin(), report_.table.columns.end(), isIt)) {
            throw std::invalid_argument("there is no column '" + title + "' before it");
        }
        order_ = title;
    }

    const ModuleRecords& module_;
    std::vector<ModuleRecord> records_;
    ModuleReport report_;
    std::string order_;
};

}  // namespace

std::optional<ModuleReport> moduleReport(const Profile& profile, const std::string& name) {
    const std::string key = std::string(kModuleReportFact) + name;
    const auto text = std::find_if(profile.context.begin(), profile.context.end(),
                                   [&](const auto& fact) { return fact.first == key; });
    const auto module = std::find_if(profile.modules.begin(), profile.modules.end(),
                                     [&](const ModuleRecords& each) { return each.name == name; });
    if (text == profile.context.end() || module == profile.modules.end()) {
        return std::nullopt;
    }
    return ReportReader(*module).read(text->second);
}

}  // namespace gantry::perf
