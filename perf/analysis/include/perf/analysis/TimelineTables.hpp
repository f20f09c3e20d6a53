#pragma once

#include <perf/analysis/ReportTable.hpp>
#include <perf/timeline/Timeline.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gantry::perf {

/// A question to a timeline, as a person asks it.
///
///     TimelineQuestion question;
///     question.kind = "stack-at";
///     question.window = timeline.extent();
///     question.rows = {0};
///     question.moment = 1'500'000;
///     std::cout << reportCsv({profile, {answer(timeline, question).table}});
struct TimelineQuestion {
    std::string kind;  ///< one of timelineQueries()
    TimelineWindow window;
    /// Parts of the window, where the answer has one row for each of them.
    std::uint32_t columns = 1;
    /// Numbers of rows of the timeline.
    std::vector<std::uint32_t> rows;
    std::int64_t moment = 0;               ///< of stack-at, next, previous
    std::string name;                      ///< pattern of timers or events; empty: all
    std::string component;                 ///< likewise
    std::int64_t least = 0;                ///< ns a call takes
    std::optional<std::int64_t> most;      ///< likewise
    Activity activity = Activity::Busy;    ///< of concurrency
    std::optional<std::int32_t> receiver;  ///< of traffic
    std::size_t limit = 100;
    TimelineCursor cursor;
};

/// The answer as a table for programs, and as one for people where that differs.
struct TimelineAnswer {
    ReportTable table;
    std::optional<ReportTable> shown;
    std::optional<TimelineCursor> next;  ///< there is more: to be asked for with this cursor
};

/// Literals: valid for ever.
struct TimelineQuery {
    std::string_view name;
    std::string_view about;
};

/// What can be asked, in the order for a help text.
const std::vector<TimelineQuery>& timelineQueries();

/// Throws std::invalid_argument for a kind, a row or a name that does not exist; TimelineError.
/// Times are in ns since the measurement of the first process began.
TimelineAnswer answer(const Timeline& timeline, const TimelineQuestion& question);

/// The answer as one line of JSON, docs/formats/timeline.md. Ends with a line feed.
std::string timelineAnswerJson(const TimelineQuestion& question, const TimelineAnswer& answer);
/// The same as CSV, with a line of columns and their units.
std::string timelineAnswerCsv(const TimelineAnswer& answer);
/// One value as JSON; texts printable.
std::string timelineValueJson(const ReportValue& value);
/// "ROW:RECORD", for a client to send back.
std::string timelineCursorText(const TimelineCursor& cursor);
/// What timelineCursorText() wrote; nothing for another text.
std::optional<TimelineCursor> timelineCursor(std::string_view text);
/// Rows of a timeline, both ends included.
struct TimelineRowRange {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
};
/// Numbers and ranges such as "0,4-7". Throws std::invalid_argument for another text.
std::vector<TimelineRowRange> timelineRowRanges(std::string_view text);
/// The numbers of these rows, of a timeline with so many; without a range, all. Throws
/// std::invalid_argument for a row that is not there.
std::vector<std::uint32_t> timelineRows(const std::vector<TimelineRowRange>& ranges,
                                        std::size_t rows);

/// "rank 3, thread 0", and the name of the thread if it has one.
std::string rowLabel(const TimelineRow& row);

}  // namespace gantry::perf
