#include "Picture.hpp"

#include <gantry/Error.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

namespace self_tuning {
namespace {

constexpr double kLeft = 70;
constexpr double kTop = 60;
constexpr double kWidth = 830;
constexpr double kHeight = 360;
// The legend stands below, in two columns.
constexpr double kLegendTop = kTop + kHeight + 96;
constexpr double kLegendLine = 21;
constexpr double kColumn = 460;
constexpr double kPictureWidth = kLeft + kWidth + 30;
// Distinguished by people who see few colours as well, as far as so many can be.
constexpr const char* kColours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00",
                                    "#56b4e9", "#7a4fbf", "#8c6d1f", "#444444", "#b3006b",
                                    "#6b8e00", "#00a5a5", "#a0522d"};

std::string escaped(const std::string& text) {
    std::string safe;
    for (const char c : text) {
        switch (c) {
            case '&':
                safe += "&amp;";
                break;
            case '<':
                safe += "&lt;";
                break;
            case '>':
                safe += "&gt;";
                break;
            default:
                safe += c;
        }
    }
    return safe;
}

// Without the package, and no longer than there is room for.
std::string shortName(const std::string& candidate) {
    constexpr std::size_t kMost = 44;
    const std::string name = candidate.substr(candidate.find('.') + 1);
    return name.size() > kMost ? name.substr(0, kMost - 3) + "..." : name;
}

std::string inUnits(double seconds) {
    char text[32];
    const bool milli = seconds >= 1e-3;
    const double figure = seconds >= 1 ? seconds : milli ? seconds * 1e3 : seconds * 1e6;
    std::snprintf(text, sizeof text, "%.3g %s", figure, seconds >= 1 ? "s" : milli ? "ms" : "us");
    return text;
}

std::set<std::string> candidatesOf(const Comparison& comparison) {
    std::set<std::string> names;
    for (const Run& run : comparison.fixed) {
        names.insert(run.name);
    }
    for (const Call& call : comparison.tuned.calls) {
        names.insert(call.candidate);
    }
    names.erase("");
    return names;
}

// A candidate's name decides on its colour, so that it is the same in every picture; where two
// candidates of a picture would have the same, the one that comes later in the alphabet takes the
// next.
std::map<std::string, std::string> coloursFor(const std::set<std::string>& names) {
    constexpr std::size_t kCount = std::size(kColours);
    std::map<std::string, std::string> colours;
    std::set<std::size_t> taken;
    for (const std::string& name : names) {
        std::size_t place = 0;
        for (const char c : name) {
            place = (place * 31 + static_cast<unsigned char>(c)) % 1'000'003;
        }
        place %= kCount;
        while (taken.size() < kCount && taken.count(place) > 0) {
            place = (place + 1) % kCount;
        }
        taken.insert(place);
        colours[name] = kColours[place];
    }
    return colours;
}

class Drawing final {
public:
    Drawing(const Comparison& comparison, const std::string& title)
        : comparison_(comparison), colours_(coloursFor(candidatesOf(comparison))) {
        findRange();
        const std::size_t lines = std::max<std::size_t>(colours_.size(), kExplanations);
        svg_ << "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " << kPictureWidth << " "
             << kLegendTop + kLegendLine * static_cast<double>(lines)
             << "\" font-family=\"sans-serif\" font-size=\"14\">\n"
             << "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n";
        text(kLeft, 28, title, "font-size=\"18\"");
    }

    std::string draw() {
        drawPhases();
        drawScale();
        for (const Run& run : comparison_.fixed) {
            drawFixed(run);
        }
        drawTuned();
        drawCandidates();
        drawExplanations();
        svg_ << "</svg>\n";
        return svg_.str();
    }

private:
    void findRange() {
        low_ = 1e9;
        high_ = 0;
        const auto widen = [this](const Run& run) {
            for (const Call& call : run.calls) {
                if (call.seconds > 0) {
                    low_ = std::min(low_, call.seconds);
                    high_ = std::max(high_, call.seconds);
                }
            }
        };
        widen(comparison_.tuned);
        std::for_each(comparison_.fixed.begin(), comparison_.fixed.end(), widen);
        low_ = std::log10(low_) - 0.05;
        high_ = std::max(std::log10(std::max(high_, 1e-9)) + 0.05, low_ + 0.3);
    }
    [[nodiscard]] double x(double call) const {
        return kLeft + kWidth * call / static_cast<double>(comparison_.phases.size());
    }
    [[nodiscard]] double y(double seconds) const {
        return kTop + kHeight * (high_ - std::log10(seconds)) / (high_ - low_);
    }
    [[nodiscard]] const std::string& colour(const std::string& candidate) const {
        return colours_.at(candidate);
    }
    void text(double left, double base, const std::string& words, const std::string& more = "") {
        svg_ << "<text x=\"" << left << "\" y=\"" << base << "\" " << more << ">" << escaped(words)
             << "</text>\n";
    }
    void line(double x1, double y1, double x2, double y2, const std::string& style) {
        svg_ << "<line x1=\"" << x1 << "\" y1=\"" << y1 << "\" x2=\"" << x2 << "\" y2=\"" << y2
             << "\" " << style << "/>\n";
    }

