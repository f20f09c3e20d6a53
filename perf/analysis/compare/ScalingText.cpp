#include <base/text/NumberText.hpp>
#include <base/text/Paragraph.hpp>
#include <base/text/Printable.hpp>
#include <base/text/TextTable.hpp>
#include <perf/analysis/compare/Scaling.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <sstream>

#include "ComparisonWords.hpp"

namespace gantry::perf {

namespace {

constexpr std::size_t kWidth = 80;
constexpr std::size_t kNameWidth = 30;
// So many columns of losses fit into 80 characters behind a name.
constexpr std::size_t kMostPoints = 5;

std::string twoDigits(double value) {
    std::array<char, 64> text{};
    (void)std::snprintf(text.data(), text.size(), "%.2f", value);
    return text.data();
}

std::string bar(double part) {
    constexpr double kColumns = 20;
    const double length = std::clamp(part, 0.0, 1.0) * kColumns;
    std::string text(static_cast<std::size_t>(std::lround(length)), '#');
    text.resize(static_cast<std::size_t>(kColumns), '.');
    return text;
}

using Cells = std::vector<std::vector<std::string>>;

Cells pointCells(const Scaling& scaling) {
    Cells cells{
        {"ranks", "runs", "elapsed", "speedup", "ideal", "efficiency", "of the ideal line"}};
    for (const ScalingPoint& point : scaling.points) {
        cells.push_back({base::exact(point.ranks), std::to_string(point.runs),
                         base::duration(point.elapsed), twoDigits(point.speedup),
                         twoDigits(point.ideal), base::share(point.efficiency, 1),
                         bar(point.efficiency)});
    }
    return cells;
}

// The last points are the ones that matter where not all fit.
Cells regionCells(const Scaling& scaling, std::size_t most) {
    // From the second point on: the first one is the measure of loss and has none.
    const std::size_t first = std::max<std::size_t>(
        1, scaling.points.size() - std::min(scaling.points.size(), kMostPoints));
    Cells cells{{"loss by region"}};
    for (std::size_t i = first; i < scaling.points.size(); ++i) {
        cells.front().push_back("at " + base::exact(scaling.points[i].ranks));
    }
    const std::size_t rows =
        most == 0 ? scaling.regions.size() : std::min(most, scaling.regions.size());
    std::vector<double> rest(scaling.points.size());
    for (std::size_t r = 0; r < scaling.regions.size(); ++r) {
        const ScalingRegion& region = scaling.regions[r];
        std::vector<std::string> row{lastColumns(base::printable(region.name), kNameWidth)};
        for (std::size_t i = first; i < scaling.points.size(); ++i) {
            row.push_back(signedPercent(region.loss[i]));
            // Regions that are not listed are summed up, so that the columns still add up to "all".
            rest[i] += r < rows ? 0 : region.loss[i];
        }
        if (r < rows) {
            cells.push_back(row);
        }
    }
    std::vector<std::string> others{"(others)"};
    std::vector<std::string> sum{"all"};
    for (std::size_t i = first; i < scaling.points.size(); ++i) {
        others.push_back(signedPercent(rest[i]));
        sum.push_back(signedPercent(1 - scaling.points[i].costEfficiency));
    }
    if (rows < scaling.regions.size()) {
        cells.push_back(others);
    }
    cells.push_back(sum);
    return cells;
}

std::string tableOf(const Cells& cells, std::size_t leftColumns) {
    std::vector<base::TextTable::Column> columns;
    columns.reserve(cells.front().size());
    for (std::size_t i = 0; i < cells.front().size(); ++i) {
        const bool left = i < leftColumns || cells.front()[i] == "of the ideal line";
        columns.push_back({cells.front()[i],
                           left ? base::TextTable::Align::Left : base::TextTable::Align::Right});
    }
    base::TextTable table(columns);
    for (std::size_t row = 1; row < cells.size(); ++row) {
        table.addRow(cells[row]);
    }
    return table.text();
}

std::string markdownOf(const Cells& cells) {
    std::ostringstream out;
    for (std::size_t row = 0; row < cells.size(); ++row) {
        for (const std::string& cell : cells[row]) {
            out << "| " << cell << ' ';
        }
        out << "|\n";
        for (std::size_t i = 0; row == 0 && i < cells[row].size(); ++i) {
            out << "|---" << (i + 1 == cells[row].size() ? "|\n" : "");
        }
    }
    return out.str();
}

std::string title(const Scaling& scaling) {
    return scaling.kind == ScalingKind::Strong ? "Strong scaling: the same work on more ranks"
                                               : "Weak scaling: the work grows with the ranks";
}

std::string explanation(const Scaling& scaling) {
    return "Loss: part of the " + scaling.metric +
           " of all ranks that is more than without loss; a negative loss is a gain. The regions "
           "add up to the loss of the measured values, not of the elapsed time.";
}

}  // namespace

std::string scalingText(const Scaling& scaling, std::size_t regions) {
    std::string text = title(scaling) + "\n\n" + tableOf(pointCells(scaling), 0) + '\n' +
                       tableOf(regionCells(scaling, regions), 1) + '\n' +
                       base::paragraph("", base::printable(explanation(scaling)), {0, kWidth});
    for (const std::string& warning : scaling.warnings) {
        text += base::paragraph("Warning", base::printable(warning), {11, kWidth});
    }
    return text;
}

std::string scalingMarkdown(const Scaling& scaling, std::size_t regions) {
    std::string text = "### " + title(scaling) + "\n\n" + markdownOf(pointCells(scaling)) + '\n' +
                       markdownOf(regionCells(scaling, regions)) + '\n' + explanation(scaling) +
                       '\n';
    for (const std::string& warning : scaling.warnings) {
        text += "\n> **Warning:** " + base::printable(warning) + '\n';
    }
    return text;
}

}  // namespace gantry::perf
