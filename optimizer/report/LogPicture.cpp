#include "LogPicture.hpp"

#include <base/text/MarkupText.hpp>
#include <base/text/NumberText.hpp>
#include <base/text/Printable.hpp>
#include <perf/analysis/HistoryViews.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <map>
#include <sstream>
#include <utility>

#include "LogSummary.hpp"

namespace records {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::size_t kMostContexts = 10;
constexpr double kWidth = 860;
constexpr double kLegend = 40;
constexpr double kHeight = 230;  // of a context
constexpr double kTop = 52;      // of its plots, below its titles
constexpr double kPlotHeight = 140;
constexpr double kLeft = 80;
constexpr double kCurves = 300;     // the width of the left plot
constexpr double kIntervals = 640;  // where the right one begins
constexpr double kIntervalWidth = 200;
// Distinguished by people who see few colours as well.
constexpr const char* kTunedColour = "#0072b2";
constexpr const char* kChoiceColour = "#009e73";
constexpr const char* kInitialColour = "#999";

std::string escaped(const std::string& text) {
    return gantry::base::markupText(gantry::base::printable(text));
}

void writeText(std::ostringstream& out, double x, double y, const std::string& text,
               const std::string& attributes = "") {
    out << "<text x=\"" << x << "\" y=\"" << y << "\" " << attributes << '>' << escaped(text)
        << "</text>\n";
}

std::string cut(const std::string& text, std::size_t most) {
    return text.size() <= most ? text : text.substr(0, most - 3) + "...";
}

/// One context: its entries in their order, and what they came to.
struct Drawn {
    ContextSummary summary;
    std::vector<tuning::Entry> entries;
    std::string title;
};

/// Draws one context.
class ContextPlot final {
public:
    ContextPlot(const Drawn& drawn, bool isTime, double top)
        : drawn_(drawn), isTime_(isTime), top_(top + kTop) {
        points_.emplace_back(0, 0);
        double served = 0;
        double spent = 0;
        for (const tuning::Entry& entry : drawn.entries) {
            const auto repeats = static_cast<double>(entry.repeats);
            spent += entry.cost * repeats;
            served += entry.status == tuning::Status::Completed ? repeats : 0;
            points_.emplace_back(served, spent);
        }
        served_ = std::max(served, 1.0);
        const double initial = served_ * drawn.summary.initial.low;
        // The initial candidate may be far out of reach: what is drawn of it ends at the top.
        constexpr double kMost = 2;
        most_ = std::max({spent, std::min(initial, kMost * spent), 1e-300}) * 1.05;
    }

    void draw(std::ostringstream& out) const {
        writeText(out, kLeft, top_ - 32, cut(drawn_.title, 100), "font-size=\"14\"");
        writeText(out, kLeft, top_ - 14, sentenceOf(drawn_.summary, isTime_), "fill=\"#555\"");
        drawInitial(out);
        drawLine(out, served_ * drawn_.summary.cost, kChoiceColour);
        out << "<path fill=\"none\" stroke-width=\"2\" stroke=\"" << kTunedColour << "\" d=\"";
        for (std::size_t i = 0; i < points_.size(); ++i) {
            out << (i == 0 ? 'M' : 'L') << x(points_[i].first) << ' ' << y(points_[i].second);
        }
        out << "\"/>\n";
        drawAxes(out);
        drawLearned(out);
    }

private:
    [[nodiscard]] double x(double served) const { return kLeft + kCurves * served / served_; }
    [[nodiscard]] double y(double cost) const {
        return top_ + kPlotHeight * (1 - std::min(cost / most_, 1.0));
    }
    [[nodiscard]] std::string text(double cost) const {
        return isTime_ ? gantry::base::duration(cost) : gantry::base::scientific(cost);
    }

    /// Where a line from the origin leaves the plot.
    [[nodiscard]] std::pair<double, double> endOf(double total) const {
        return total > most_ ? std::pair(served_ * most_ / total, most_)
                             : std::pair(served_, total);
    }
    void drawLine(std::ostringstream& out, double total, const char* colour) const {
        const auto [served, cost] = endOf(total);
        out << "<path stroke-width=\"2\" stroke=\"" << colour << "\" d=\"M" << x(0) << ' ' << y(0)
            << 'L' << x(served) << ' ' << y(cost) << "\"/>\n";
    }
    // Its 95 % interval, or all above its bound.
    void drawInitial(std::ostringstream& out) const {
        const CostInterval& initial = drawn_.summary.initial;
        if (!(initial.low > 0)) {
            return;
        }
        const auto low = endOf(served_ * initial.low);
        const auto high = endOf(std::isfinite(initial.high) ? served_ * initial.high : kInfinity);
        const double right = std::isfinite(initial.high) ? high.first : 0;
        out << "<path fill=\"" << kInitialColour << "\" fill-opacity=\"0.35\" d=\"M" << x(0) << ' '
            << y(0) << 'L' << x(low.first) << ' ' << y(low.second);
        if (low.second < most_) {
            out << 'L' << x(served_) << ' ' << y(std::isfinite(initial.high) ? high.second : most_);
        }
        out << 'L' << x(right) << ' ' << y(std::isfinite(initial.high) ? high.second : most_)
            << "Z\"/>\n";
    }
    void drawAxes(std::ostringstream& out) const {
        out << "<path fill=\"none\" stroke=\"#333\" d=\"M" << kLeft << ' ' << top_ << 'v'
            << kPlotHeight << 'h' << kCurves << "\"/>\n";
        writeText(out, kLeft - 6, top_ + 10, text(most_), "text-anchor=\"end\"");
        writeText(out, kLeft - 6, top_ + kPlotHeight, "0", "text-anchor=\"end\"");
        writeText(out, kLeft + kCurves, top_ + kPlotHeight + 16,
                  gantry::base::plural(static_cast<std::size_t>(served_), "request"),
                  "text-anchor=\"end\"");
    }

