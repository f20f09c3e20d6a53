#include <perf/analysis/ReportTable.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <utility>

namespace gantry::perf {

namespace {

using Row = std::vector<ReportValue>;

bool isEmpty(const ReportValue& value) {
    if (const auto* text = std::get_if<std::string>(&value)) {
        return text->empty();
    }
    if (const auto* real = std::get_if<double>(&value)) {
        return std::isnan(*real);
    }
    const auto* truth = std::get_if<bool>(&value);
    return truth && !*truth;
}

// The whole key first: a key without a metric must not be hidden by the end of another one.
std::optional<std::size_t> findColumn(const ReportTable& table, const std::string& word) {
    for (const bool exactly : {true, false}) {
        for (std::size_t i = 0; i < table.columns.size(); ++i) {
            const std::string& key = table.columns[i].key;
            const std::size_t dot = key.rfind('.');
            const bool fits =
                exactly ? key == word : dot != std::string::npos && key.substr(dot + 1) == word;
            if (fits) {
                return i;
            }
        }
    }
    return std::nullopt;
}

std::vector<std::size_t> sortColumns(const ReportTable& table, const std::string& word) {
    if (word == "name") {
        std::vector<std::size_t> texts;
        for (std::size_t i = 0; i < table.columns.size(); ++i) {
            if (isTextColumn(table, i)) {
                texts.push_back(i);
            }
        }
        return texts;
    }
    if (const std::optional<std::size_t> column = findColumn(table, word)) {
        return {*column};
    }
    std::string keys = "name";
    for (const ReportColumn& column : table.columns) {
        keys += ", " + column.key;
    }
    throw std::invalid_argument("'" + word + "' is not a column of '" + table.view +
                                "'; choose one of " + keys);
}

// What is not a number comes after all numbers.
ReportValue sortable(const ReportValue& value) {
    const auto* real = std::get_if<double>(&value);
    return real && std::isnan(*real) ? -std::numeric_limits<double>::infinity() : value;
}

bool comesBefore(const Row& a, const Row& b, const std::vector<std::size_t>& columns) {
    for (const std::size_t column : columns) {
        const ReportValue left = sortable(a[column]);
        const ReportValue right = sortable(b[column]);
        if (left != right) {
            // Texts ascend and numbers descend, as people expect of each.
            const bool text = std::holds_alternative<std::string>(left);
            return text ? left < right : left > right;
        }
    }
    return false;
}

// The places of the rows in the new order: siblings sorted, each followed by what is below it.
class TreeOrder final {
public:
    explicit TreeOrder(const ReportTable& table) : below_(table.rows.size() + 1) {
        std::vector<std::size_t> above;
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            // `above` has the rows around this one, the innermost last. A row that is deeper than
            // the one before by more than one is taken for its child.
            above.resize(std::min(above.size(), table.depths[row]));
            below_[above.empty() ? table.rows.size() : above.back()].push_back(row);
            above.push_back(row);
        }
    }

    template <class Before>
    std::vector<std::size_t> sorted(Before before) {
        for (std::vector<std::size_t>& siblings : below_) {
            std::stable_sort(siblings.begin(), siblings.end(), before);
        }
        std::vector<std::size_t> order;
        std::vector<std::size_t> open(below_.back().rbegin(), below_.back().rend());
        while (!open.empty()) {
            const std::size_t row = open.back();
            open.pop_back();
            order.push_back(row);
            open.insert(open.end(), below_[row].rbegin(), below_[row].rend());
        }
        return order;
    }

private:
    std::vector<std::vector<std::size_t>> below_;
};

}  // namespace

void sortRows(ReportTable& table, const std::string& column) {
    const std::vector<std::size_t> columns = sortColumns(table, column);
    const auto before = [&](std::size_t a, std::size_t b) {
        return comesBefore(table.rows[a], table.rows[b], columns);
    };
    std::vector<std::size_t> order(table.rows.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (table.depths.empty()) {
        std::stable_sort(order.begin(), order.end(), before);
    } else {
        order = TreeOrder(table).sorted(before);
    }
    std::vector<Row> rows;
    std::vector<std::size_t> depths;
    for (const std::size_t place : order) {
        rows.push_back(std::move(table.rows[place]));
        if (!table.depths.empty()) {
            depths.push_back(table.depths[place]);
        }
    }
    table.rows = std::move(rows);
    table.depths = std::move(depths);
}

void keepFirst(ReportTable& table, std::size_t rows) {
    if (rows == 0 || rows >= table.rows.size()) {
        return;
    }
    table.leftOut += table.rows.size() - rows;
    table.rows.resize(rows);
    if (!table.depths.empty()) {
        table.depths.resize(rows);
    }
}

bool isTextColumn(const ReportTable& table, std::size_t column) {
    return !table.rows.empty() && std::holds_alternative<std::string>(table.rows[0][column]);
}

std::vector<std::size_t> shownColumns(const ReportTable& table) {
    std::vector<std::size_t> shown;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        const ReportColumn::Shown when = table.columns[i].shown;
        const bool used = when == ReportColumn::Shown::Always ||
                          (when == ReportColumn::Shown::WhenUsed &&
                           std::any_of(table.rows.begin(), table.rows.end(),
                                       [i](const Row& row) { return !isEmpty(row[i]); }));
        if (used) {
            shown.push_back(i);
        }
    }
    return shown;
}

}  // namespace gantry::perf