    // A tick with the number of the call is at each border of a phase.
    void drawPhases() {
        constexpr double kBottom = kTop + kHeight;
        const std::vector<Stretch> stretches = stretchesOf(comparison_.phases);
        for (std::size_t number = 0; number < stretches.size(); ++number) {
            const Stretch& stretch = stretches[number];
            const double left = x(static_cast<double>(stretch.first));
            const double right = x(static_cast<double>(stretch.last));
            svg_ << "<rect x=\"" << left << "\" y=\"" << kTop << "\" width=\"" << right - left
                 << "\" height=\"" << kHeight << "\" fill=\""
                 << (number % 2 == 0 ? "#f4f4f4" : "#ffffff") << "\"/>\n";
            drawBorder(left, stretch.first);
            const double base = kBottom + 42 + (number % 2 == 0 ? 0 : 18);
            text((left + right) / 2, base, stretch.name, "text-anchor=\"middle\" fill=\"#333\"");
        }
        drawBorder(kLeft + kWidth, comparison_.phases.size());
        text(kLeft - 8, kBottom + 22, "call", "text-anchor=\"end\" fill=\"#333\"");
        text(kLeft - 8, kBottom + 42, "phase", "text-anchor=\"end\" fill=\"#333\"");
    }
    void drawBorder(double at, std::size_t call) {
        constexpr double kTick = 7;
        line(at, kTop + kHeight, at, kTop + kHeight + kTick, "stroke=\"#333\" class=\"border\"");
        text(at, kTop + kHeight + 22, std::to_string(call), "text-anchor=\"middle\" fill=\"#333\"");
    }
    void drawScale() {
        for (int power = static_cast<int>(std::floor(low_)); power <= high_; ++power) {
            for (const int digit : {1, 2, 5}) {
                const double seconds = digit * std::pow(10.0, power);
                const double height = y(seconds);
                if (height < kTop || height > kTop + kHeight) {
                    continue;
                }
                line(kLeft, height, kLeft + kWidth, height,
                     digit == 1 ? "stroke=\"#bbb\"" : "stroke=\"#e4e4e4\"");
                text(kLeft - 8, height + 4, inUnits(seconds), "text-anchor=\"end\" fill=\"#333\"");
            }
        }
        text(kLeft, kTop - 10, "time of a call", "fill=\"#333\"");
    }
    void drawFixed(const Run& run) {
        bool drawing = false;
        svg_ << "<path fill=\"none\" stroke=\"" << colour(run.name)
             << "\" stroke-width=\"1\" stroke-opacity=\"0.35\" d=\"";
        for (std::size_t i = 0; i < run.calls.size(); ++i) {
            const bool good = run.calls[i].good && run.calls[i].seconds > 0;
            if (good) {
                svg_ << (drawing ? "L" : "M") << x(static_cast<double>(i) + 0.5) << " "
                     << y(run.calls[i].seconds);
            }
            drawing = good;
        }
        svg_ << "\"/>\n";
    }
    void drawTuned() {
        std::string before;
        for (std::size_t i = 0; i < comparison_.tuned.calls.size(); ++i) {
            const Call& call = comparison_.tuned.calls[i];
            const double centre = x(static_cast<double>(i) + 0.5);
            if (call.rewired) {
                const double at = x(static_cast<double>(i));
                line(at, kTop, at, kTop + kHeight, kDashed);
            }
            if (call.seconds > 0) {
                svg_ << "<circle cx=\"" << centre << "\" cy=\"" << y(call.seconds)
                     << "\" r=\"3\" fill=\"" << (call.good ? colour(call.candidate) : "none")
                     << "\"" << (call.attempts > 1 || !call.good ? " stroke=\"black\"" : "")
                     << "/>\n";
            }
        }
    }
    [[nodiscard]] const Run* fixedRun(const std::string& candidate) const {
        const auto found = std::find_if(comparison_.fixed.begin(), comparison_.fixed.end(),
                                        [&](const Run& run) { return run.name == candidate; });
        return found == comparison_.fixed.end() ? nullptr : &*found;
    }
    // What a candidate took alone; a sum without its failed phases would look like a good one.
    [[nodiscard]] std::string aloneText(const std::string& candidate) const {
        const Run* const run = fixedRun(candidate);
        if (run == nullptr) {
            return "";
        }
        if (const double seconds = comparison_.total(*run); !std::isnan(seconds)) {
            return inUnits(seconds);
        }
        return run->gaveUp ? "too slow"
                           : "fails in " + std::to_string(comparison_.failedStretches(*run)) +
                                 " of " + std::to_string(stretchesOf(comparison_.phases).size());
    }
    void drawCandidates() {
        constexpr double kLeftEdge = 24;
        double base = kLegendTop;
        for (const auto& [name, shade] : colours_) {
            svg_ << "<circle cx=\"" << kLeftEdge << "\" cy=\"" << base - 5 << "\" r=\"5\" fill=\""
                 << shade << "\"/>\n";
            text(kLeftEdge + 12, base, shortName(name), "font-size=\"13\"");
            text(kColumn - 4, base, aloneText(name), "text-anchor=\"end\" font-size=\"13\"");
            base += kLegendLine;
        }
    }
    void drawExplanations() {
        constexpr double kSign = kColumn + 24;
        double base = kLegendTop;
        const auto explain = [&](const std::string& words) {
            text(kSign + 24, base, words, "font-size=\"13\"");
            base += kLegendLine;
        };
        svg_ << "<circle cx=\"" << kSign + 8 << "\" cy=\"" << base - 5
             << "\" r=\"3\" fill=\"#333\"/>\n";
        explain("a call of the tuned run, in the colour of who served it");
        svg_ << "<circle cx=\"" << kSign + 8 << "\" cy=\"" << base - 5
             << "\" r=\"3\" fill=\"#ccc\" stroke=\"black\"/>\n";
        explain("one for which trials failed or were ended before");
        line(kSign, base - 5, kSign + 16, base - 5, "stroke=\"#333\" stroke-opacity=\"0.35\"");
        explain("each candidate alone; its time, or phases without a result");
        line(kSign + 8, base - 14, kSign + 8, base + 2, kDashed);
        explain("re-wired to another candidate");
        explain("tuned: " + inUnits(comparison_.tuned.seconds()));
        if (const Run* const best = comparison_.bestFixed()) {
            explain("best alone: " + inUnits(best->seconds()) + ", " + shortName(best->name));
        }
        if (const double oracle = comparison_.oracle(); !std::isnan(oracle)) {
            explain("oracle: " + inUnits(oracle) + ", each phase by who was fastest in it alone");
        }
    }

    static constexpr std::size_t kExplanations = 7;
    static constexpr const char* kDashed =
        "stroke=\"black\" stroke-width=\"1\" stroke-dasharray=\"5 3\" class=\"rewired\"";

    const Comparison& comparison_;
    std::ostringstream svg_;
    const std::map<std::string, std::string> colours_;
    double low_ = 0;
    double high_ = 0;
};

}  // namespace

void writePicture(const Comparison& comparison, const std::string& title, const std::string& file) {
    const std::string picture = Drawing(comparison, title).draw();
    const std::string unfinished = file + ".unfinished";
    std::ofstream stream(unfinished, std::ios::binary);
    stream << picture;
    stream.close();
    if (!stream || std::rename(unfinished.c_str(), file.c_str()) != 0) {
        std::remove(unfinished.c_str());
        throw gantry::Error(gov::cca::CCAExceptionType::Nonstandard,
                            "the picture '" + file +
                                "' cannot be written; set the parameter 'picture' to a file in a "
                                "folder that exists");
    }
}

}  // namespace self_tuning
