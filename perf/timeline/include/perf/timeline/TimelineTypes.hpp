#pragma once

#include <perf/model/Operation.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What queries of a timeline take and return. Plain values. Times are in ns since the measurement
/// of the first process began.
namespace gantry::perf {

/// What a thread does at a moment. A timer without an activity of its own has that of its caller.
enum class Activity : std::uint8_t {
    Outside,   ///< no measured call runs
    Busy,      ///< it computes
    Idle,      ///< it waits for others
    Overhead,  ///< it does what only the program's being parallel makes necessary
};
inline constexpr std::size_t kActivities = 4;
/// By the numbers of Activity.
inline constexpr std::array<std::string_view, kActivities> kActivityNames{"outside", "busy", "idle",
                                                                          "overhead"};
/// A literal; these words are in JSON.
constexpr std::string_view activityName(Activity activity) {
    return kActivityNames[static_cast<std::size_t>(activity)];
}
/// The one with that name; nothing for another text.
constexpr std::optional<Activity> activityNamed(std::string_view name) {
    for (std::size_t i = 0; i < kActivities; ++i) {
        if (kActivityNames[i] == name) {
            return static_cast<Activity>(i);
        }
    }
    return std::nullopt;
}

/// What a number in the records stands for: a timer, or an event. Number 0 is "(no call)".
struct TimelineName {
    std::string text;
    std::string component;  ///< the type of the timer; often the class of the component
    std::string group;
    OperationKind kind = OperationKind::Function;
    /// Of a timer: what its calls are; nothing for those that are what their caller is.
    std::optional<Activity> activity;

    friend bool operator==(const TimelineName&, const TimelineName&) = default;
};

/// How ticks of a location become ns. ns = shift + (ticks - startTicks) * unitsPerTick / 2^32.
struct TimelineClock {
    std::uint64_t startTicks = 0;    ///< a reading when the measurement began
    std::uint64_t unitsPerTick = 0;  ///< ns for a tick, times 2^32; 0 counts as one ns
    std::int64_t shift = 0;          ///< the ns of startTicks

    /// The moment of a reading.
    [[nodiscard]] std::int64_t ns(std::uint64_t ticks) const noexcept;
    /// ns of a difference, rounded down.
    [[nodiscard]] std::int64_t duration(std::uint64_t ticks) const noexcept;
    /// The first tick at or after that time; 0 for times before the clock.
    [[nodiscard]] std::uint64_t ticks(std::int64_t ns) const noexcept;

    friend bool operator==(const TimelineClock&, const TimelineClock&) = default;
};

/// A location: a thread of a rank. Its number is its place in the timeline, which rows of requests
/// mean.
struct TimelineRow {
    std::int32_t rank = -1;  ///< -1 for a process without one
    std::uint32_t thread = 0;
    std::string label;
    TimelineClock clock;
    std::uint64_t firstTicks = 0;  ///< of the first record, and
    std::uint64_t lastTicks = 0;   ///< of the last
    std::uint64_t records = 0;     ///< starts and stops
    std::uint64_t events = 0;
    std::uint64_t lost = 0;       ///< records that are missing, as far as known
    std::uint64_t unmatched = 0;  ///< stops without their start; ignored

    friend bool operator==(const TimelineRow&, const TimelineRow&) = default;
};

/// A half-open interval, so that windows side by side share nothing. Empty where from is not below
/// to.
struct TimelineWindow {
    std::int64_t from = 0;
    std::int64_t to = 0;  ///< not in it
};

/// What a row was in one column of a window.
struct TimelineColumn {
    /// Time by activity, in ticks of the row's clock. Exact: the sums over columns are those of any
    /// other division of the same window.
    std::array<std::uint64_t, kActivities> ticks{};
    std::uint32_t name = 0;     ///< of the longest stretch in it; 0 where nothing ran
    std::uint64_t records = 0;  ///< starts and stops in it

