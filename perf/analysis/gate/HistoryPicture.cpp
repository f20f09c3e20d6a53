// The trends of gates as SVG: one plot for each series, below each other.

#include <base/text/MarkupText.hpp>
#include <base/text/NumberText.hpp>
#include <base/text/Printable.hpp>
#include <perf/analysis/gate/GateText.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

#include "HistorySeries.hpp"

namespace gantry::perf {

namespace {

constexpr double kWidth = 860;
constexpr double kLeft = 90;
constexpr double kTop = 68;  // of the plot, below its title
constexpr double kPlotWidth = kWidth - kLeft - 30;
constexpr double kPlotHeight = 180;
constexpr double kSeriesHeight = kTop + kPlotHeight + 56;
constexpr double kLegendHeight = 34;

std::string escaped(const std::string& text) {
    return base::markupText(base::printable(text));
}

// Distinguished by people who see few colours as well.
const char* colourOf(const std::string& verdict) {
    return verdict == "slower"   ? "#d55e00"
           : verdict == "faster" ? "#009e73"
           : verdict == "same"   ? "#0072b2"
                                 : "white";
}

void writeText(std::ostringstream& out, double x, double y, const std::string& text,
               const std::string& attributes = "") {
    out << "<text x=\"" << x << "\" y=\"" << y << '"' << (attributes.empty() ? "" : " ")
        << attributes << '>' << text << "</text>\n";
}

/// One series with its scales.
class TrendPlot final {
public:
    TrendPlot(const HistorySeries& series, std::size_t most, double top)
        : series_(series),
          begin_(most == 0 ? 0 : series.records.size() - std::min(series.records.size(), most)),
          top_(top) {
        double low = std::numeric_limits<double>::infinity();
        double high = 0;
        for (std::size_t i = begin_; i < series.records.size(); ++i) {
            if (isDrawn(i)) {
                low = std::min(low, series.records[i].median);
                high = std::max(high, series.records[i].median);
            }
        }
        if (!std::isfinite(low)) {
            low = high = 1;
        }
        // A flat trend is to look flat: noise below a twentieth does not fill the plot.
        const double margin = std::max((high - low) * 0.15, high * 0.025);
        low_ = std::max(0.0, low - margin);
        high_ = high + margin;
    }

    void draw(std::ostringstream& out) const {
        const GateRecord& last = series_.records.back();
        writeText(out, kLeft, top_ + 20, escaped(last.name), "font-size=\"16\"");
        writeText(out, kLeft, top_ + 40, escaped(last.metric + ", " + last.machine),
                  "fill=\"#555\"");
        out << "<rect x=\"" << kLeft << "\" y=\"" << top_ + kTop << "\" width=\"" << kPlotWidth
            << "\" height=\"" << kPlotHeight << "\" fill=\"#f8f8f8\"/>\n";
        drawAxis(out);
        drawLevels(out);
        for (std::size_t i = begin_; i < series_.records.size(); ++i) {
            if (isDrawn(i)) {
                drawResult(out, i);
            }
        }
        if (series_.unusable) {
            writeText(out, kLeft, top_ + kTop + kPlotHeight + 44,
                      "changes are not looked for: a value is not a number above 0",
                      "fill=\"#555\"");
        }
    }

private:
    [[nodiscard]] bool isDrawn(std::size_t i) const {
        const double value = series_.records[i].median;
        return std::isfinite(value) && value > 0;
    }
    [[nodiscard]] double x(double place) const {
        const auto count = static_cast<double>(series_.records.size() - begin_);
        return kLeft + kPlotWidth * (place - static_cast<double>(begin_) + 0.5) / count;
    }
    [[nodiscard]] double y(double value) const {
        return top_ + kTop + kPlotHeight * (high_ - value) / (high_ - low_);
    }

