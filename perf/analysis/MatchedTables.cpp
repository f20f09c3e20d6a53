#include <perf/analysis/MessageMatching.hpp>

namespace gantry::perf {

ReportTable communicatorTimeTable(const MessageMatching& found) {
    ReportTable table{"communicators", "communicator", {}, {}, {}, 0};
    table.columns = {
        {"communicator", "communicator", ""}, {"calls", "calls", ""}, {"time", "time", "ns"}};
    for (const CommunicatorTime& spent : found.communicators) {
        const auto calls = static_cast<std::int64_t>(spent.calls);
        table.rows.push_back({spent.communicator, calls, spent.timeNs});
    }
    return table;
}

ReportTable matchTable(const MessageMatching& found) {
    ReportTable table{"matched", "message", {}, {}, {}, 0};
    table.columns = {{"sent", "sent", "ns"},
                     {"took", "took", "ns"},
                     {"from", "from", ""},
                     {"to", "to", ""},
                     {"tag", "tag", ""},
                     {"bytes", "bytes", "B"},
                     {"communicator", "communicator", ""}};
    for (const MatchedMessage& message : found.messages) {
        table.rows.push_back({message.sent, message.received - message.sent, message.from,
                              message.to, message.tag, message.bytes, message.communicator});
    }
    return table;
}

}  // namespace gantry::perf
