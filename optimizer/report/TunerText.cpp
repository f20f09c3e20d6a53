#include "TunerText.hpp"

#include <base/text/NumberText.hpp>
#include <base/text/TextTable.hpp>
#include <perf/analysis/ProfileText.hpp>
#include <perf/document/JsonValues.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>

#include "LogSummary.hpp"

namespace records {

using gantry::perf::Json;

namespace {

constexpr const char* kIndent = "  ";

std::string figure(double value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.3g", value);
    return text.data();
}

std::string callText(double call) {
    return std::isfinite(call) ? figure(call) : "none";
}

std::string percent(double share) {
    return figure(std::round(100 * share)) + " %";
}

std::string callsOf(const tuning::Forecast& forecast) {
    return std::to_string(forecast.calls) + (forecast.calls == 1 ? " call" : " calls");
}

std::string contextsOf(const tuning::Forecast& forecast) {
    return gantry::base::plural(static_cast<std::size_t>(forecast.contexts), "known context");
}

/// One sentence.
std::string sentenceOf(const tuning::Forecast& forecast) {
    if (forecast.contexts == 0) {
        return "nothing was known before the run, so no call was expected from which tuning pays";
    }
    const std::string pays =
        std::isfinite(forecast.middle)
            ? "to pay from call " + callText(forecast.middle) + " of a new context on"
            : "not to pay within " + callsOf(forecast) + " of a new context";
    return "expected before the run " + pays + " (quartiles " + callText(forecast.early) + " and " +
           callText(forecast.late) + "; in " + percent(forecast.paying) + " of " +
           contextsOf(forecast) + " within " + callsOf(forecast) + ")";
}

Json forecastJson(const tuning::Forecast& forecast) {
    if (forecast.contexts == 0) {
        return nullptr;
    }
    using gantry::perf::jsonNumber;
    return {{"contexts", forecast.contexts},
            {"calls", forecast.calls},
            {"paying", jsonNumber(forecast.paying)},
            {"paysFrom",
             {jsonNumber(forecast.early), jsonNumber(forecast.middle), jsonNumber(forecast.late)}},
            {"ratio",
             {jsonNumber(forecast.ratioLow), jsonNumber(forecast.ratioMiddle),
              jsonNumber(forecast.ratioHigh)}}};
}

}  // namespace

std::string expectationText(const TunedPort& tuned) {
    const tuning::Forecast& forecast = tuned.forecast;
    std::string text =
        tuned.port + ": " + gantry::base::plural(tuned.candidates.size(), "candidate") +
        (tuned.candidates.empty() ? "" : ", initially " + tuned.candidates.front()) + "\n";
    for (const std::string& warning : tuned.warnings) {
        text += gantry::perf::paragraph("Warning   ", warning);
    }
    if (forecast.contexts == 0) {
        return text +
               "Nothing is known of its requests yet, neither by measurements of the gate nor by\n"
               "earlier runs in a store: from which call on tuning pays cannot be said.\n";
    }
    text += "Expected of " + callsOf(forecast) + " of a new context: " + contextsOf(forecast) +
            ", each played with what\nthe others say; without the time of the gate\n";
    using Align = gantry::base::TextTable::Align;
    gantry::base::TextTable table(
        {{"contexts", Align::Left}, {"a quarter"}, {"half"}, {"three quarters"}});
    table.addRow({"pay from call, at most", callText(forecast.early), callText(forecast.middle),
                  callText(forecast.late)});
    table.addRow({"cost / initial alone, at most", figure(forecast.ratioLow),
                  figure(forecast.ratioMiddle), figure(forecast.ratioHigh)});
    return text + table.text(kIndent) + "Tuning pays within " + callsOf(forecast) + " in " +
           percent(forecast.paying) + " of them.\n";
}

std::string expectationJson(const std::vector<TunedPort>& all) {
    Json list = Json::array();
    for (const TunedPort& each : all) {
        list.push_back({{"port", each.port},
                        {"candidates", each.candidates},
                        {"forecast", forecastJson(each.forecast)},
                        {"warnings", each.warnings}});
    }
    return list.dump(2, ' ', true, Json::error_handler_t::replace);
}

std::string tunerText(const TunedPort& tuned, const std::vector<tuning::Entry>& entries) {
    std::string text;
    if (!tuned.port.empty()) {
        text =
            gantry::perf::paragraph("Tuned     ", tuned.port + ", " + sentenceOf(tuned.forecast));
        std::vector<tuning::Entry> own;
        std::copy_if(entries.begin(), entries.end(), std::back_inserter(own),
                     [&](const tuning::Entry& entry) { return entry.port == tuned.port; });
        text += summaryText(own);
    }
    for (const std::string& warning : tuned.warnings) {
        text += gantry::perf::paragraph("Warning   ", warning);
    }
    return text;
}

}  // namespace records
