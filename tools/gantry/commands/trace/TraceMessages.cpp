#include "TraceMessages.hpp"

#include <base/text/CsvLine.hpp>
#include <base/text/NumberText.hpp>
#include <perf/analysis/ClockText.hpp>
#include <perf/analysis/MessageMatching.hpp>
#include <perf/analysis/TableText.hpp>
#include <perf/recording/TimelineSource.hpp>
#include <perf/recording/TraceSource.hpp>

#include <nlohmann/json.hpp>

#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

namespace gantry::tools {

namespace {

// With the traces of the ranks beside archives.
Words traceFiles(const Words& words) {
    Words files;
    for (const std::string& word : words) {
        const std::vector<std::string> ranks = perf::rankTraces(word);
        files.insert(files.end(), ranks.begin(), ranks.end());
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
    if (!found.communicators.empty()) {
        std::cout << perf::tableText(perf::communicatorTimeTable(found)) << '\n';
    }
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
    std::cout << perf::clockText(found.clock);
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

void printJson(const perf::MessageMatching& found) {
    using Json = nlohmann::ordered_json;
    Json json{{"format", "gantry messages"}, {"version", 1}};
    json["messages"] = Json::array();
    for (const perf::MatchedMessage& message : found.messages) {
        json["messages"].push_back({{"sent", message.sent},
                                    {"received", message.received},
                                    {"from", message.from},
                                    {"to", message.to},
                                    {"tag", message.tag},
                                    {"bytes", message.bytes},
                                    {"communicator", message.communicator}});
    }
    json["neverReceived"] = found.neverReceived;
    json["neverSent"] = found.neverSent;
    json["differing"] = found.differing;
    json["beforeSent"] = found.beforeSent;
    json["lostRecords"] = found.missing;
    json["collectives"] = Json::array();
    for (const perf::CollectiveInstances& calls : found.collectives) {
        json["collectives"].push_back({{"communicator", calls.communicator},
                                       {"ranks", calls.ranks},
                                       {"whole", calls.whole},
                                       {"partial", calls.partial}});
    }
    json["communicators"] = Json::array();
    for (const perf::CommunicatorTime& spent : found.communicators) {
        json["communicators"].push_back({{"communicator", spent.communicator},
                                         {"calls", spent.calls},
                                         {"timeNs", spent.timeNs}});
    }
    json["clock"] = Json::parse(perf::clockJson(found.clock));
    std::cout << json.dump(1, ' ', false, Json::error_handler_t::replace) << '\n';
}

}  // namespace

void printMessages(const Words& words, perf::TraceText::Format format) {
    const perf::MessageMatching found = matched(words);
    switch (format) {
        case perf::TraceText::Format::Csv:
            printCsv(found);
            return;
        case perf::TraceText::Format::Json:
            printJson(found);
            return;
        case perf::TraceText::Format::Text:
            printText(found);
            return;
    }
}

}  // namespace gantry::tools