    friend bool operator==(const TimelineColumn&, const TimelineColumn&) = default;
};

/// rows x columns, row after row. Row r of the request and column c are at cells[r * columns + c].
struct TimelineShares {
    TimelineWindow window;
    std::vector<std::uint32_t> rows;
    std::uint32_t columns = 0;
    std::vector<TimelineColumn> cells;
};

/// One call. row: its number, not its place in the request. Depth 0 is a call around which no other
/// runs.
struct TimelineCall {
    std::uint32_t row = 0;
    std::uint32_t name = 0;
    std::uint32_t depth = 0;  ///< calls around it
    Activity activity = Activity::Busy;
    std::int64_t start = 0;
    std::int64_t end = 0;  ///< of one without an end in the trace: the last record of the row
    bool isOpen = false;   ///< its end is not in the trace

    friend bool operator==(const TimelineCall&, const TimelineCall&) = default;
};

/// An event that was triggered; `name` has kind Counter if it has a value.
struct TimelineEvent {
    std::uint32_t row = 0;
    std::uint32_t name = 0;
    std::int64_t time = 0;
    std::optional<double> value;

    friend bool operator==(const TimelineEvent&, const TimelineEvent&) = default;
};

/// A message from one rank to another. from and to are ranks, sent and received are moments.
struct TimelineMessage {
    std::int32_t from = 0;
    std::int32_t to = 0;
    std::int64_t sent = 0;
    std::int64_t received = 0;
    std::int64_t tag = 0;
    std::uint64_t bytes = 0;
    std::uint32_t communicator = 0;  ///< a name

    friend bool operator==(const TimelineMessage&, const TimelineMessage&) = default;
};

/// Where a list goes on: the first entry that was not given. Plain numbers, for a client to send
/// back.
struct TimelineCursor {
    std::uint64_t row = 0;  ///< place in the rows asked for
    std::uint64_t record = 0;

    friend bool operator==(const TimelineCursor&, const TimelineCursor&) = default;
};

/// At most as many entries as were asked for. The next request begins with `next` as its cursor,
/// and is the same otherwise.
template <class Entry>
struct TimelinePage {
    std::vector<Entry> entries;
    std::optional<TimelineCursor> next;  ///< nothing: this was all
};

/// The values of an event in one column, over all rows asked for. All 0 where the column has no
/// value.
struct TimelineCounter {
    std::uint64_t count = 0;
    double least = 0;
    double most = 0;
    double mean = 0;
};

/// A stretch of time; empty: there is none. Half-open, as a window.
struct TimelineStretch {
    std::int64_t from = 0;
    std::int64_t to = 0;

    friend bool operator==(const TimelineStretch&, const TimelineStretch&) = default;
};

/// Calls that took at least `least` and less than `below` ns.
struct TimelineDurations {
    std::int64_t least = 0;
    std::int64_t below = 0;
    std::uint64_t calls = 0;
    std::int64_t total = 0;  ///< ns of them together

    friend bool operator==(const TimelineDurations&, const TimelineDurations&) = default;
};

/// Messages sent and not yet received, in one column.
struct TimelineTraffic {
    std::uint64_t most = 0;       ///< at one moment
    std::uint64_t mostBytes = 0;  ///< likewise
    double mean = 0;              ///< over the time of the column
    double meanBytes = 0;
};

/// Which calls a search is for.
///
///     TimelineSearch wanted;
///     wanted.window = timeline.extent();
///     wanted.rows = timeline.allRows();
///     wanted.names = timeline.namesLike("solve*", "");
///     wanted.least = 1'000'000;    // calls of 1 ms or more
struct TimelineSearch {
    TimelineWindow window;
    std::vector<std::uint32_t> rows;
    /// By number of a name: is it wanted? Empty: all are.
    std::vector<bool> names;
    std::int64_t least = 0;  ///< ns a call takes, at least
    std::optional<std::int64_t> most;
    std::size_t limit = 100;
    TimelineCursor cursor;
};

}  // namespace gantry::perf
