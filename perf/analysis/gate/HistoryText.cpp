#include <base/text/NumberText.hpp>
#include <base/text/Paragraph.hpp>
#include <base/text/Printable.hpp>
#include <perf/analysis/gate/GateText.hpp>
#include <perf/document/JsonValues.hpp>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <utility>

#include "HistorySeries.hpp"

namespace gantry::perf {

namespace {

constexpr std::size_t kWidth = 80;
constexpr std::size_t kBar = 24;

// From 0 on, so that lengths can be compared.
std::string bar(double value, double most) {
    const double part = most > 0 && std::isfinite(value) ? std::clamp(value / most, 0.0, 1.0) : 0;
    return std::string(static_cast<std::size_t>(std::lround(part * static_cast<double>(kBar))),
                       '#');
}

std::string padded(std::string text, std::size_t width) {
    text.resize(std::max(width, text.size()), ' ');
    return text;
}

std::string recordLine(const GateRecord& record, double most) {
    const std::string median = base::quantity(record.median, record.unit);
    return "  " + padded(base::printable(record.time), 20) + "  " +
           padded(base::printable(record.revision.substr(0, 8)), 8) + "  " +
           std::string(median.size() < 8 ? 8 - median.size() : 0, ' ') + median + "  " +
           padded(bar(record.median, most), kBar) + "  " + base::printable(record.verdict) + '\n';
}

void writeSeries(std::ostringstream& out, const HistorySeries& series, std::size_t most) {
    const GateRecord& last = series.records.back();
    out << base::paragraph("Gate", base::printable(last.name), {11, kWidth})
        << base::paragraph("Metric", base::printable(last.metric), {11, kWidth})
        << base::paragraph("Machine", base::printable(last.machine), {11, kWidth});
    double largest = 0;
    for (const GateRecord& record : series.records) {
        largest = std::isfinite(record.median) ? std::max(largest, record.median) : largest;
    }
    const std::size_t size = series.records.size();
    // Changes are looked for in all results, also in those that are not listed.
    const std::size_t begin = most == 0 ? 0 : size - std::min(size, most);
    if (begin > 0) {
        out << "  ... " << begin << " older\n";
    }
    for (std::size_t i = begin; i < size; ++i) {
        for (const ChangePoint& change : series.changes) {
            if (change.index == i) {
                out << "  ---- level " << base::quantity(change.before, last.unit) << " -> "
                    << base::quantity(change.after, last.unit) << ", " << changeText(change)
                    << " ----\n";
            }
        }
        out << recordLine(series.records[i], largest);
    }
    // A bad value in a file spoils the search for changes of its own series alone.
    if (series.unusable) {
        out << "Changes    not looked for: a value is not a number above 0\n";
    } else {
        out << "Changes    "
            << (series.changes.empty() ? "none" : std::to_string(series.changes.size()))
            << " of the level in " << base::plural(size, "result") << '\n';
    }
}

}  // namespace

std::string historyText(const std::vector<GateRecord>& records, std::size_t most) {
    std::ostringstream out;
    bool first = true;
    for (const HistorySeries& series : historySeries(records)) {
        out << (first ? "" : "\n");
        first = false;
        writeSeries(out, series, most);
    }
    return out.str();
}

std::string historyJson(const std::vector<GateRecord>& records) {
    const auto number = [](double value) {
        return std::isfinite(value) ? Json(value) : Json(nullptr);
    };
    Json json{{"format", "gantry-history"}, {"version", 1}, {"series", Json::array()}};
    for (const HistorySeries& series : historySeries(records)) {
        const GateRecord& last = series.records.back();
        Json one{{"name", jsonText(last.name)}, {"metric", jsonText(last.metric)},
                 {"unit", jsonText(last.unit)}, {"machine", jsonText(last.machine)},
                 {"results", Json::array()},    {"changes", Json::array()}};
        for (const GateRecord& record : series.records) {
            Json values = Json::array();
            for (const double value : record.values) {
                values.push_back(number(value));
            }
            one["results"].push_back({{"time", jsonText(record.time)},
                                      {"revision", jsonText(record.revision)},
                                      {"runs", record.runs},
                                      {"median", number(record.median)},
                                      {"baseline", number(record.baseline)},
                                      {"relative", number(record.relative)},
                                      {"low", number(record.low)},
                                      {"high", number(record.high)},
                                      {"verdict", jsonText(record.verdict)},
                                      {"values", std::move(values)}});
        }
        for (const ChangePoint& change : series.changes) {
            one["changes"].push_back({{"index", change.index},
                                      {"before", change.before},
                                      {"after", change.after},
                                      {"relative", change.relative}});
        }
        json["series"].push_back(std::move(one));
    }
    return json.dump(2, ' ', true, Json::error_handler_t::replace) + '\n';
}

}  // namespace gantry::perf