    /// The last estimates, on a logarithmic scale.
    void drawLearned(std::ostringstream& out) const {
        const std::vector<tuning::Estimate> known = lastEstimates();
        double low = kInfinity;
        double high = 0;
        for (const tuning::Estimate& each : known) {
            const double least = each.low > 0 ? each.low : each.cost;
            const double most = std::isfinite(each.high) ? each.high : least;
            low = least > 0 ? std::min(low, least) : low;
            high = std::max(high, most);
        }
        if (!(low < high)) {
            return;
        }
        const auto place = [&](double cost) {
            return kIntervals + kIntervalWidth * std::log(cost / low) / std::log(high / low);
        };
        const double step = std::min(18.0, kPlotHeight / static_cast<double>(known.size()));
        for (std::size_t i = 0; i < known.size(); ++i) {
            drawEstimate(out, known[i], top_ + step * (static_cast<double>(i) + 0.5), place);
        }
        writeText(out, kIntervals, top_ + kPlotHeight + 16, text(low));
        writeText(out, kIntervals + kIntervalWidth, top_ + kPlotHeight + 16, text(high),
                  "text-anchor=\"end\"");
    }
    template <class Place>
    void drawEstimate(std::ostringstream& out, const tuning::Estimate& known, double y,
                      const Place& place) const {
        const bool isChoice = known.candidate == drawn_.summary.choice;
        writeText(out, kIntervals - 8, y + 4, nameOf(known.candidate),
                  std::string("text-anchor=\"end\"") + (isChoice ? " font-weight=\"bold\"" : ""));
        if (!(known.low > 0)) {
            return;
        }
        const double end =
            std::isfinite(known.high) ? place(known.high) : kIntervals + kIntervalWidth;
        // Dashed: no call has completed.
        out << "<path stroke-width=\"3\" stroke=\"" << (isChoice ? kChoiceColour : "#555")
            << "\" d=\"M" << place(known.low) << ' ' << y << 'H'
            << std::max(end, place(known.low) + 1) << '"'
            << (known.cost > 0 ? "" : " stroke-dasharray=\"3 3\"") << "/>\n";
        if (known.cost > 0) {
            out << "<circle r=\"4\" cx=\"" << place(known.cost) << "\" cy=\"" << y << "\" fill=\""
                << (isChoice ? kChoiceColour : "#555") << "\"/>\n";
        }
    }
    [[nodiscard]] std::vector<tuning::Estimate> lastEstimates() const {
        for (auto entry = drawn_.entries.rbegin(); entry != drawn_.entries.rend(); ++entry) {
            if (!entry->estimates.empty()) {
                return entry->estimates.toVector();
            }
        }
        return {};
    }

    const Drawn& drawn_;
    bool isTime_;
    double top_;
    double served_ = 1;
    double most_ = 1;
    /// Requests served, and what all calls cost until then.
    std::vector<std::pair<double, double>> points_;
};

std::vector<Drawn> contextsToDraw(const std::vector<tuning::Entry>& entries) {
    std::vector<Drawn> all;
    std::vector<std::string> keys;
    for (const ContextSummary& summary : contextsOf(entries)) {
        keys.push_back(summary.context);
        if (all.size() < kMostContexts) {
            all.push_back({summary, {}, ""});
        }
    }
    const std::map<std::string, std::string> names = gantry::perf::shortContexts(keys);
    for (Drawn& each : all) {
        each.title = each.summary.port + ": " + names.at(each.summary.context);
        std::copy_if(entries.begin(), entries.end(), std::back_inserter(each.entries),
                     [&](const tuning::Entry& entry) {
                         return entry.port == each.summary.port &&
                                entry.context == each.summary.context;
                     });
    }
    return all;
}

void drawLegend(std::ostringstream& out) {
    const auto mark = [&](double x, const char* colour, const char* text) {
        out << "<rect x=\"" << x << "\" y=\"14\" width=\"14\" height=\"10\" fill=\"" << colour
            << "\"/>\n";
        writeText(out, x + 20, 24, text);
    };
    mark(kLeft, kTunedColour, "all calls");
    mark(kLeft + 100, kChoiceColour, "the choice alone");
    mark(kLeft + 230, kInitialColour, "the initial one alone, 95 %");
    writeText(out, kIntervals - 100, 24, "expected costs with 95 %; dashed: never completed");
}

}  // namespace

std::string logPicture(const std::vector<tuning::Entry>& entries) {
    const std::vector<Drawn> drawn = contextsToDraw(entries);
    const double height =
        kLegend + kHeight * static_cast<double>(std::max<std::size_t>(drawn.size(), 1));
    std::ostringstream out;
    out << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" << kWidth << "\" height=\""
        << height << "\" viewBox=\"0 0 " << kWidth << ' ' << height
        << "\" font-family=\"sans-serif\" font-size=\"12\">\n"
           "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n";
    if (drawn.empty()) {
        writeText(out, kLeft, 24, "no decisions");
    } else {
        drawLegend(out);
    }
    const bool isTime = costsAreTimes(entries);
    for (std::size_t i = 0; i < drawn.size(); ++i) {
        ContextPlot(drawn[i], isTime, kLegend + kHeight * static_cast<double>(i)).draw(out);
    }
    out << "</svg>\n";
    return out.str();
}

}  // namespace records
