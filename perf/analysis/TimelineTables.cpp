// The answers to `gantry trace --query`, one function for each query; kEntries at the end lists
// them. Tables have two faces: columns in ns for programs, and texts in seconds for people, who see
// no column twice. See docs/formats/timeline.md, "Answers".

#include <base/text/NumberText.hpp>
#include <perf/analysis/TimelineTables.hpp>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "TimelineDurationTables.hpp"
#include "TimelineValues.hpp"

namespace gantry::perf {

using timeline::nameOf;
using timeline::rowNumber;
using timeline::rowText;
using timeline::secondsText;
using timeline::whole;

namespace {

using Shown = ReportColumn::Shown;

// Indexed by Activity.
constexpr std::array<char, kActivities> kGlyphs{' ', '#', '.', '+'};

// All queries that find calls have the same columns, so that a client reads one kind of row.
ReportTable callTable(const Timeline& timeline, const std::vector<TimelineCall>& calls,
                      const std::string& view) {
    ReportTable table{view, "call", {}, {}, {}, 0};
    table.columns = {rowNumber(),
                     rowText(),
                     {"startNs", "", "ns", Shown::ToPrograms},
                     {"start", "start (s)", ""},
                     {"durationNs", "", "ns", Shown::ToPrograms},
                     {"duration", "duration", "ns"},
                     {"depth", "depth", ""},
                     {"state", "state", ""},
                     {"open", "no end", "", Shown::WhenUsed},
                     {"component", "", "", Shown::ToPrograms},
                     {"name", "call", ""}};
    for (const TimelineCall& call : calls) {
        table.rows.push_back({std::int64_t{call.row}, rowLabel(timeline.rows()[call.row]),
                              call.start, secondsText(call.start), call.end - call.start,
                              static_cast<double>(call.end - call.start), std::int64_t{call.depth},
                              std::string(activityName(call.activity)), call.isOpen,
                              timeline.names()[call.name].component, nameOf(timeline, call.name)});
    }
    return table;
}

TimelineAnswer rowsAnswer(const Timeline& timeline, const TimelineQuestion& /*question*/) {
    ReportTable table{"rows", "row", {}, {}, {}, 0};
    table.columns = {{"row", "row", ""},
                     {"where", "where", ""},
                     {"rank", "", "", Shown::ToPrograms},
                     {"thread", "", "", Shown::ToPrograms},
                     {"records", "records", ""},
                     {"events", "events", ""},
                     {"firstNs", "", "ns", Shown::ToPrograms},
                     {"first", "first (s)", ""},
                     {"lastNs", "", "ns", Shown::ToPrograms},
                     {"last", "last (s)", ""},
                     {"lost", "lost", "", Shown::WhenUsed},
                     {"unmatched", "unmatched", "", Shown::WhenUsed}};
    std::int64_t number = 0;
    for (const TimelineRow& row : timeline.rows()) {
        const std::int64_t first = row.clock.ns(row.firstTicks);
        const std::int64_t last = row.clock.ns(row.lastTicks);
        table.rows.push_back({number++, rowLabel(row), std::int64_t{row.rank},
                              std::int64_t{row.thread}, whole(row.records), whole(row.events),
                              first, secondsText(first), last, secondsText(last), whole(row.lost),
                              whole(row.unmatched)});
    }
    return {std::move(table), {}, {}};
}

// What the row was in most of the time of a column.
char glyphOf(const TimelineColumn& cell) {
    const auto most = std::max_element(cell.ticks.begin(), cell.ticks.end());
    return *most == 0 ? ' ' : kGlyphs[static_cast<std::size_t>(most - cell.ticks.begin())];
}

// For people: one character for each column of the window, as a terminal shows it, and the shares
// over the whole window beside it. Programs get the cells one by one.
ReportTable stripTable(const Timeline& timeline, const TimelineShares& shares) {
    ReportTable table{"shares", "row", {}, {}, {}, 0};
    table.columns = {rowText(),
                     {"busy", "busy #", "%"},
                     {"idle", "idle .", "%"},
                     {"overhead", "over. +", "%"},
                     {"strip", "over the window", ""}};
    for (std::size_t row = 0; row < shares.rows.size(); ++row) {
        std::array<double, kActivities> sums{};
        double all = 0;
        std::string strip = "|";
        for (std::uint32_t column = 0; column < shares.columns; ++column) {
            const TimelineColumn& cell = shares.cells[row * shares.columns + column];
            for (std::size_t i = 0; i < kActivities; ++i) {
                sums[i] += static_cast<double>(cell.ticks[i]);
                all += static_cast<double>(cell.ticks[i]);
            }
            strip += glyphOf(cell);
        }
        constexpr double kPercent = 100;
        const double scale = all > 0 ? kPercent / all : 0;
        table.rows.push_back({rowLabel(timeline.rows()[shares.rows[row]]), sums[1] * scale,
                              sums[2] * scale, sums[3] * scale, strip + '|'});
    }
    return table;
}

TimelineAnswer sharesAnswer(const Timeline& timeline, const TimelineQuestion& question) {
    const TimelineShares shares = timeline.shares(question.window, question.columns, question.rows);
    ReportTable table{"shares", "cell", {}, {}, {}, 0};
    table.columns = {{"row", "", ""},     {"column", "", ""}, {"outside", "", "ns"},
                     {"busy", "", "ns"},  {"idle", "", "ns"}, {"overhead", "", "ns"},
                     {"records", "", ""}, {"name", "", ""}};
    for (std::size_t at = 0; at < shares.cells.size(); ++at) {
        const TimelineColumn& cell = shares.cells[at];
        const std::uint32_t row = shares.rows[at / shares.columns];
        const TimelineClock& clock = timeline.rows()[row].clock;
        table.rows.push_back({std::int64_t{row}, whole(at % shares.columns),
                              clock.duration(cell.ticks[0]), clock.duration(cell.ticks[1]),
                              clock.duration(cell.ticks[2]), clock.duration(cell.ticks[3]),
                              whole(cell.records),
                              cell.name == 0 ? std::string() : nameOf(timeline, cell.name)});
    }
    return {std::move(table), stripTable(timeline, shares), {}};
}

TimelineAnswer callsAnswer(const Timeline& timeline, const TimelineQuestion& question) {
    const auto page =
        timeline.calls(question.window, question.rows, question.limit, question.cursor);
    return {callTable(timeline, page.entries, "calls"), {}, page.next};
}

TimelineAnswer searchAnswer(const Timeline& timeline, const TimelineQuestion& question) {
    TimelineSearch search;
    search.window = question.window;
    search.rows = question.rows;
    // One look at each name here, instead of a match of patterns for each call.
    search.names = timeline.namesLike(question.name, question.component);
    search.least = question.least;
    search.most = question.most;
    search.limit = question.limit;
    search.cursor = question.cursor;
    const auto page = timeline.search(search);
    return {callTable(timeline, page.entries, "search"), {}, page.next};
}

TimelineAnswer stackAnswer(const Timeline& timeline, const TimelineQuestion& question) {
    std::vector<TimelineCall> calls;
    for (const std::uint32_t row : question.rows) {
        const auto stack = timeline.stackAt(row, question.moment);
        calls.insert(calls.end(), stack.begin(), stack.end());
    }
    return {callTable(timeline, calls, "stack-at"), {}, {}};
}

TimelineAnswer nearAnswer(const Timeline& timeline, const TimelineQuestion& question) {
    std::vector<TimelineCall> calls;
    for (const std::uint32_t row : question.rows) {
        const auto call = question.kind == "next" ? timeline.next(row, question.moment)
                                                  : timeline.previous(row, question.moment);
        if (call) {
            calls.push_back(*call);
        }
    }
    return {callTable(timeline, calls, question.kind), {}, {}};
}

TimelineAnswer eventsAnswer(const Timeline& timeline, const TimelineQuestion& question) {
    const auto page =
        timeline.events(question.window, question.rows, question.limit, question.cursor);
    ReportTable table{"events", "event", {}, {}, {}, 0};
    table.columns = {rowNumber(),
                     rowText(),
                     {"timeNs", "", "ns", Shown::ToPrograms},
                     {"time", "time (s)", ""},
                     {"value", "value", ""},
                     {"name", "event", ""}};
    for (const TimelineEvent& event : page.entries) {
        table.rows.push_back({std::int64_t{event.row}, rowLabel(timeline.rows()[event.row]),
                              event.time, secondsText(event.time),
                              event.value ? ReportValue(*event.value) : ReportValue(std::string()),
                              nameOf(timeline, event.name)});
    }
    return {std::move(table), {}, page.next};
}

ReportTable columnTable(const std::string& view) {
    ReportTable table{view, "column", {}, {}, {}, 0};
    table.columns = {{"column", "column", ""},
                     {"fromNs", "", "ns", Shown::ToPrograms},
                     {"from", "from (s)", ""}};
    return table;
}

// The three values with which every row of columnTable() begins.
std::vector<ReportValue> beginOf(const TimelineQuestion& question, std::size_t column) {
    const std::int64_t from =
        columnBegin(question.window, question.columns, static_cast<std::uint32_t>(column));
    return {whole(column), from, secondsText(from)};
}

TimelineAnswer countersAnswer(const Timeline& timeline, const TimelineQuestion& question) {
    std::optional<std::uint32_t> wanted;
    // Values of different events have different units, so one event is shown: the first that fits.
    const std::vector<bool> like = timeline.namesLike(question.name, "");
    for (std::uint32_t i = 0; i < like.size(); ++i) {
        if (like[i] && timeline.names()[i].kind == OperationKind::Counter && !wanted) {
            wanted = i;
        }
    }
    if (!wanted) {
        throw std::invalid_argument(question.name.empty() ? "the trace has no events"
                                                          : "no event of the trace is called '" +
                                                                question.name + "'");
    }
    ReportTable table = columnTable("counters");
    table.columns.insert(table.columns.end(), {{"event", "", "", Shown::ToPrograms},
                                               {"count", "count", ""},
                                               {"min", "min", ""},
                                               {"mean", "mean", ""},
                                               {"max", "max", ""}});
    const auto counters =
        timeline.counters(*wanted, question.window, question.columns, question.rows);
    for (std::size_t i = 0; i < counters.size(); ++i) {
        std::vector<ReportValue> row = beginOf(question, i);
        row.insert(row.end(), {nameOf(timeline, *wanted), whole(counters[i].count),
                               counters[i].least, counters[i].mean, counters[i].most});
        table.rows.push_back(std::move(row));
    }
    return {std::move(table), {}, {}};
}

TimelineAnswer messagesAnswer(const Timeline& timeline, const TimelineQuestion& question) {
    const auto page = timeline.messages(question.window, question.limit, question.cursor);
    ReportTable table{"messages", "message", {}, {}, {}, 0};
    table.columns = {{"sentNs", "", "ns", Shown::ToPrograms},
                     {"sent", "sent (s)", ""},
                     {"takes", "takes", "ns"},
                     {"from", "from", ""},
                     {"to", "to", ""},
                     {"tag", "tag", ""},
                     {"bytes", "bytes", "B"},
                     {"communicator", "communicator", ""}};
    for (const TimelineMessage& message : page.entries) {
        table.rows.push_back({message.sent, secondsText(message.sent),
                              message.received - message.sent, std::int64_t{message.from},
                              std::int64_t{message.to}, message.tag, whole(message.bytes),
                              nameOf(timeline, message.communicator)});
    }
    return {std::move(table), {}, page.next};
}

TimelineAnswer trafficAnswer(const Timeline& timeline, const TimelineQuestion& question) {
    const auto traffic = timeline.traffic(question.window, question.columns, question.receiver);
    ReportTable table = columnTable("traffic");
    table.columns.insert(table.columns.end(), {{"most", "most at once", ""},
                                               {"mean", "mean", ""},
                                               {"mostBytes", "most bytes", "B"},
                                               {"meanBytes", "mean bytes", "B"}});
    for (std::size_t i = 0; i < traffic.size(); ++i) {
        std::vector<ReportValue> row = beginOf(question, i);
        row.insert(row.end(), {whole(traffic[i].most), traffic[i].mean, whole(traffic[i].mostBytes),
                               traffic[i].meanBytes});
        table.rows.push_back(std::move(row));
    }
    return {std::move(table), {}, {}};
}

TimelineAnswer utilisationAnswer(const Timeline& timeline, const TimelineQuestion& question) {
    const auto means = timeline.utilisation(question.window, question.columns, question.rows);
    ReportTable table = columnTable("utilisation");
    for (const std::string_view name : kActivityNames) {
        table.columns.push_back({std::string(name), std::string(name), ""});
    }
    for (std::size_t i = 0; i < means.size(); ++i) {
        std::vector<ReportValue> row = beginOf(question, i);
        row.insert(row.end(), means[i].begin(), means[i].end());
        table.rows.push_back(std::move(row));
    }
    return {std::move(table), {}, {}};
}

TimelineAnswer concurrencyAnswer(const Timeline& timeline, const TimelineQuestion& question) {
    const auto times = timeline.concurrency(question.activity, question.window, question.rows);
    ReportTable table{"concurrency", "count", {}, {}, {}, 0};
    const std::string state(activityName(question.activity));
    table.columns = {{"rows", "rows " + state, ""},
                     {"timeNs", "", "ns", Shown::ToPrograms},
                     {"time", "time", "ns"},
                     {"share", "share", "%"}};
    // times[i] is the time in which exactly i rows were in the state; together they are the window.
    const auto all = static_cast<double>(question.window.to - question.window.from);
    constexpr double kPercent = 100;
    for (std::size_t i = 0; i < times.size(); ++i) {
        const auto time = static_cast<double>(times[i]);
        table.rows.push_back({whole(i), times[i], time, all > 0 ? time / all * kPercent : 0.0});
    }
    return {std::move(table), {}, {}};
}

// Adding a query is adding its function and a line here; help texts and the choice by name follow.
struct Entry {
    TimelineQuery query;
    TimelineAnswer (*answer)(const Timeline& timeline, const TimelineQuestion& question) = nullptr;
};

constexpr std::array<Entry, 15> kEntries{{
    {{"rows", "the threads, and how many records each has"}, rowsAnswer},
    {{"shares", "what each thread did in each column of the window"}, sharesAnswer},
    {{"calls", "the calls that run in the window"}, callsAnswer},
    {{"search", "calls by timer, component, least and most duration"}, searchAnswer},
    {{"stack-at", "the calls of each thread that run at a time"}, stackAnswer},
    {{"next", "the next call of each thread after a time"}, nearAnswer},
    {{"previous", "the last call of each thread before a time"}, nearAnswer},
    {{"events", "the events in the window"}, eventsAnswer},
    {{"counters", "values of an event in each column"}, countersAnswer},
    {{"messages", "the messages under way in the window"}, messagesAnswer},
    {{"traffic", "messages in flight in each column, or to one receiver"}, trafficAnswer},
    {{"utilisation", "how many threads are in each state in each column"}, utilisationAnswer},
    {{"concurrency", "for how long each number of threads was in a state at once"},
     concurrencyAnswer},
    {{"longest", "the longest time of each thread in each state, with a timer in its calls alone"},
     timeline::longestAnswer},
    {{"durations", "how many calls that begin in the window took how long"},
     timeline::durationsAnswer},
}};

}  // namespace

const std::vector<TimelineQuery>& timelineQueries() {
    static const std::vector<TimelineQuery> all = [] {
        std::vector<TimelineQuery> queries;
        queries.reserve(kEntries.size());
        for (const Entry& entry : kEntries) {
            queries.push_back(entry.query);
        }
        return queries;
    }();
    return all;
}

TimelineAnswer answer(const Timeline& timeline, const TimelineQuestion& question) {
    for (const std::uint32_t row : question.rows) {
        if (row >= timeline.rows().size()) {
            throw std::invalid_argument("there is no row " + std::to_string(row) +
                                        "; the trace has " +
                                        base::plural(timeline.rows().size(), "row"));
        }
    }
    for (const Entry& entry : kEntries) {
        if (entry.query.name == question.kind) {
            return entry.answer(timeline, question);
        }
    }
    throw std::invalid_argument("no query is called '" + question.kind + "'");
}

std::string rowLabel(const TimelineRow& row) {
    return (row.rank < 0 ? "" : "rank " + std::to_string(row.rank) + " ") + "thread " +
           std::to_string(row.thread) + (row.label.empty() ? "" : " " + row.label);
}

}  // namespace gantry::perf
