#include <base/text/CsvLine.hpp>
#include <base/text/NumberText.hpp>
#include <base/text/Printable.hpp>
#include <perf/analysis/TimelineTables.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <numeric>
#include <stdexcept>
#include <type_traits>
#include <variant>

namespace gantry::perf {

namespace {

using Json = nlohmann::ordered_json;

Json jsonOfValue(const ReportValue& value) {
    return std::visit(
        [](const auto& known) -> Json {
            if constexpr (std::is_same_v<std::decay_t<decltype(known)>, std::string>) {
                return base::printable(known);
            } else {
                return known;
            }
        },
        value);
}

std::invalid_argument noRow(std::string_view text) {
    return std::invalid_argument("numbers and ranges such as 0,4-7 are allowed, not '" +
                                 base::printable(text) + "'");
}

std::uint32_t rowNumberIn(std::string_view text) {
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) {
        throw noRow(text);
    }
    return number;
}

}  // namespace

std::string timelineValueJson(const ReportValue& value) {
    return jsonOfValue(value).dump();
}

std::string timelineAnswerJson(const TimelineQuestion& question, const TimelineAnswer& answer) {
    Json document;
    document["format"] = "gantry-timeline-answer";
    document["version"] = 1;
    document["query"] = question.kind;
    document["window"] = {{"from", question.window.from}, {"to", question.window.to}};
    document["columns"] = question.columns;
    Json& keys = document["keys"] = Json::array();
    for (const ReportColumn& column : answer.table.columns) {
        keys.push_back({{"key", column.key}, {"unit", column.unit}});
    }
    Json& rows = document["rows"] = Json::array();
    for (const auto& row : answer.table.rows) {
        Json cells = Json::array();
        for (const ReportValue& value : row) {
            cells.push_back(jsonOfValue(value));
        }
        rows.push_back(std::move(cells));
    }
    document["next"] = answer.next ? Json(timelineCursorText(*answer.next)) : Json(nullptr);
    return document.dump() + '\n';
}

std::string timelineCursorText(const TimelineCursor& cursor) {
    return std::to_string(cursor.row) + ':' + std::to_string(cursor.record);
}

std::optional<TimelineCursor> timelineCursor(std::string_view text) {
    TimelineCursor cursor;
    const char* const end = text.data() + text.size();
    const auto row = std::from_chars(text.data(), end, cursor.row);
    if (row.ec != std::errc() || row.ptr == end || *row.ptr != ':') {
        return std::nullopt;
    }
    const auto record = std::from_chars(row.ptr + 1, end, cursor.record);
    const bool whole = record.ec == std::errc() && record.ptr == end;
    return whole ? std::optional(cursor) : std::nullopt;
}

std::vector<TimelineRowRange> timelineRowRanges(std::string_view text) {
    std::vector<TimelineRowRange> ranges;
    for (std::string_view rest = text; !rest.empty();) {
        const std::string_view part = rest.substr(0, rest.find(','));
        rest.remove_prefix(std::min(part.size() + 1, rest.size()));
        const std::size_t dash = part.find('-');
        const std::uint32_t first = rowNumberIn(part.substr(0, dash));
        const std::uint32_t last =
            dash == std::string_view::npos ? first : rowNumberIn(part.substr(dash + 1));
        ranges.push_back({first, last});
    }
    return ranges;
}

std::vector<std::uint32_t> timelineRows(const std::vector<TimelineRowRange>& ranges,
                                        std::size_t rows) {
    std::vector<std::uint32_t> numbers;
    for (const auto [first, last] : ranges) {
        // A row twice has no meaning, and a list without end would be a way to ask for too much.
        if (last < first || last >= rows || numbers.size() + (last - first) >= rows) {
            throw std::invalid_argument(
                "'" + std::to_string(first) + (last == first ? "" : '-' + std::to_string(last)) +
                "' is not in the trace, which has " + base::plural(rows, "row"));
        }
        for (std::uint32_t row = first; row <= last; ++row) {
            numbers.push_back(row);
        }
    }
    if (ranges.empty()) {
        numbers.resize(rows);
        std::iota(numbers.begin(), numbers.end(), std::uint32_t{0});
    }
    return numbers;
}

std::string timelineAnswerCsv(const TimelineAnswer& answer) {
    std::vector<std::string> cells;
    for (const ReportColumn& column : answer.table.columns) {
        cells.push_back(column.key + (column.unit.empty() ? "" : " [" + column.unit + ']'));
    }
    std::string text = base::csvLine(cells);
    for (const auto& row : answer.table.rows) {
        cells.clear();
        for (const ReportValue& value : row) {
            const auto* const word = std::get_if<std::string>(&value);
            cells.push_back(word != nullptr ? *word : timelineValueJson(value));
        }
        text += base::csvLine(cells);
    }
    return text;
}

}  // namespace gantry::perf
