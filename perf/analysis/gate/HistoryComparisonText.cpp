// Runs beside a history in words, in Markdown and as JSON.

#include <base/text/MarkupText.hpp>
#include <base/text/NumberText.hpp>
#include <perf/analysis/gate/HistoryComparison.hpp>
#include <perf/document/JsonValues.hpp>

#include <cmath>
#include <sstream>

namespace gantry::perf {

namespace {

std::string comparedWords(const HistoryComparison& comparison) {
    return base::plural(comparison.results, "result") + " since " + comparison.since + " (" +
           base::plural(comparison.runs, "run") + "), and " +
           base::plural(comparison.newRuns, "new run");
}

std::string levelWords(const HistoryComparison& comparison) {
    return "changed at that time; " + base::plural(comparison.older, "older result") +
           (comparison.older == 1 ? " is" : " are") + " not used";
}

std::string driftWords(const HistoryComparison& comparison) {
    return "results of one level differ by up to " + base::share(std::expm1(comparison.drift), 1) +
           " (99 %); a change is more than " + base::share(comparison.limit, 1);
}

// What would help, behind the verdict "cannot tell".
std::string neededWords(const HistoryComparison& comparison) {
    if (comparison.value.verdict != Verdict::CannotTell || std::isnan(comparison.drift) ||
        comparison.runs == 0) {
        return "";
    }
    return comparison.runsNeeded > 0
               ? "; about " + base::plural(comparison.runsNeeded, "new run") + " would decide"
               : "; the results of the history differ too much for more runs to decide";
}

std::string verdictWords(const HistoryComparison& comparison) {
    return verdictWord(comparison.value.verdict, comparison.unit) + neededWords(comparison);
}

// valueWords() ends with the verdict, which has a line of its own here.
std::string resultWords(const HistoryComparison& comparison) {
    const std::string words = valueWords(comparison.value, comparison.unit);
    return words.substr(0, words.rfind(": "));
}

Json jsonOf(const HistoryComparison& comparison) {
    const auto number = [](double value) {
        return std::isfinite(value) ? Json(value) : Json(nullptr);
    };
    const ValueComparison& value = comparison.value;
    Json json{{"name", jsonText(comparison.name)},
              {"metric", jsonText(comparison.metric)},
              {"unit", jsonText(comparison.unit)},
              {"machine", jsonText(comparison.machine)},
              {"since", jsonText(comparison.since)},
              {"results", comparison.results},
              {"older", comparison.older},
              {"runs", comparison.runs},
              {"newRuns", comparison.newRuns},
              {"before", number(value.before)},
              {"after", number(value.after)},
              {"relative", number(value.relative)},
              {"relativeLow", number(value.relativeLow)},
              {"relativeHigh", number(value.relativeHigh)},
              {"p", number(value.p)},
              {"drift", number(std::expm1(comparison.drift))},
              {"limit", number(comparison.limit)},
              {"verdict", verdictName(value.verdict)},
              {"runsNeeded", comparison.runsNeeded},
              {"warnings", Json::array()}};
    for (const std::string& warning : comparison.warnings) {
        json["warnings"].push_back(jsonText(warning));
    }
    return json;
}

}  // namespace

std::string historyComparisonText(const HistoryComparison& comparison) {
    std::string text = labelledLine("Gate", comparison.name) +
                       labelledLine("Metric", comparison.metric) +
                       labelledLine("Machine", comparison.machine) +
                       labelledLine("Compared", comparedWords(comparison));
    if (comparison.older > 0) {
        text += labelledLine("Level", levelWords(comparison));
    }
    for (const std::string& warning : comparison.warnings) {
        text += labelledLine("Warning", warning);
    }
    text += labelledLine("Result", resultWords(comparison));
    if (!std::isnan(comparison.drift)) {
        text += labelledLine("Noise", driftWords(comparison));
    }
    return text + labelledLine("Verdict", verdictWords(comparison));
}

std::string historyComparisonMarkdown(const HistoryComparison& comparison) {
    std::ostringstream out;
    out << "### Comparison with the history: "
        << verdictWord(comparison.value.verdict, comparison.unit) << "\n\n"
        << base::markdownText(comparedWords(comparison)) << ".\n\n";
    for (const std::string& warning : comparison.warnings) {
        out << "> **Warning:** " << base::markdownText(warning) << "\n\n";
    }
    out << "| gate | metric | result |\n|---|---|---|\n| " << base::markdownText(comparison.name)
        << " | " << base::markdownText(comparison.metric) << " | "
        << base::markdownText(valueWords(comparison.value, comparison.unit))
        << base::markdownText(neededWords(comparison)) << " |\n";
    if (!std::isnan(comparison.drift)) {
        out << "\nNoise: " << base::markdownText(driftWords(comparison)) << ".\n";
    }
    return out.str();
}

std::string historyComparisonJson(const std::vector<HistoryComparison>& comparisons) {
    Json json{{"format", "gantry-history-comparison"}, {"version", 1}, {"gates", Json::array()}};
    for (const HistoryComparison& comparison : comparisons) {
        json["gates"].push_back(jsonOf(comparison));
    }
    return json.dump(2, ' ', true, Json::error_handler_t::replace) + '\n';
}

}  // namespace gantry::perf
