#include "SummaryJson.hpp"

#include <base/text/Printable.hpp>
#include <base/text/Utf8.hpp>

#include <ArchivedLog.hpp>
#include <RecordsError.hpp>
#include <cstddef>
#include <iterator>

#include "LogSummary.hpp"

namespace records {

using gantry::perf::Json;
using gantry::perf::jsonNumber;

namespace {

// JSON has texts in UTF-8 only.
std::string text(const std::string& bytes) {
    return gantry::base::isUtf8(bytes) ? bytes : gantry::base::printable(bytes);
}

// Of a page.
constexpr std::ptrdiff_t kMostContexts = 5000;

Json contextJson(const ContextSummary& context) {
    return {
        {"port", text(context.port)},
        {"context", text(context.context)},
        {"served", context.served},
        {"choice", text(context.choice)},
        {"cost", jsonNumber(context.cost)},
        {"confidence", jsonNumber(context.confidence)},
        {"regret", jsonNumber(context.regret)},
        {"breakEven",
         {{"calls", jsonNumber(context.breakEven.calls)},
          {"low", jsonNumber(context.breakEven.low)},
          {"high", jsonNumber(context.breakEven.high)},
          {"text", breakEvenText(context.breakEven)}}},
        {"initial",
         {{"low", jsonNumber(context.initial.low)}, {"high", jsonNumber(context.initial.high)}}}};
}

Json candidateJson(const CandidateSummary& candidate) {
    return {{"port", text(candidate.port)},     {"candidate", text(candidate.candidate)},
            {"completed", candidate.completed}, {"aborted", candidate.aborted},
            {"failed", candidate.failed},       {"total", jsonNumber(candidate.total)}};
}

}  // namespace

Json summaryJson(const std::vector<tuning::Entry>& entries) {
    Json contexts = Json::array();
    for (const ContextSummary& context : contextsOf(entries)) {
        contexts.push_back(contextJson(context));
    }
    Json candidates = Json::array();
    for (const CandidateSummary& candidate : candidatesOf(entries)) {
        candidates.push_back(candidateJson(candidate));
    }
    return {{"contexts", contexts}, {"candidates", candidates}, {"leftOut", 0}};
}

std::string summaryForPage(const gantry::perf::History& history) {
    if (history.decisions.empty()) {
        return {};
    }
    try {
        Json summary = summaryJson(entriesOf({}, history.decisions));
        Json& contexts = summary["contexts"];
        if (std::ssize(contexts) > kMostContexts) {
            summary["leftOut"] = contexts.size() - kMostContexts;
            contexts.erase(contexts.begin() + kMostContexts, contexts.end());
        }
        return gantry::perf::jsonDocument(summary, -1);
    } catch (const RecordsError&) {
        return {};
    }
}

}  // namespace records
