#include "TraceMessages.hpp"

#include <base/text/CsvLine.hpp>
#include <base/text/NumberText.hpp>
#include <perf/analysis/MessageMatching.hpp>
#include <perf/analysis/TableText.hpp>
#include <perf/recording/TraceSource.hpp>

#include <filesystem>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

namespace gantry::tools {

namespace {

// The traces of the ranks beside an archive; the words themselves where there are none.
Words traceFiles(const Words& words) {
    Words files;
    for (const std::string& word : words) {
        const std::size_t before = files.size();
        for (std::size_t rank = 0;; ++rank) {
            std::filesystem::path file = word;
            file.replace_extension("rank" + std::to_string(rank) + ".trace");
            if (std::filesystem::path(word).extension() == ".trace" ||
                !std::filesystem::exists(file)) {
                break;
            }
            files.push_back(file.string());
        }
        if (files.size() == before) {
            files.push_back(word);
        }
    }
    return files;
}

perf::MessageMatching matched(const Words& words) {
    perf::MessageMatcher matcher;
    for (const std::string& file : traceFiles(words)) {
        perf::TraceSource source = perf::readTraceSource(file);
        if (source.chunks.empty()) {
            throw std::runtime_error(file +
                                     ": there is no trace in it; `gantry exec --trace drain` keeps "
                                     "one for each rank");
        }
        for (const std::string& note : source.notes) {
            std::cerr << "gantry: " << note << '\n';
        }
        matcher.add(perf::Trace(std::move(source.chunks)));
    }
    return matcher.result();
}

void printText(const perf::MessageMatching& found) {
    std::cout << perf::tableText(perf::matchTable(found)) << '\n';
    std::cout << "Messages   " << base::plural(found.messages.size(), "message") << " matched, "
              << found.neverReceived << " never received, " << found.neverSent
              << " without a send, " << found.differing << " of differing size\n";
    for (const perf::CollectiveInstances& calls : found.collectives) {
        std::cout << "Collective " << calls.communicator << ": " << calls.whole
                  << " calls by all of " << base::plural(calls.ranks, "rank") << ", "
                  << calls.partial << " by fewer\n";
    }
    if (found.missing > 0) {
        std::cout << "Lost       " << base::plural(found.missing, "record") << "; give the trace a "
                  << "larger SIZE\n";
    }
    std::cout << "Clock      "
              << (found.oneClock ? "the ranks read one clock; nothing is corrected"
                                 : "the ranks read different clocks, which are not corrected")
              << "; " << found.beforeSent << " received before they were sent\n";
}

void printCsv(const perf::MessageMatching& found) {
    const perf::ReportTable table = perf::matchTable(found);
    std::vector<std::string> cells;
    for (const perf::ReportColumn& column : table.columns) {
        cells.push_back(column.key + (column.unit.empty() ? "" : " [" + column.unit + ']'));
    }
    std::cout << base::csvLine(cells);
    for (const perf::MatchedMessage& message : found.messages) {
        std::cout << base::csvLine(
            {std::to_string(message.sent), std::to_string(message.received - message.sent),
             std::to_string(message.from), std::to_string(message.to), std::to_string(message.tag),
             std::to_string(message.bytes), message.communicator});
    }
}

}  // namespace

void printMessages(const Words& words, bool csv) {
    const perf::MessageMatching found = matched(words);
    if (csv) {
        printCsv(found);
    } else {
        printText(found);
    }
}

}  // namespace gantry::tools
