#include <base/text/CsvLine.hpp>
#include <base/text/NumberText.hpp>
#include <perf/analysis/ClockText.hpp>
#include <perf/analysis/MessagesText.hpp>
#include <perf/analysis/TableText.hpp>

#include <nlohmann/json.hpp>

#include <sstream>
#include <string>
#include <vector>

namespace gantry::perf {

namespace {

std::string inText(const MessageMatching& found) {
    std::ostringstream text;
    text << tableText(matchTable(found)) << '\n';
    if (!found.communicators.empty()) {
        text << tableText(communicatorTimeTable(found)) << '\n';
    }
    text << "Messages   " << base::plural(found.messages.size(), "message") << " matched, "
         << found.neverReceived << " never received, " << found.neverSent << " without a send, "
         << found.differing << " of differing size\n";
    for (const CollectiveInstances& calls : found.collectives) {
        text << "Collective " << calls.communicator << ": " << calls.whole << " calls by all of "
             << base::plural(calls.ranks, "rank") << ", " << calls.partial << " by fewer\n";
    }
    if (found.missing > 0) {
        text << "Lost       " << base::plural(found.missing, "record") << "; give the trace a "
             << "larger SIZE\n";
    }
    text << clockText(found.clock);
    return text.str();
}

std::string inCsv(const MessageMatching& found) {
    const ReportTable table = matchTable(found);
    std::vector<std::string> cells;
    for (const ReportColumn& column : table.columns) {
        cells.push_back(column.key + (column.unit.empty() ? "" : " [" + column.unit + ']'));
    }
    std::string text = base::csvLine(cells);
    for (const MatchedMessage& message : found.messages) {
        text += base::csvLine(
            {std::to_string(message.sent), std::to_string(message.received - message.sent),
             std::to_string(message.from), std::to_string(message.to), std::to_string(message.tag),
             std::to_string(message.bytes), message.communicator});
    }
    return text;
}

std::string inJson(const MessageMatching& found) {
    using OrderedJson = nlohmann::ordered_json;
    OrderedJson json{{"format", "gantry messages"}, {"version", 1}};
    json["messages"] = OrderedJson::array();
    for (const MatchedMessage& message : found.messages) {
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
    json["collectives"] = OrderedJson::array();
    for (const CollectiveInstances& calls : found.collectives) {
        json["collectives"].push_back({{"communicator", calls.communicator},
                                       {"ranks", calls.ranks},
                                       {"whole", calls.whole},
                                       {"partial", calls.partial}});
    }
    json["communicators"] = OrderedJson::array();
    for (const CommunicatorTime& spent : found.communicators) {
        json["communicators"].push_back({{"communicator", spent.communicator},
                                         {"calls", spent.calls},
                                         {"timeNs", spent.timeNs}});
    }
    json["clock"] = OrderedJson::parse(clockJson(found.clock));
    return json.dump(1, ' ', false, OrderedJson::error_handler_t::replace) + '\n';
}

}  // namespace

std::string messagesText(const MessageMatching& found, TraceText::Format format) {
    switch (format) {
        case TraceText::Format::Csv:
            return inCsv(found);
        case TraceText::Format::Json:
            return inJson(found);
        case TraceText::Format::Text:
            break;
    }
    return inText(found);
}

}  // namespace gantry::perf
