// Sums up a decision log (docs/formats/decision-log.md) by context and by candidate.

#include "LogSummary.hpp"

#include <base/text/NumberText.hpp>
#include <base/text/TextTable.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <limits>
#include <utility>

namespace records {
namespace {

using Entries = std::vector<const tuning::Entry*>;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr const char* kIndent = "  ";
constexpr std::size_t kMostContexts = 10;
constexpr std::size_t kMostWidth = 28;

/// The entries of each context, in the order of the first ones.
std::vector<Entries> grouped(const std::vector<tuning::Entry>& entries) {
    std::vector<Entries> groups;
    for (const tuning::Entry& entry : entries) {
        const auto same = std::find_if(groups.begin(), groups.end(), [&](const Entries& group) {
            return group.front()->port == entry.port && group.front()->context == entry.context;
        });
        if (same == groups.end()) {
            groups.push_back({&entry});
        } else {
            same->push_back(&entry);
        }
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

/// Calls until `regret` is repaid, where the initial candidate is the first of the estimates.
double breakEvenOf(const ContextSummary& summary, const tuning::Entry& last) {
    if (last.estimates.empty()) {
        return kInfinity;
    }
    // A gain that is not positive never repays the trials: infinity, which tables show as a dash.
    const tuning::Estimate initial = last.estimates[0];
    const double gain = initial.cost - summary.cost;
    return initial.candidate != summary.choice && gain > 0 ? std::ceil(summary.regret / gain)
                                                           : kInfinity;
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

std::string shortened(const std::string& text) {
    return text.size() <= kMostWidth ? text : text.substr(0, kMostWidth - 3) + "...";
}

std::string contextTable(const std::vector<ContextSummary>& contexts, bool isTime) {
    using Align = gantry::base::TextTable::Align;
    gantry::base::TextTable table({{"context", Align::Left},
                                   {"chosen", Align::Left},
                                   {"served"},
                                   {"sure"},
                                   {"regret"},
                                   {"pays from"}});
    for (std::size_t i = 0; i < std::min(contexts.size(), kMostContexts); ++i) {
        const ContextSummary& each = contexts[i];
        table.addRow(
            {shortened(each.context), each.choice.empty() ? "none" : shortened(each.choice),
             std::to_string(each.served), percent(each.confidence), costText(each.regret, isTime),
             std::isfinite(each.breakEven) ? std::to_string(static_cast<long long>(each.breakEven))
                                           : "-"});
    }
    std::string text =
        "Contexts: how sure the choice is, what trials cost beyond it (regret), and "
        "from\nwhich call on it repays them against the initial candidate\n" +
        table.text(kIndent);
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
        table.addRow({each.candidate, std::to_string(each.completed), std::to_string(each.aborted),
                      std::to_string(each.failed),
                      each.completed > 0 ? costText(each.total / completed, isTime) : "-",
                      each.failed == 0 && each.completed > 0 ? costText(each.total, isTime) : "-"});
    }
    return "Candidates: completed calls; one that failed has no total to compare\n" +
           table.text(kIndent);
}

}  // namespace

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
            (entry.status == tuning::Status::Aborted ? summary->aborted : summary->failed) +=
                entry.repeats;
        }
    }
    return summaries;
}

std::string summaryText(const std::vector<tuning::Entry>& entries) {
    if (entries.empty()) {
        return {};
    }
    // Costs are times exactly where no other objective was chosen: then both columns are the same.
    const bool isTime = std::all_of(entries.begin(), entries.end(),
                                    [](const auto& entry) { return entry.cost == entry.seconds; });
    return contextTable(contextsOf(entries), isTime) +
           candidateTable(candidatesOf(entries), isTime);
}

}  // namespace records
