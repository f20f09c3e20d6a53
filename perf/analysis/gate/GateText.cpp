// The result of a gate in words and as JSON. Words are those of people who look at times: slower,
// faster, same, cannot tell.

#include <base/text/NumberText.hpp>
#include <perf/analysis/gate/GateText.hpp>
#include <perf/document/JsonValues.hpp>

#include <array>
#include <cmath>
#include <cstdio>

namespace gantry::perf {

namespace {

std::string percent(double part) {
    std::array<char, 64> text{};
    (void)std::snprintf(text.data(), text.size(), "%+.1f %%", part * 100);
    return text.data();
}

std::string valueText(const GateReport& report) {
    const ValueComparison& value = report.outcome.value;
    if (report.outcome.baselineRuns == 0 || report.outcome.candidateRuns == 0) {
        return "no run of each";
    }
    std::string text = base::quantity(value.before, report.unit) + " -> " +
                       base::quantity(value.after, report.unit) + ", " + percent(value.relative);
    if (std::isfinite(value.relativeLow) && std::isfinite(value.relativeHigh)) {
        text += " (" + percent(value.relativeLow) + " to " + percent(value.relativeHigh) +
                ", with 99 %)";
    }
    return text;
}

bool isElapsed(const GateReport& report) {
    return report.metric.starts_with("elapsed of ") || report.metric.starts_with("wall of ");
}

std::string verdictText(const GateReport& report) {
    const GateOutcome& outcome = report.outcome;
    const std::string limit = base::share(outcome.limit, 1);
    std::string text = gateWord(outcome.verdict);
    switch (outcome.verdict) {
        case Verdict::More:
            return text + ": above the limit of " + limit + ", confirmed on " +
                   base::plural(outcome.confirmingRuns, "fresh run") +
                   (report.options.interleaved ? " of each" : "");
        // The interval is below the limit, as of Same.
        case Verdict::Less:
            return text + ": no slower than the limit of " + limit;
        case Verdict::Same:
            return text + ": surely below the limit of " + limit;
        default:
            break;
    }
    text += ": not decided";
    if (outcome.refuted) {
        text += "; it looked slower, but fresh runs did not confirm it";
    }
    if (!report.ended.empty()) {
        text += "; " + report.ended;
    }
    // An estimate from the width of the interval, hence "about".
    if (outcome.runsNeeded > 0) {
        text += "; about " + base::plural(outcome.runsNeeded, "run") + " of each would decide";
        if (isElapsed(report)) {
            text +=
                "; elapsed time contains waiting for a core beside other programs: CPU time "
                "(metric cpu) varies less";
        }
    }
    return text;
}

}  // namespace

std::string gateWord(Verdict verdict) {
    return verdictWord(verdict, "s");
}

std::string gateText(const GateReport& report) {
    const GateOutcome& outcome = report.outcome;
    std::string text = labelledLine("Command", report.command) +
                       labelledLine("Baseline", report.baseline) +
                       labelledLine("Metric", report.metric);
    for (const std::string& warning : report.warnings) {
        text += labelledLine("Warning", warning);
    }
    text += labelledLine("Runs", std::to_string(outcome.baselineRuns) + " of the baseline, " +
                                     std::to_string(outcome.candidateRuns) + " of the command" +
                                     (report.options.interleaved ? ", in the order A B B A" : "") +
                                     ", in " + base::duration(report.seconds));
    return text + labelledLine("Result", valueText(report)) +
           labelledLine("Verdict", verdictText(report));
}

std::string gateJson(const GateReport& report) {
    const GateOutcome& outcome = report.outcome;
    const auto number = [](double value) {
        return std::isfinite(value) ? Json(value) : Json(nullptr);
    };
    Json json{{"format", "gantry-gate"},
              {"version", 1},
              {"verdict", gateWord(outcome.verdict)},
              {"limit", outcome.limit},
              {"command", jsonText(report.command)},
              {"baseline", jsonText(report.baseline)},
              {"metric", jsonText(report.metric)},
              {"unit", jsonText(report.unit)},
              {"interleaved", report.options.interleaved},
              {"baselineRuns", outcome.baselineRuns},
              {"candidateRuns", outcome.candidateRuns},
              {"confirmingRuns", outcome.confirmingRuns},
              {"confirmed", outcome.confirmed},
              {"runsNeeded", outcome.runsNeeded},
              {"before", number(outcome.value.before)},
              {"after", number(outcome.value.after)},
              {"relative", number(outcome.value.relative)},
              {"relativeLow", number(outcome.value.relativeLow)},
              {"relativeHigh", number(outcome.value.relativeHigh)},
              {"seconds", number(report.seconds)},
              {"ended", jsonText(report.ended)},
              {"warnings", Json::array()}};
    for (const std::string& warning : report.warnings) {
        json["warnings"].push_back(jsonText(warning));
    }
    return json.dump(2, ' ', true, Json::error_handler_t::replace) + '\n';
}

}  // namespace gantry::perf
