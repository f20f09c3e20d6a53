#pragma once

#include <tuning/Entry.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace records {

/// From how many calls on the choice repays the regret, against the initial candidate alone.
/// Infinite if that is the choice itself, or is not known to be worse.
struct BreakEven {
    /// By the expected cost of the initial candidate; NaN if only a bound of that is known.
    double calls = 0;
    /// By the ends of its 95 % interval: the earliest and the latest call.
    double low = 0;
    double high = 0;
};

/// A 95 % interval; high is infinite if only a bound is known, and both 0 if nothing is.
struct CostInterval {
    double low = 0;
    double high = 0;
};

/// What the decisions in one context of a port came to. A plain value; costs are in the unit of the
/// objective.
struct ContextSummary {
    std::string port;
    std::string context;
    /// Requests that were served.
    std::int64_t served = 0;
    /// The candidate that served last; empty if none did.
    std::string choice;
    /// The mean cost of its calls.
    double cost = 0;
    /// How probable it is that no other known candidate is better, from 0 to 1; NaN if that cannot
    /// be said.
    double confidence = 0;
    /// What all calls cost beyond those of the choice alone.
    double regret = 0;
    BreakEven breakEven;
    /// The cost of a call of the initial candidate.
    CostInterval initial;
};

/// What a candidate did, over all contexts of a port.
struct CandidateSummary {
    std::string port;
    std::string candidate;
    std::int64_t completed = 0;
    /// Calls that were ended at their limit.
    std::int64_t aborted = 0;
    /// Calls that failed, were wrong or crashed.
    std::int64_t failed = 0;
    /// Of the completed calls.
    double total = 0;
};

/// In the order in which they appear first.
std::vector<ContextSummary> contextsOf(const std::vector<tuning::Entry>& entries);
std::vector<CandidateSummary> candidatesOf(const std::vector<tuning::Entry>& entries);

/// Costs are times exactly where no other objective was chosen.
bool costsAreTimes(const std::vector<tuning::Entry>& entries);
/// A candidate without its package and its middle, at most 32 columns.
std::string nameOf(const std::string& candidate);
/// From which call on a choice pays, as a table shows it: "5 (3-20)"; "-": never, or not known.
std::string breakEvenText(const BreakEven& calls);
/// The choice of a context with its figures, in a line.
std::string sentenceOf(const ContextSummary& summary, bool isTime);

/// Both as tables for people, at most 10 contexts, by the words in which their keys differ; empty
/// without entries. A candidate that failed has no total beside those that did not: it did less.
std::string summaryText(const std::vector<tuning::Entry>& entries);

}  // namespace records