    void drawAxis(std::ostringstream& out) const {
        constexpr int kLines = 4;
        for (int line = 0; line <= kLines; ++line) {
            const double value = low_ + (high_ - low_) * line / kLines;
            out << "<path d=\"M" << kLeft << ' ' << y(value) << 'h' << kPlotWidth
                << "\" stroke=\"#ddd\"/>\n";
            writeText(out, kLeft - 8, y(value) + 5,
                      escaped(base::quantity(value, series_.records.back().unit)),
                      "text-anchor=\"end\" fill=\"#333\"");
        }
        const double below = top_ + kTop + kPlotHeight + 22;
        writeText(out, kLeft, below, escaped(series_.records[begin_].time), "fill=\"#333\"");
        if (series_.records.size() > begin_ + 1) {
            writeText(out, kLeft + kPlotWidth, below, escaped(series_.records.back().time),
                      "text-anchor=\"end\" fill=\"#333\"");
        }
    }

    // A level reaches from the change that begins it to the one that ends it.
    void drawLevels(std::ostringstream& out) const {
        std::size_t from = 0;
        for (const ChangePoint& change : series_.changes) {
            drawLevel(out, from, change.index, change.before);
            from = change.index;
            if (from < begin_) {
                continue;
            }
            const double at = x(static_cast<double>(from) - 0.5);
            out << "<path class=\"change\" d=\"M" << at << ' ' << top_ + kTop << 'v' << kPlotHeight
                << "\" stroke=\"#333\" stroke-dasharray=\"4 3\"/>\n";
            writeText(out, at, top_ + kTop - 4, escaped(changeText(change)),
                      "text-anchor=\"middle\" font-weight=\"bold\"");
        }
        if (!series_.changes.empty()) {
            drawLevel(out, from, series_.records.size(), series_.changes.back().after);
        }
    }

    void drawLevel(std::ostringstream& out, std::size_t from, std::size_t to, double value) const {
        if (to > begin_) {
            const double left = x(static_cast<double>(std::max(from, begin_)) - 0.5);
            // The median of a level may be outside of the results that are drawn.
            out << "<path d=\"M" << left << ' ' << y(std::clamp(value, low_, high_)) << 'H'
                << x(static_cast<double>(to) - 0.5) << "\" stroke=\"#888\" stroke-width=\"2\"/>\n";
        }
    }

    void drawResult(std::ostringstream& out, std::size_t i) const {
        const GateRecord& record = series_.records[i];
        out << "<circle cx=\"" << x(static_cast<double>(i)) << "\" cy=\"" << y(record.median)
            << "\" r=\"4\" fill=\"" << colourOf(record.verdict) << "\" stroke=\"#444\"><title>"
            << escaped(record.time) << ' ' << escaped(record.revision.substr(0, 8)) << ": "
            << escaped(base::quantity(record.median, record.unit)) << ", "
            << escaped(record.verdict) << "</title></circle>\n";
    }

    const HistorySeries& series_;
    std::size_t begin_;
    double top_;
    double low_ = 0;
    double high_ = 1;
};

void writeLegend(std::ostringstream& out, double top) {
    double left = kLeft;
    for (const std::string verdict : {"same", "slower", "faster", "cannot tell"}) {
        out << "<circle cx=\"" << left + 5 << "\" cy=\"" << top << "\" r=\"4\" fill=\""
            << colourOf(verdict) << "\" stroke=\"#444\"/>\n";
        writeText(out, left + 16, top + 5, verdict, "fill=\"#333\"");
        left += 110;
    }
}

}  // namespace

std::string historySvg(const std::vector<GateRecord>& records, std::size_t most) {
    const std::vector<HistorySeries> all = historySeries(records);
    const double height = kSeriesHeight * static_cast<double>(all.size()) + kLegendHeight;
    std::ostringstream out;
    out << "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " << kWidth << ' ' << height
        << "\" font-family=\"sans-serif\" font-size=\"13\">\n"
        << "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n";
    double top = 0;
    for (const HistorySeries& series : all) {
        TrendPlot(series, most, top).draw(out);
        top += kSeriesHeight;
    }
    writeLegend(out, top + kLegendHeight / 2);
    out << "</svg>\n";
    return out.str();
}

}  // namespace gantry::perf
