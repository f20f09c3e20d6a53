// Sums up a decision log (docs/formats/decision-log.md) by context and by candidate.

#include "LogSummary.hpp"

#include <base/text/NumberText.hpp>
#include <base/text/TextTable.hpp>
#include <perf/analysis/HistoryViews.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <limits>
#include <map>
#include <sstream>
#include <utility>

namespace records {
namespace {

using Entries = std::vector<const tuning::Entry*>;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr const char* kIndent = "  ";
constexpr std::size_t kMostContexts = 10;
// So that a line has 80 columns.
constexpr std::size_t kContextWidth = 78;
constexpr std::size_t kChosenWidth = 32;

/// The entries of each context, in the order of the first ones.
std::vector<Entries> grouped(const std::vector<tuning::Entry>& entries) {
    std::vector<Entries> groups;
    std::map<std::pair<std::string, std::string>, std::size_t> placeOf;
    for (const tuning::Entry& entry : entries) {
        const auto [found, isNew] = placeOf.try_emplace({entry.port, entry.context}, groups.size());
        if (isNew) {
            groups.emplace_back();
        }
        groups[found->second].push_back(&entry);
    }
    return groups;
}

double widthOf(const tuning::Estimate& estimate) {
    // Of a 95 % interval, in standard errors.
    constexpr double kErrors = 3.92;
    return estimate.low > 0 && std::isfinite(estimate.high)
               ? std::log(estimate.high / estimate.low) / kErrors
               : 1;
}

/// By the last estimates: costs are compared as logarithms, as the strategies do.
double confidenceIn(const std::string& choice, const tuning::Entry& last) {
    const auto known = last.estimates.toVector();
    const auto chosen = std::find_if(known.begin(), known.end(), [&](const auto& estimate) {
        return estimate.candidate == choice && estimate.cost > 0;
    });
    if (chosen == known.end()) {
        return std::nan("");
    }
    double confidence = 1;
    for (const tuning::Estimate& other : known) {
        if (other.candidate == choice || !(other.cost > 0)) {
            continue;
        }
        // The difference of two independent normal estimates is normal with this standard error.
        // The confidence is the probability that the chosen one is the cheaper of the two, for the
        // candidate for which it is least.
        const double error = std::hypot(widthOf(*chosen), widthOf(other));
        const double behind = std::log(other.cost / chosen->cost) / std::max(error, 1e-6);
        confidence = std::min(confidence, std::erfc(-behind / std::sqrt(2)) / 2);
    }
    return confidence;
}

/// Calls until `regret` is repaid by a gain of `cost` - `choice` for each.
double callsToRepay(double regret, double cost, double choice) {
    // A gain that is not positive never repays the trials.
    return cost > choice ? std::max(1.0, std::ceil(regret / (cost - choice))) : kInfinity;
}

/// The initial candidate is the first of the estimates.
BreakEven breakEvenOf(const ContextSummary& summary, const tuning::Entry& last) {
    const BreakEven never{kInfinity, kInfinity, kInfinity};
    if (last.estimates.empty() || summary.served == 0) {
        return never;
    }
    const tuning::Estimate initial = last.estimates[0];
    if (initial.candidate == summary.choice) {
        return never;
    }
    const auto repaid = [&](double cost) {
        return callsToRepay(summary.regret, cost, summary.cost);
    };
    // Where no call has completed, the interval is what the cost model expects, or a bound.
    const bool isExpected = initial.low > 0 && std::isfinite(initial.high);
    const double cost = initial.cost > 0 ? initial.cost
                        : isExpected     ? std::sqrt(initial.low * initial.high)
                                         : std::nan("");
    BreakEven calls{std::isnan(cost) ? cost : repaid(cost), repaid(initial.high),
                    repaid(initial.low)};
    const bool isKnown = initial.cost > 0 || isExpected || std::isfinite(calls.high);
    return isKnown ? calls : never;
}

ContextSummary summaryOf(const Entries& entries) {
    ContextSummary summary;
    summary.port = entries.front()->port;
    summary.context = entries.front()->context;
    const tuning::Entry* lastEstimates = entries.front();
    double spent = 0;
    for (const tuning::Entry* entry : entries) {
        spent += entry->cost * static_cast<double>(entry->repeats);
        if (entry->status == tuning::Status::Completed) {
            summary.served += entry->repeats;
            summary.choice = entry->candidate;
        }
        if (!entry->estimates.empty()) {
            lastEstimates = entry;
        }
    }
    double ofChoice = 0;
    double calls = 0;
    for (const tuning::Entry* entry : entries) {
        if (entry->candidate == summary.choice && entry->status == tuning::Status::Completed) {
            ofChoice += entry->cost * static_cast<double>(entry->repeats);
            calls += static_cast<double>(entry->repeats);
        }
    }
    // The mean cost of a completed call of the choice. An entry may stand for several equal calls.
    summary.cost = calls > 0 ? ofChoice / calls : 0;
    summary.regret = std::max(0.0, spent - static_cast<double>(summary.served) * summary.cost);
    summary.confidence = confidenceIn(summary.choice, *lastEstimates);
    summary.breakEven = breakEvenOf(summary, *lastEstimates);
    if (!lastEstimates->estimates.empty()) {
        summary.initial = {lastEstimates->estimates[0].low, lastEstimates->estimates[0].high};
    }
    return summary;
}

/// Costs are seconds unless an objective of another unit was chosen.
std::string costText(double cost, bool isTime) {
    return isTime ? gantry::base::duration(cost) : gantry::base::scientific(cost);
}

std::string percent(double share) {
    std::array<char, 16> text{};
    std::snprintf(text.data(), text.size(), "%.0f %%", std::floor(100 * share));
    return std::isnan(share) ? "-" : text.data();
}

/// Its first columns.
std::string shortened(const std::string& text) {
    return text.size() <= kContextWidth ? text : text.substr(0, kContextWidth - 3) + "...";
}

std::string wholeNumber(double value) {
    constexpr double kMany = 1e6;
    return value < kMany ? std::to_string(static_cast<long long>(value))
                         : gantry::base::scientific(value);
}

/// The table of the contexts, with a line for each context above its row: keys are long.
std::string withContextLines(const std::string& table, const std::vector<std::string>& contexts) {
    std::istringstream lines(table);
    std::string text;
    std::string line;
    std::getline(lines, line);
    text += line + '\n';
    for (const std::string& context : contexts) {
        std::getline(lines, line);
        text += kIndent + shortened(context) + '\n' + line + '\n';
    }
    return text;
}

std::string contextTable(const std::vector<ContextSummary>& contexts, bool isTime) {
    using Align = gantry::base::TextTable::Align;
    gantry::base::TextTable table(
        {{"  chosen", Align::Left}, {"served"}, {"sure"}, {"regret"}, {"pays from"}});
    std::vector<std::string> keys;
    keys.reserve(contexts.size());
    for (const ContextSummary& each : contexts) {
        keys.push_back(each.context);
    }
    // Keys often begin with the same words.
    const std::map<std::string, std::string> names = gantry::perf::shortContexts(keys);
    std::vector<std::string> shown;
    for (std::size_t i = 0; i < std::min(contexts.size(), kMostContexts); ++i) {
        const ContextSummary& each = contexts[i];
        shown.push_back(names.at(each.context));
        table.addRow({kIndent + (each.choice.empty() ? "none" : nameOf(each.choice)),
                      std::to_string(each.served), percent(each.confidence),
                      costText(each.regret, isTime), breakEvenText(each.breakEven)});
    }
    std::string text =
        "Contexts: how sure the choice is, what trials cost beyond it (regret), and from\n"
        "which call on it repays them against the initial candidate (with 95 %)\n" +
        withContextLines(table.text(kIndent), shown);
    if (contexts.size() > kMostContexts) {
        text += kIndent + std::string("... ") +
                gantry::base::plural(contexts.size() - kMostContexts, "more context") + '\n';
    }
    return text;
}

std::string candidateTable(const std::vector<CandidateSummary>& candidates, bool isTime) {
    using Align = gantry::base::TextTable::Align;
    gantry::base::TextTable table(
        {{"candidate", Align::Left}, {"completed"}, {"aborted"}, {"failed"}, {"mean"}, {"total"}});
    for (const CandidateSummary& each : candidates) {
        const auto completed = static_cast<double>(each.completed);
        table.addRow({nameOf(each.candidate), std::to_string(each.completed),
                      std::to_string(each.aborted), std::to_string(each.failed),
                      each.completed > 0 ? costText(each.total / completed, isTime) : "-",
                      each.failed == 0 && each.completed > 0 ? costText(each.total, isTime) : "-"});
    }
    return "Candidates: completed calls; one that failed has no total to compare\n" +
           table.text(kIndent);
}

}  // namespace

// The call, and where it is with 95 %.
std::string breakEvenText(const BreakEven& calls) {
    if (std::isnan(calls.calls)) {
        return "<= " + wholeNumber(calls.high);
    }
    if (!std::isfinite(calls.calls) && !std::isfinite(calls.low)) {
        return "-";
    }
    const std::string low = wholeNumber(calls.low);
    std::string call = std::isfinite(calls.calls) ? wholeNumber(calls.calls) : "-";
    if (calls.low == calls.high) {
        return call;
    }
    return call + (std::isfinite(calls.high) ? " (" + low + "-" + wholeNumber(calls.high) + ")"
                                             : " (" + low + "-)");
}

// Candidates of one class differ in their last parameters.
std::string nameOf(const std::string& candidate) {
    const std::string name = candidate.substr(candidate.find('.') + 1);
    constexpr std::size_t kEnd = 5;
    return name.size() <= kChosenWidth
               ? name
               : name.substr(0, kChosenWidth - 3 - kEnd) + "..." + name.substr(name.size() - kEnd);
}

bool costsAreTimes(const std::vector<tuning::Entry>& entries) {
    // Then both columns are the same.
    return std::all_of(entries.begin(), entries.end(),
                       [](const auto& entry) { return entry.cost == entry.seconds; });
}

std::string sentenceOf(const ContextSummary& summary, bool isTime) {
    return (summary.choice.empty() ? "none" : nameOf(summary.choice)) + ", sure " +
           percent(summary.confidence) + ", regret " + costText(summary.regret, isTime) +
           ", pays from " + breakEvenText(summary.breakEven);
}

std::vector<ContextSummary> contextsOf(const std::vector<tuning::Entry>& entries) {
    std::vector<ContextSummary> summaries;
    for (const Entries& group : grouped(entries)) {
        summaries.push_back(summaryOf(group));
    }
    return summaries;
}

std::vector<CandidateSummary> candidatesOf(const std::vector<tuning::Entry>& entries) {
    std::vector<CandidateSummary> summaries;
    for (const tuning::Entry& entry : entries) {
        auto summary = std::find_if(summaries.begin(), summaries.end(), [&](const auto& each) {
            return each.port == entry.port && each.candidate == entry.candidate;
        });
        if (summary == summaries.end()) {
            summaries.push_back({entry.port, entry.candidate});
            summary = std::prev(summaries.end());
        }
        if (entry.status == tuning::Status::Completed) {
            summary->completed += entry.repeats;
            summary->total += entry.cost * static_cast<double>(entry.repeats);
        } else {
            const bool isEnded = entry.status == tuning::Status::Aborted ||
                                 entry.status == tuning::Status::Cancelled;
            (isEnded ? summary->aborted : summary->failed) += entry.repeats;
        }
    }
    return summaries;
}

std::string summaryText(const std::vector<tuning::Entry>& entries) {
    if (entries.empty()) {
        return {};
    }
    const bool isTime = costsAreTimes(entries);
    return contextTable(contextsOf(entries), isTime) +
           candidateTable(candidatesOf(entries), isTime);
}

}  // namespace records
