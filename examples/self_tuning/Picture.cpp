#include "Picture.hpp"

#include <gantry/Error.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>
#include <sstream>

namespace self_tuning {
namespace {

constexpr double kLeft = 80;
constexpr double kTop = 60;
constexpr double kWidth = 860;
constexpr double kHeight = 380;
// Room for the longest name there can be.
constexpr double kLegend = 400;
// Distinguished by people who see few colours as well.
constexpr const char* kColours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00",
                                    "#56b4e9", "#7a4fbf", "#8c6d1f", "#444444"};

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
    constexpr std::size_t kMost = 50;
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

class Drawing final {
public:
    Drawing(const Comparison& comparison, const std::string& title) : comparison_(comparison) {
        for (const Run& run : comparison.fixed) {
            colour(run.name);
        }
        findRange();
        svg_ << "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 "
             << kLeft + kWidth + kLegend << " " << kTop + kHeight + 90
             << "\" font-family=\"sans-serif\" font-size=\"13\">\n"
             << "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n";
        text(kLeft, 28, title, "font-size=\"18\"");
    }

    std::string draw() {
        drawPhases();
        drawAxis();
        for (const Run& run : comparison_.fixed) {
            drawFixed(run);
        }
        drawTuned();
        drawLegend();
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
    const std::string& colour(const std::string& candidate) {
        const auto [place, added] = colours_.try_emplace(candidate);
        if (added) {
            place->second = kColours[(colours_.size() - 1) % std::size(kColours)];
            order_.push_back(candidate);
        }
        return place->second;
    }
    void text(double left, double base, const std::string& words, const std::string& more = "") {
        svg_ << "<text x=\"" << left << "\" y=\"" << base << "\" " << more << ">" << escaped(words)
             << "</text>\n";
    }
    void line(double x1, double y1, double x2, double y2, const std::string& style) {
        svg_ << "<line x1=\"" << x1 << "\" y1=\"" << y1 << "\" x2=\"" << x2 << "\" y2=\"" << y2
             << "\" " << style << "/>\n";
    }

    void drawPhases() {
        const auto& phases = comparison_.phases;
        std::size_t first = 0;
        int number = 0;
        for (std::size_t i = 1; i <= phases.size(); ++i) {
            if (i < phases.size() && phases[i] == phases[first]) {
                continue;
            }
            const double left = x(static_cast<double>(first));
            const double right = x(static_cast<double>(i));
            svg_ << "<rect x=\"" << left << "\" y=\"" << kTop << "\" width=\"" << right - left
                 << "\" height=\"" << kHeight << "\" fill=\""
                 << (number++ % 2 == 0 ? "#f4f4f4" : "#ffffff") << "\"/>\n";
            const double base = kTop + kHeight + 38 + (number % 2 == 0 ? 16 : 0);
            text((left + right) / 2, base, phases[first], "text-anchor=\"middle\" fill=\"#333\"");
            first = i;
        }
    }
    void drawAxis() {
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
        const std::size_t calls = comparison_.phases.size();
        for (int part = 0; part <= 4; ++part) {
            const auto call = static_cast<std::size_t>(static_cast<double>(calls) * part / 4);
            text(x(static_cast<double>(call)), kTop + kHeight + 18, std::to_string(call),
                 "text-anchor=\"middle\" fill=\"#333\"");
        }
        text(kLeft + kWidth / 2, kTop + kHeight + 80, "calls",
             "text-anchor=\"middle\" fill=\"#333\"");
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
                line(at, kTop, at, kTop + kHeight,
                     "stroke=\"black\" stroke-width=\"1\" stroke-dasharray=\"5 3\"");
            }
            if (call.seconds > 0) {
                svg_ << "<circle cx=\"" << centre << "\" cy=\"" << y(call.seconds)
                     << "\" r=\"3\" fill=\"" << (call.good ? colour(call.candidate) : "none")
                     << "\"" << (call.attempts > 1 || !call.good ? " stroke=\"black\"" : "")
                     << "/>\n";
            }
        }
    }
    void drawLegend() {
        double base = kTop + 10;
        const double left = kLeft + kWidth + 16;
        for (const std::string& name : order_) {
            svg_ << "<circle cx=\"" << left << "\" cy=\"" << base - 4 << "\" r=\"5\" fill=\""
                 << colour(name) << "\"/>\n";
            text(left + 12, base, shortName(name), "font-size=\"12\"");
            base += 22;
        }
        base += 10;
        text(left - 5, base, "dots: the tuned run");
        text(left - 5, base + 20, "ringed: trials failed or were ended");
        text(left - 5, base + 40, "thin lines: each candidate alone");
        text(left - 5, base + 60, "dashed: re-wired to another one");
        base += 90;
        text(left - 5, base, "tuned " + inUnits(comparison_.tuned.seconds()));
        if (const double oracle = comparison_.oracle(); !std::isnan(oracle)) {
            text(left - 5, base + 20, "oracle " + inUnits(oracle));
        }
        if (const Run* const best = comparison_.bestFixed()) {
            text(left - 5, base + 40, "best alone " + inUnits(best->seconds()));
        }
    }

    const Comparison& comparison_;
    std::ostringstream svg_;
    std::map<std::string, std::string> colours_;
    std::vector<std::string> order_;
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
