// Runs beside the history of a gate: which results belong to them, and one comparison for each
// metric that the gate has kept.

#include "GateHistory.hpp"

#include <perf/analysis/compare/RunFacts.hpp>
#include <perf/analysis/gate/GateSamples.hpp>
#include <perf/analysis/gate/HistoryComparison.hpp>
#include <perf/runs/RunFile.hpp>
#include <perf/runs/RunSets.hpp>

#include <filesystem>
#include <iostream>
#include <stdexcept>
#include <vector>

#include "Command.hpp"
#include "OptionValues.hpp"
#include "ProgressLine.hpp"

namespace gantry::tools {

namespace {

using Files = std::vector<std::filesystem::path>;

Files filesOf(const OptionParser& parser) {
    const Words& words = parser.positionalWords();
    if (words.empty()) {
        throw UsageError("a run is needed: gantry compare --history FILE RUN...");
    }
    return readWords([&] { return perf::runSetOf(words); }).files;
}

std::string commandOf(const perf::Profile& profile) {
    for (const auto& [fact, value] : perf::factsOf(profile)) {
        if (fact == "command" || fact == "script") {
            return value;
        }
    }
    return "";
}

// The values of the runs, which are of one machine as those of the history are.
std::vector<double> valuesOf(const Files& files, const perf::GateRecord& result) {
    perf::GateSamples samples(perf::GateMetric::fromText(result.metric));
    for (const std::filesystem::path& file : files) {
        try {
            (void)samples.add(perf::GateSide::Candidate, file.string(),
                              perf::readProfileFile(file));
        } catch (const std::invalid_argument& error) {
            throw std::runtime_error(file.string() + ": " + error.what());
        }
        if (samples.machine() != result.machine) {
            throw std::runtime_error(file.string() + ": was measured on another machine (" +
                                     samples.machine() + "); compare runs of one machine");
        }
    }
    if (samples.unit() != result.unit) {
        throw std::runtime_error(files.front().string() + ": the metric is in '" + samples.unit() +
                                 "', in the history in '" + result.unit + "'");
    }
    return samples.candidateValues();
}

std::vector<perf::HistoryComparison> compared(const Files& files, const OptionParser& parser,
                                              const std::string& history, double limit) {
    const ProgressLine progress("reading runs");
    if (!std::filesystem::exists(history)) {
        throw UsageError("--history: " + history +
                         " does not exist; `gantry gate --history FILE` writes one");
    }
    const std::vector<perf::GateRecord> records = perf::readGateRecords(history);
    const perf::Profile first = perf::readProfileFile(files.front());
    std::vector<perf::HistoryComparison> comparisons;
    try {
        for (const std::vector<perf::GateRecord>& series : perf::seriesFor(
                 records, parser.value("name").value_or(""), commandOf(first),
                 parser.value("metric").value_or(""), perf::gateMachine(first.machine))) {
            comparisons.push_back(
                perf::compareWithHistory(series, valuesOf(files, series.front()), limit));
        }
    } catch (const std::invalid_argument& error) {
        throw std::runtime_error(history + ": " + error.what());
    }
    return comparisons;
}

}  // namespace

int compareWithGate(const OptionParser& parser, const std::string& history, double limit) {
    const std::vector<perf::HistoryComparison> comparisons =
        compared(filesOf(parser), parser, history, limit);
    if (parser.has("json")) {
        std::cout << perf::historyComparisonJson(comparisons);
        return kDone;
    }
    bool isFirst = true;
    for (const perf::HistoryComparison& comparison : comparisons) {
        std::cout << (isFirst ? "" : "\n")
                  << (parser.has("markdown") ? perf::historyComparisonMarkdown(comparison)
                                             : perf::historyComparisonText(comparison));
        isFirst = false;
    }
    return kDone;
}

}  // namespace gantry::tools
